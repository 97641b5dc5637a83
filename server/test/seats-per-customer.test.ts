import { MAX_SEATS_PER_BOOKING } from '@moviebooking/contract/limits';
import { ALL_SEATS, TOO_MANY_SEATS_MESSAGE } from '@moviebooking/contract/seats';
import { describe, expect, it } from 'vitest';
import { openBookings } from '../src/features/booking/booking.ts';
import { openSeating } from '../src/features/seating/seating.ts';
import { openPool, type Pool } from '../src/platform/database/database.ts';
import { addPausePoint, alterFunction, interleave } from './interleaving.ts';
import { addShow } from './shows.ts';
import { freshDatabase, openTestApp } from './test-app.ts';
import { whenOver } from './when-over.ts';

describe('SEATS_PER_CUSTOMER', async () => {
  const testApp = await openTestApp({ SEATS_PER_CUSTOMER: '4' });
  const book = (showId: number, token: string, seats: string[]) =>
    testApp.call('POST', '/bookings', { token, body: { showId, seats } });

  it('counts all seats of a customer in one show [BOOK-17]', async () => {
    const showId = await addShow(testApp.db);
    const [asha, ravi] = [await testApp.addUser(), await testApp.addUser()];
    expect((await book(showId, asha.token, ['A1', 'A2', 'A3', 'A4', 'A5'])).body.code).toBe('TOO_MANY_SEATS');
    const first = await book(showId, asha.token, ['A1', 'A2', 'A3']);
    expect(first.status).toBe(201);
    const refused = await book(showId, asha.token, ['A4', 'A5']);
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({
      code: 'TOO_MANY_SEATS',
      message: 'You can book at most 4 seats for one show.',
    });
    expect((await book(showId, asha.token, ['A4'])).status).toBe(201);
    expect((await book(await addShow(testApp.db), asha.token, ['A5'])).status).toBe(201);
    expect((await book(showId, ravi.token, ['A5'])).status).toBe(201);

    await testApp.call('POST', `/bookings/cancel/${first.body.data.id}`, { token: asha.token });
    expect((await book(showId, asha.token, ['B1', 'B2', 'B3'])).status).toBe(201);
  });

  it('counts the requests of one batch in order [BOOK-17]', async () => {
    const showId = await addShow(testApp.db);
    const { token } = await testApp.addUser();
    const seats = ['C1', 'C2', 'C3', 'C4', 'C5', 'C6', 'C7', 'C8'];
    const answers = await Promise.all(seats.map((seat) => book(showId, token, [seat])));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(4);
    expect(answers.filter(({ body }) => body.code === 'TOO_MANY_SEATS')).toHaveLength(4);
  });
});

describe('two servers', () => {
  const noLimits = { statement_timeout: 0, lock_timeout: 0, query_timeout: 0, idle_in_transaction_session_timeout: 0 };

  /** Each server books three different seats for the same customer, who may have four. */
  async function bookOnBoth(takeAway: (pool: Pool) => Promise<void>): Promise<unknown[]> {
    const { connection, db } = await freshDatabase();
    const pool = openPool({ ...connection, ...noLimits });
    const showId = await addShow(db);
    const { rows } = await pool.query(
      `insert into users (name, email, password_hash) values ('Asha', 'a@example.com', 'x') returning id`,
    );
    await addPausePoint(pool);
    await alterFunction(
      pool,
      'ledger.book_seats',
      [/perform set_config\('lock_timeout'[^;]+;/, ''],
      [/nextval\('bookings_id_seq'\)/, 'ledger.after_pause($&)'],
    );
    await takeAway(pool);
    const bookAt = (seats: string[]) => async () =>
      (await openBookings({ pool, seatsPerUser: 4 }).book({ showId, userId: rows[0].id, seats, key: undefined }))
        .status;
    const settled = await interleave(pool, bookAt(['A1', 'A2', 'A3']), bookAt(['B1', 'B2', 'B3']));
    await pool.end();
    return settled.map((result) => (result.status === 'fulfilled' ? result.value : result.reason.code));
  }

  it('keep a customer within the limit at the same time [BOOK-17]', async () => {
    expect(await bookOnBoth(async () => {})).toEqual(['CONFIRMED', 'TOO_MANY_SEATS']);
  });

  it('control: without the version lock both bookings succeed', async () => {
    const takeAway = (pool: Pool) =>
      alterFunction(pool, 'ledger.book_seats', [/perform from seat_versions [^;]+;/, '']);
    expect(await bookOnBoth(takeAway)).toEqual(['CONFIRMED', 'CONFIRMED']);
  });
});

describe('the most seats of a booking', async () => {
  const { pool, db } = await freshDatabase();
  const seating = openSeating({ pool, config: { holdSeconds: 300, holdMaxSeconds: 900, holdGraceSeconds: 20 } });
  const bookings = openBookings({ pool });
  whenOver(() => bookings.close());
  const { rows } = await pool.query(
    `insert into users (name, email, password_hash) values ('Asha', 'asha@example.com', 'x') returning id`,
  );
  const userId: number = rows[0].id;
  const SEATS = ALL_SEATS.slice(0, MAX_SEATS_PER_BOOKING + 2);

  it('is enforced by the database too [HOLD-3, BOOK-2]', async () => {
    const showId = await addShow(db);
    const held = await seating.holdSeats({ showId, userId, seats: SEATS, isInRoom: false });
    expect(held).toMatchObject({ success: false, message: TOO_MANY_SEATS_MESSAGE });
    await expect(bookings.book({ showId, userId, seats: SEATS, key: undefined })).rejects.toMatchObject({
      code: 'TOO_MANY_SEATS',
    });
  });

  it('is defined in one place: raising it allows larger holds and bookings', async () => {
    const showId = await addShow(db);
    await alterFunction(pool, 'ledger.max_seats_per_booking', [/\d+\s*$/, String(SEATS.length)]);
    await seating.holdSeats({ showId, userId, seats: SEATS, isInRoom: false });
    expect((await bookings.book({ showId, userId, seats: SEATS, key: undefined })).seats).toEqual(SEATS);
  });
});
