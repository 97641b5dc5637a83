/**
 * Compares the clients' answers with what the database did. `keepChanges` makes a test's database store every published change in
 * the same transaction, so that a crash loses none.
 */
import { inSeatOrder, seatAt } from '@moviebooking/contract/seats';
import { type ChangeOfSeats, namesSeats, parseChanges } from '../src/features/seating/seat-changes.ts';
import { alterFunction, type Queries } from './interleaving.ts';
import { impossibleSeats, type Operation } from './seat-history.ts';
import { companionsAlone, replayVersions } from './version-history.ts';

export async function keepChanges(queries: Queries): Promise<void> {
  await queries.query('create table kept_changes (payload text not null); grant insert on kept_changes to public');
  await alterFunction(queries, 'ledger.publish_changes', [
    /perform (pg_notify\('seats', (.+?)\));/g,
    'insert into kept_changes values ($2); perform $1;',
  ]);
}

/** Returns the stored changes of each show. */
export async function readChanges(queries: Queries): Promise<Map<number, ChangeOfSeats[]>> {
  const { rows: kept } = await queries.query('select payload from kept_changes');
  const changes = kept.flatMap(({ payload }) => parseChanges(payload)).filter(namesSeats);
  return Map.groupBy(changes, ({ showId }) => showId);
}

/** Returns all faults in the history of one show. */
export async function checkHistory(
  queries: Queries,
  showId: number,
  operations: Operation[],
  allChanges?: ReadonlyMap<number, ChangeOfSeats[]>,
): Promise<string[]> {
  const changes = (allChanges ?? (await readChanges(queries))).get(showId) ?? [];
  const { faults, owners, byThemselves } = replayVersions(operations, changes);
  for (const seat of impossibleSeats([...operations, ...byThemselves]))
    faults.push(`no single seat could have had the history of ${seat}`);

  const { rows: marks } = await queries.query(
    'select m.seat, m.is_companion from seat_marks m join shows s on s.screen_id = m.screen_id where s.id = $1',
    [showId],
  );
  faults.push(...companionsAlone(changes, new Map(marks.map((mark) => [seatAt(mark.seat), mark.is_companion]))));

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
