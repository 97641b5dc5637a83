/**
 * PostgreSQL keeps the plan of a named statement, and of each statement inside a function, for its connection. One that was made
 * while nothing was sold must not read whole tables once they are full: no request costs more because other shows have sold well.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';
import { openBookings } from '../src/features/booking/booking.ts';
import { openSeatMaps } from '../src/features/seating/seat-maps.ts';
import { openSeating } from '../src/features/seating/seating.ts';
import { openDatabase, openPool } from '../src/platform/database.ts';
import { addShows } from './shows.ts';
import { freshDatabase } from './test-app.ts';
import { whenOver } from './when-over.ts';

/** PostgreSQL plans a statement anew for its first five values. */
const UNTIL_KEPT = 8;
const OTHER_SHOWS = 30;
const MOST_ROWS_READ = 500;

const { connection } = await freshDatabase();
const pool = openPool({ ...connection, max: 1 });
whenOver(() => pool.end());
const [showId = 0, ...otherShows] = await addShows(openDatabase(pool), 1 + OTHER_SHOWS);
const { rows: users } = await pool.query<{ id: number }>(
  `insert into users (name, email, password_hash) select 'Customer', n || '@example.com', 'x' from generate_series(1, 30) n returning id`,
);
const [userId = 0, ravi = 0] = users.map(({ id }) => id);
const seating = openSeating({ pool, config: { holdSeconds: 300, holdMaxSeconds: 900, holdGraceSeconds: 20 } });
const bookings = openBookings({ pool });
const seatMaps = openSeatMaps(pool);
afterAll(() => bookings.close());

const book = (key: string) => bookings.book({ showId, userId, seats: ['A1'], key });

const REQUESTS: Record<string, () => Promise<unknown>> = {
  'expired holds are released': () => seating.releaseExpiredHolds(),
  'seats are read': () => Promise.all([seating.readSnapshot(showId), seatMaps.read(showId)]),
  'a history is read': () => bookings.listHistory(userId, {}),
  'seats are held and released': async () => {
    await seating.holdSeats({ showId, userId, seats: ['A1'], isInRoom: true });
    await seating.renewLeases([{ showId, userId }]);
    await seating.releaseHolds({ showId, userId });
  },
  'a booking is made, sent again and cancelled': async () => {
    const key = randomUUID();
    const { id } = await book(key);
    expect((await book(key)).id).toBe(id);
    await bookings.cancel(id, userId);
  },
};

/** A booking for each seat. */
async function sell(showIds: number[]): Promise<void> {
  await pool.query(
    `with sold as (
       insert into bookings (show_id, user_id, seats, price_paise)
       select show_id, $2, array[seat], 100 from unnest($1::integer[]) show_id, generate_series(0, 99) seat
       returning id, show_id, user_id, seats
     ), keys as (
       insert into idempotency_keys (user_id, key, show_id, seats, booking_id)
       select user_id, id, show_id, seats, id from sold
     )
     insert into seats (show_id, seat, user_id, booking_id) select show_id, seats[1], user_id, id from sold`,
    [showIds, ravi],
  );
}

async function rowsReadBy(work: () => Promise<unknown>): Promise<number> {
  const readSoFar = async () => {
    await pool.query('select pg_stat_force_next_flush()');
    const { rows } = await pool.query<{ read: number }>(
      `select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::integer as read from pg_stat_user_tables`,
    );
    return rows[0]?.read ?? 0;
  };
  const before = await readSoFar();
  await work();
  return (await readSoFar()) - before;
}

it('plans that were made while nothing was sold read no more when other shows are sold out', async () => {
  await pool.query('vacuum analyze');
  for (const request of Object.values(REQUESTS)) for (let time = 0; time < UNTIL_KEPT; time++) await request();
  await sell(otherShows);
  expect(await rowsReadBy(() => pool.query('table seats'))).toBeGreaterThan(MOST_ROWS_READ);
  for (const [name, request] of Object.entries(REQUESTS)) {
    expect.soft(await rowsReadBy(request), `rows read when ${name}`).toBeLessThan(MOST_ROWS_READ);
  }
});
