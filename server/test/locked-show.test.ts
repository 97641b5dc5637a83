/** A show whose version stays locked does not affect other shows. */
import { afterAll, describe, expect, it } from 'vitest';
import { openBookings } from '../src/features/booking/booking.ts';
import { openSeatCommits } from '../src/features/seating/seat-commits.ts';
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
const commits = openSeatCommits({ ledgerPool: pool });
const config = { holdSeconds: 300, holdMaxSeconds: 900, holdGraceSeconds: 20 };
const seating = openSeating({ pool, commits, config });
const bookings = openBookings({ pool, commits });
afterAll(() => bookings.close());

/** Blocks all changes of the show's seats until `unlock` is called. */
async function lock(showId: number) {
  const connection = await pool.connect();
  await connection.query('begin');
  await connection.query('select from seat_versions where show_id = $1 for update', [showId]);
  return {
    connection,
    async unlock() {
      await connection.query('rollback');
      connection.release();
    },
  };
}

describe('while one show is locked', () => {
  it('other shows take bookings, holds and cancellations; its own are refused or wait for the lock [BOOK-15]', async () => {
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

  it('expired holds of other shows are released; its own are released after the lock [HOLD-4]', async () => {
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

  it('a worker that waits to release its holds locks nothing else [BOOK-15]', async () => {
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

  it('its leases are still renewed, except for seats that are changing right now [HOLD-7]', async () => {
    const showId = await addShow(db);
    for (const [userId, seat] of [
      [asha, 'A1'],
      [ravi, 'B1'],
    ] as const) {
      await seating.holdSeats({ showId, userId, seats: [seat], isInRoom: true });
    }
    const leases = async () =>
      (await pool.query('select leased_until from seats where show_id = $1 order by seat', [showId])).rows.map(
        ({ leased_until }) => Number(leased_until),
      );
    const before = await leases();
    const { connection, unlock } = await lock(showId);
    await connection.query('select from seats where show_id = $1 and user_id = $2 for update', [showId, ravi]);
    await seating.renewLeases([
      { showId, userId: asha },
      { showId, userId: ravi },
    ]);
    await unlock();
    const after = await leases();
    expect(after[0]).toBeGreaterThan(before[0] ?? 0);
    expect(after[1]).toBe(before[1]);
  });

  it('clients can join it like any other show [LIVE-11]', async () => {
    const showIds = await addShows(db, 3);
    const { unlock } = await lock(showIds[0] ?? 0);
    const arrivals = await Promise.all(showIds.map((showId) => seating.readSnapshotAndRole(showId, asha)));
    await unlock();
    expect(arrivals.map(({ snapshot, role }) => [snapshot.showId, role])).toEqual(showIds.map((id) => [id, 'USER']));
  });
});
