/** One show's trouble stays its own: somebody keeps its version locked, and everything else goes on. */
import { afterAll, describe, expect, it } from 'vitest';
import { openBookings } from '../src/features/booking/booking.ts';
import { findLockedShows } from '../src/features/seating/seating.sql.ts';
import { openSeating } from '../src/features/seating/seating.ts';
import { alterFunction, untilWaiting } from './interleaving.ts';
import { addShow, addShows } from './shows.ts';
import { freshDatabase } from './test-app.ts';

const { pool, db } = await freshDatabase();
const { rows } = await pool.query<{ id: number }>(
  `insert into users (name, email, password_hash) values ('Asha', 'a@example.com', 'x'), ('Ravi', 'r@example.com', 'x') returning id`,
);
const [asha = 0, ravi = 0] = rows.map(({ id }) => id);
const seating = openSeating({ pool, config: { holdSeconds: 300, holdMaxSeconds: 900, holdGraceSeconds: 20 } });
const bookings = openBookings({ pool });
afterAll(() => bookings.close());

/** Until `unlock` is called nobody else can change the show's seats. */
async function lock(showId: number) {
  const connection = await pool.connect();
  await connection.query('begin');
  await connection.query('select from seat_versions where show_id = $1 for update', [showId]);
  return {
    async unlock() {
      await connection.query('rollback');
      connection.release();
    },
  };
}

describe('while one show is locked', () => {
  it('BOOK-15 bookings, holds and cancellations of other shows, of both lanes, go on, and its own are refused or served when it is free', async () => {
    const others = await addShows(db, 20);
    const showId = await addShow(db);
    const { unlock } = await lock(showId);
    const book = (show: number, seat: string) =>
      bookings.book({ showId: show, userId: asha, seats: [seat], key: undefined }).then(() => 'booked');
    const own = book(showId, 'A1').catch(({ code }) => code);
    for (const seat of ['B1', 'B2', 'B3']) {
      expect(await Promise.all(others.map((show) => book(show, seat)))).toEqual(others.map(() => 'booked'));
    }
    const holds = others.map((show) =>
      seating.holdSeats({ showId: show, userId: ravi, seats: ['C1'], isInRoom: false }),
    );
    for (const hold of holds) expect((await hold).success).toBe(true);
    const made = await Promise.all(
      others.map((show) => bookings.book({ showId: show, userId: asha, seats: ['D1'], key: undefined })),
    );
    const cancelled = await Promise.all(made.map(({ id }) => bookings.cancel(id, asha)));
    expect(cancelled.map(({ status }) => status)).toEqual(made.map(() => 'CANCELLED'));
    expect(await own).toBe('UNAVAILABLE');
    await unlock();
    expect(await book(showId, 'A1')).toBe('booked');
  });

  it('HOLD-4 expired holds of other shows are released, and its own when it is free', async () => {
    const [showId = 0, other = 0] = await addShows(db, 2);
    for (const show of [showId, other]) {
      await seating.holdSeats({ showId: show, userId: asha, seats: ['A1'], isInRoom: true });
    }
    await pool.query(`update seats set held_until = now() where show_id = any ($1)`, [[showId, other]]);
    const heldSeats = async () =>
      (await pool.query('select show_id from seats where show_id = any ($1)', [[showId, other]])).rows;
    const { unlock } = await lock(showId);
    expect(await seating.releaseExpiredHolds()).toBe(1);
    expect(await heldSeats()).toEqual([{ show_id: showId }]);
    await seating.renewLeases([{ showId, userId: asha }]);
    await unlock();
    expect(await seating.releaseExpiredHolds()).toBe(1);
    expect(await heldSeats()).toEqual([]);
  });

  it('BOOK-15 nothing else is locked by who waits for it to release its holds', async () => {
    await alterFunction(pool, 'ledger.lock_shows_that_are_free', [/'200'/, "'0'"]);
    const [other = 0, showId = 0] = (await addShows(db, 2)).toSorted((a, b) => a - b);
    for (const show of [showId, other]) {
      await seating.holdSeats({ showId: show, userId: asha, seats: ['A1'], isInRoom: true });
    }
    await pool.query(`update seats set held_until = now() where show_id = any ($1)`, [[showId, other]]);
    const { unlock } = await lock(showId);
    const releasing = seating.releaseExpiredHolds();
    await untilWaiting(pool, 1);
    const locked = await findLockedShows(pool, [showId, other]);
    await unlock();
    expect([locked, await releasing]).toEqual([[showId], 2]);
  });

  it('HOLD-7 leases in a show that is locked only for a moment are renewed all the same', async () => {
    // As long as it takes: what is a moment on a busy machine?
    await alterFunction(pool, 'ledger.lock_shows_that_are_free', [/'(200|0)'/, "'0'"]);
    const showId = await addShow(db);
    await seating.holdSeats({ showId, userId: asha, seats: ['A1'], isInRoom: true });
    const leasedUntil = async () =>
      Number((await pool.query('select leased_until from seats where show_id = $1', [showId])).rows[0].leased_until);
    const before = await leasedUntil();
    const { unlock } = await lock(showId);
    const renewal = seating.renewLeases([{ showId, userId: asha }]);
    await untilWaiting(pool, 1);
    await unlock();
    await renewal;
    expect(await leasedUntil()).toBeGreaterThan(before);
  });
});
