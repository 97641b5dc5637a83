/** Locks on a referenced row must exclude other changes of that row, but not new rows that refer to it. */
import { expect, it } from 'vitest';
import { lockAccount } from '../src/features/auth/auth.sql.ts';
import { openBookings } from '../src/features/booking/booking.ts';
import { lockRow } from '../src/features/catalogue/catalogue-writer.sql.ts';
import { lockSeats } from '../src/features/catalogue/shows.sql.ts';
import { openPlaces } from '../src/features/waiting/places.ts';
import type { Tx } from '../src/platform/database/database.ts';
import { factoryFor } from './factory.ts';
import { freshDatabase } from './test-app.ts';
import { whenOver } from './when-over.ts';

const { pool, db } = await freshDatabase();
const make = factoryFor(db);
const { id: userId } = await db
  .insertInto('users')
  .values({ name: 'Asha', email: 'asha@example.com', password_hash: 'none' })
  .returning('id')
  .executeTakeFirstOrThrow();

const whileLocked = <Result>(lock: (tx: Tx) => Promise<unknown>, work: () => Promise<Result>): Promise<Result> =>
  db.transaction().execute(async (tx) => {
    await lock(tx);
    return work();
  });

it('lets a customer join the queue of a show that is being changed [WAIT-1]', async () => {
  const showId = await make.show();
  const places = openPlaces(pool, { roomLimit: 1, roomMinutes: 15, holdGraceSeconds: 20 });
  const enter = () => places.enter({ showId, userId });
  expect(await whileLocked((tx) => lockSeats(tx, { id: showId }), enter)).toMatchObject({ state: 'INSIDE' });
});

it('lets a user book during a password change', async () => {
  const showId = await make.show();
  const bookings = openBookings({ pool });
  whenOver(() => bookings.close());
  const book = () => bookings.book({ showId, userId, seats: ['A1'], key: undefined });
  expect(await whileLocked((tx) => lockAccount(tx, userId), book)).toMatchObject({ status: 'CONFIRMED' });
});

it('lets an administrator add a screen to a cinema that is being renamed', async () => {
  const cinemaId = await make.cinema('Regal');
  const add = () => make.screen(cinemaId, 'Screen 1');
  expect(await whileLocked((tx) => lockRow(tx, 'cinemas', cinemaId), add)).toBeGreaterThan(0);
});
