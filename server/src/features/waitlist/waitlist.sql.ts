import type { UserSummary } from '@moviebooking/contract/accounts';
import { seatsAt } from '@moviebooking/contract/seats';
import type { Waiting, WaitlistSize } from '@moviebooking/contract/waitlist';
import { sql } from 'kysely';
import type { Database, Pool, Statement, Tx } from '../../platform/database/database.ts';
import { describeShow, SHOW_COLUMNS, type ShowRow } from '../catalogue/show.ts';

interface EntryRow {
  show_id: number;
  seats: number;
  since: Date;
  position: number;
  offered: number[] | null;
  offered_until: Date | null;
}

export interface WaitRow extends EntryRow {
  /** The position of the request in its call, from 1. */
  place: number;
  outcome: 'JOINED' | 'LEFT' | 'NO_USER' | 'NO_SHOW' | 'CANCELLED' | 'STARTED' | 'TOO_LATE' | 'AVAILABLE';
}

export const toWaiting = ({ show_id, seats, since, position, offered, offered_until }: EntryRow): Waiting => ({
  ...{ showId: show_id, seats, position, since: since.toISOString() },
  offer: offered && offered_until ? { seats: seatsAt(offered), expiresAt: offered_until.toISOString() } : null,
});

/** Returns a WaitRow for each request. 0 seats take the user off the list. */
export const changeWaitlists = (
  showIds: number[],
  userIds: number[],
  seatCounts: number[],
  lockWaitMs: number,
): Statement => ({
  name: 'change_waitlists',
  text: 'select * from ledger.change_waitlists($1, $2, $3, $4) order by place',
  values: [showIds, userIds, seatCounts, lockWaitMs],
});

/** An offer whose time is over has ended its entry, even if that is not settled yet. */
const ENTRIES = `
  select w.show_id, w.user_id, w.seats, w.since, w.offered, w.offered_until,
    (select count(*)::integer from waitlist ahead where ahead.show_id = w.show_id and ahead.id <= w.id) as position
  from waitlist w where (w.offered_until > clock_timestamp() or w.offered is null)`;

export async function selectEntry(pool: Pool, showId: number, userId: number): Promise<Waiting | null> {
  const { rows } = await pool.query<EntryRow>(`${ENTRIES} and w.show_id = $1 and w.user_id = $2`, [showId, userId]);
  return rows[0] ? toWaiting(rows[0]) : null;
}

export async function selectIsShow(pool: Pool, showId: number): Promise<boolean> {
  const { rows } = await pool.query('select from shows where id = $1', [showId]);
  return rows.length > 0;
}

/** The user's entries for shows that have not started, soonest first. */
export async function selectEntriesOf(pool: Pool, userId: number) {
  const { rows } = await pool.query<EntryRow & ShowRow & { price_paise: number }>(
    `select entry.*, show.price_paise, ${SHOW_COLUMNS}
     from (${ENTRIES} and w.user_id = $1) entry join show_details show on show.show_id = entry.show_id
     where show.starts_at > now() order by show.starts_at, show.show_id`,
    [userId],
  );
  return rows.map((row) => ({ ...toWaiting(row), show: describeShow(row) }));
}

/** Everyone who waits for a show, in order. Counts once: a position for each entry would read a long list again and again. */
export async function selectEntriesFor(pool: Pool, showId: number) {
  const { rows } = await pool.query<EntryRow & UserSummary & { user_id: number }>(
    `select entry.*, u.name, u.email
     from (select w.*, row_number() over (order by w.id)::integer as position from waitlist w where w.show_id = $1) entry
       join users u on u.id = entry.user_id
     where (entry.offered_until > clock_timestamp() or entry.offered is null) and u.deleted_at is null
     order by entry.position limit 1000`,
    [showId],
  );
  return rows.map(({ user_id, name, email, ...row }) => ({ ...toWaiting(row), user: { id: user_id, name, email } }));
}

/** The waitlists of all shows that have not started. */
export async function selectSizes(pool: Pool): Promise<WaitlistSize[]> {
  const { rows } = await pool.query<WaitlistSize>(
    `select w.show_id as "showId", count(*)::integer as users, sum(w.seats)::integer as seats
     from waitlist w join shows s on s.id = w.show_id where s.starts_at > now() group by w.show_id order by w.show_id`,
  );
  return rows;
}

/** An offer lives on until its time is over and its seats are freed. */
export async function deleteEntriesOfStartedShows(pool: Pool): Promise<void> {
  await pool.query(
    'delete from waitlist w using shows s where s.id = w.show_id and s.starts_at < now() and w.offered is null',
  );
}

/** Does not wait for a transaction that is offering seats to the user: such an entry ends with its offer. */
export async function deleteEntriesOf(tx: Tx, userId: number): Promise<void> {
  const mine = sql`select id from waitlist where user_id = ${userId} and offered is null for update skip locked`;
  await sql`delete from waitlist where id in (${mine})`.execute(tx);
}

export async function selectAllEntriesOf(db: Database, userId: number) {
  const rows = await db.selectFrom('waitlist').selectAll().where('user_id', '=', userId).orderBy('since').execute();
  return rows.map((row) => {
    const { showId, seats, since, offer } = toWaiting({ ...row, position: 0 });
    return { showId, seats, since, offer };
  });
}

export async function updateOfferTime(pool: Pool, minutes: number): Promise<void> {
  await pool.query('update waitlist_rules set offer_time = $1::interval where offer_time <> $1::interval', [
    `${minutes} minutes`,
  ]);
}
