/**
 * Compares what clients were answered with what the database did. `keepChanges` makes a test's database remember every
 * change that it publishes, in the transaction that makes it, so that none is lost in a crash.
 */
import { inSeatOrder, seatAt } from '@moviebooking/contract/seats';
import { type ChangeOfSeats, namesSeats, parseChanges } from '../src/features/seating/seat-changes.ts';
import { alterFunction, type Queries } from './interleaving.ts';
import { impossibleSeats, type Operation } from './seat-history.ts';
import { replayVersions } from './version-history.ts';

export async function keepChanges(queries: Queries): Promise<void> {
  await queries.query('create table kept_changes (payload text not null); grant insert on kept_changes to public');
  await alterFunction(queries, 'ledger.publish_changes', [
    /perform (pg_notify\('seats', (.+?)\));/g,
    'insert into kept_changes values ($2); perform $1;',
  ]);
}

/** Everything that is wrong with the history of one show. */
export async function checkHistory(queries: Queries, showId: number, operations: Operation[]): Promise<string[]> {
  const { rows: kept } = await queries.query('select payload from kept_changes');
  const all: ChangeOfSeats[] = kept.flatMap(({ payload }) => parseChanges(payload)).filter(namesSeats);
  const changes = all.filter((change) => change.showId === showId);
  const { faults, owners } = replayVersions(operations, changes);
  for (const seat of impossibleSeats(operations)) faults.push(`no single seat could have had the history of ${seat}`);

  const { rows: taken } = await queries.query(
    'select seat, user_id, booking_id from seats where show_id = $1 order by seat',
    [showId],
  );
  const say = (seat: string, userId: number, bookingId: number | null = null) => `${seat} ${userId} ${bookingId}`;
  const stored = taken.map(({ seat, user_id, booking_id }) => say(seatAt(seat), user_id, booking_id));
  const replayed = inSeatOrder([...owners.keys()]).map((seat) => {
    const owner = owners.get(seat);
    return say(seat, owner?.userId ?? 0, owner?.bookingId);
  });
  if (stored.join() !== replayed.join()) {
    faults.push(`the seats are ${stored.join()}, and their changes make them ${replayed.join()}`);
  }
  return faults;
}
