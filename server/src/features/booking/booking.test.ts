import { describe, expect, it, vi } from 'vitest';
import { addShow } from '../../../test/shows.ts';
import { openTestApp } from '../../../test/test-app.ts';
import type { Statement } from '../../platform/database/database.ts';
import { type BookRow, bookSeats, type CancelRow, cancelBookings } from './booking.sql.ts';

const testApp = await openTestApp();
const asha = await testApp.addUser();
const ravi = await testApp.addUser({ name: 'Ravi' });

const book = (token: string, showId: number, seats: unknown, headers: Record<string, string> = {}) =>
  testApp.call('POST', '/bookings', { token, body: { showId, seats }, headers });
const seatMap = async (showId: number) =>
  (await testApp.call('GET', `/bookings/seats/${showId}`, { token: asha.token })).body;
const holdFor = (userId: number, showId: number, seat: number, seconds: number) =>
  testApp.pool.query(
    `insert into seats (show_id, seat, user_id, held_since, held_until) values ($1, $2, $3, now(), now() + $4::interval)`,
    [showId, seat, userId, `${seconds} seconds`],
  );

describe('booking', () => {
  it('books all requested seats and returns the booking in data and at the top level [BOOK-1]', async () => {
    const showId = await addShow(testApp.db, { price: 199.99 });
    const answer = await book(asha.token, showId, ['A10', 'b1', 'A2']);
    expect(answer.status).toBe(201);
    const { success, message, data, ...top } = answer.body;
    expect(success).toBe(true);
    expect(message).toEqual(expect.any(String));
    expect(top).toEqual(data);
    expect(data).toMatchObject({
      id: data.bookingId,
      status: 'CONFIRMED',
      seats: ['A2', 'A10', 'B1'],
      seatCount: 3,
      totalPrice: 599.97,
      movie: { title: 'Monsoon Matinee', durationMin: 120, posterUrl: null, posterFocus: null },
      show: { id: showId, price: 199.99, screen: { name: 'Screen 1', cinema: { city: 'Mumbai' } } },
    });
    expect(data.user).toBeUndefined();
    const map = await seatMap(showId);
    expect(map.bookedSeats).toEqual(['A2', 'A10', 'B1']);
    expect(map.seatMap.A2).toEqual({ id: 'A2', isBooked: true, isBlocked: false });
    expect(map.show).toMatchObject({ id: showId, availableSeats: 97, _count: { bookings: 1 } });
    expect(map.version).toBe(1);
  });

  it('returns the show as it is after the change that the booking waited for', async () => {
    const showId = await addShow(testApp.db);
    const lockWaitMs = 60_000;
    const whileMoved = async <Row>(statement: Statement): Promise<Row | undefined> => {
      const client = await testApp.pool.connect();
      await client.query('begin');
      await client.query('select from seat_versions where show_id = $1 for update', [showId]);
      const waiting = testApp.pool.query(statement);
      const isWaiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await vi.waitUntil(async () => (await testApp.pool.query(isWaiting)).rowCount, { timeout: 120_000 });
      await client.query(`update shows set starts_at = starts_at + interval '1 hour' where id = $1`, [showId]);
      await client.query('commit');
      client.release();
      return (await waiting).rows[0];
    };
    const startOf = async () =>
      (await testApp.pool.query('select starts_at from shows where id = $1', [showId])).rows[0].starts_at;

    const booked = await whileMoved<BookRow>(
      bookSeats({
        ...{ showIds: [showId], userIds: [asha.id], seatLists: ['0'], keys: undefined, contested: [false], lockWaitMs },
        ...{ expectedTotals: undefined, seatsPerUser: 0, hasLines: false, areAccessible: [false] },
      }),
    );
    expect(booked).toMatchObject({ outcome: 'BOOKED', starts_at: await startOf() });
    const bookingIds = [booked?.booking_id ?? 0];
    const cancelled = await whileMoved<CancelRow>(cancelBookings(bookingIds, [asha.id], lockWaitMs));
    expect(cancelled).toMatchObject({ outcome: 'CANCELLED', starts_at: await startOf() });
  });

  it('books only at the expected total, and otherwise says what the seats cost now [BOOK-14]', async () => {
    const showId = await addShow(testApp.db, { price: 199.99 });
    const bookFor = (expectedTotal: unknown, seats: string[], headers: Record<string, string> = {}) =>
      testApp.call('POST', '/bookings', { token: asha.token, body: { showId, seats, expectedTotal }, headers });
    expect(await bookFor(599.96, ['A1', 'A2', 'A3'])).toMatchObject({
      status: 409,
      body: { code: 'PRICE_CHANGED', total: 599.97, message: expect.stringContaining('Nothing was booked') },
    });
    expect((await seatMap(showId)).bookedSeats).toEqual([]);
    expect(await bookFor(599.97, ['A1', 'A2', 'A3'])).toMatchObject({ status: 201, body: { totalPrice: 599.97 } });
    expect((await bookFor(199.99, ['A1'])).body.code).toBe('SEATS_BOOKED');
    for (const wrong of ['199.99', -1, 199.999, 600_000.01, null]) {
      expect((await bookFor(wrong, ['B1'])).status, String(wrong)).toBe(400);
    }
  });

  it('books a free show at an expected total of 0 [BOOK-14]', async () => {
    const showId = await addShow(testApp.db, { price: 0 });
    const bookFor = (expectedTotal: number, seat: string) =>
      testApp.call('POST', '/bookings', { token: asha.token, body: { showId, seats: [seat], expectedTotal } });
    expect((await bookFor(0, 'A1')).status).toBe(201);
    expect(await bookFor(1, 'A2')).toMatchObject({ status: 409, body: { total: 0 } });
  });

  it('keeps the key when the price changed, and returns the booking of a key at any price [BOOK-14]', async () => {
    const showId = await addShow(testApp.db, { price: 100 });
    const bookFor = (expectedTotal: number) =>
      testApp.call('POST', '/bookings', {
        token: asha.token,
        body: { showId, seats: ['A1'], expectedTotal },
        headers: { 'idempotency-key': 'priced' },
      });
    expect((await bookFor(90)).body.code).toBe('PRICE_CHANGED');
    const made = await bookFor(100);
    expect(made.status).toBe(201);
    await testApp.db.updateTable('shows').set({ price_paise: 20_000 }).where('id', '=', showId).execute();
    for (const total of [100, 200]) {
      expect(await bookFor(total)).toMatchObject({ status: 201, body: { id: made.body.id, totalPrice: 100 } });
    }
  });

  it('checks the expected total of each request in a batch [BOOK-14]', async () => {
    const showId = await addShow(testApp.db, { price: 100 });
    const totals = [100, 90, undefined, 110, 100];
    const answers = await Promise.all(
      totals.map((expectedTotal, n) =>
        testApp.call('POST', '/bookings', { token: asha.token, body: { showId, seats: [`A${n + 1}`], expectedTotal } }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 409, 201, 409, 201]);
  });

  it.each([
    [[], 'Please select at least one seat'],
    [undefined, 'Please select at least one seat'],
    [['A1', 'A2', 'A3', 'A4', 'A5', 'A6', 'A7'], 'Maximum 6 seats can be selected'],
    [['A1', 'a1'], 'A seat is listed twice'],
    [['K1'], expect.stringContaining('A seat must be')],
    [['A01'], expect.stringContaining('A seat must be')],
    [[' A1'], expect.stringContaining('A seat must be')],
    [[1], expect.any(String)],
    ['A1', expect.any(String)],
  ])('refuses the seats %j [BOOK-2]', async (seats, message) => {
    const answer = await book(asha.token, 1, seats);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code: 'VALIDATION_FAILED', message });
  });

  it('refuses an unknown show, a started show, and a deleted account [BOOK-3]', async () => {
    const missing = await book(asha.token, 999_999, ['A1']);
    expect([missing.status, missing.body.message]).toEqual([404, 'Show not found']);
    const started = await addShow(testApp.db, { startsAt: new Date(Date.now() - 1000) });
    const late = await book(asha.token, started, ['A1']);
    expect([late.status, late.body.code]).toEqual([409, 'SHOW_STARTED']);
    const gone = await testApp.addUser();
    await testApp.db.deleteFrom('users').where('id', '=', gone.id).execute();
    const showId = await addShow(testApp.db);
    const ghost = await book(gone.token, showId, ['A1']);
    expect([ghost.status, ghost.body.code]).toEqual([401, 'UNAUTHENTICATED']);
  });

  it('books nothing if a seat is booked or held by another user, and names the seats [BOOK-4]', async () => {
    const showId = await addShow(testApp.db);
    await book(ravi.token, showId, ['C4', 'C5']);
    await holdFor(ravi.id, showId, 0, 60);
    const booked = await book(asha.token, showId, ['C3', 'C4', 'C5']);
    expect(booked.status).toBe(409);
    expect(booked.body).toMatchObject({
      code: 'SEATS_BOOKED',
      message: 'Seats C4, C5 are already booked.',
      conflicts: ['C4', 'C5'],
    });
    const held = await book(asha.token, showId, ['A1', 'A2']);
    expect(held.body).toMatchObject({ code: 'SEATS_HELD', conflicts: ['A1'] });
    expect(held.body.message).toBe('Seat A1 is held by another customer.');
    expect((await seatMap(showId)).bookedSeats).toEqual(['C4', 'C5']);
  });

  it('books over own and expired holds, and consumes the holds on its seats [BOOK-5]', async () => {
    const showId = await addShow(testApp.db);
    await holdFor(asha.id, showId, 0, 60);
    await holdFor(asha.id, showId, 2, 60);
    await holdFor(ravi.id, showId, 1, -1);
    expect((await book(asha.token, showId, ['A1', 'A2'])).status).toBe(201);
    const map = await seatMap(showId);
    expect(map.bookedSeats).toEqual(['A1', 'A2']);
    expect(Object.keys(map.blockedSeats)).toEqual(['A3']);
  });

  it('keeps the price paid when the price changes later [BOOK-6]', async () => {
    const showId = await addShow(testApp.db, { price: 100 });
    const { body } = await book(asha.token, showId, ['J10']);
    await testApp.db.updateTable('shows').set({ price_paise: 90_000 }).where('id', '=', showId).execute();
    const history = await testApp.call('GET', '/bookings/history', { token: asha.token });
    const found = history.body.data.find((item: { id: number }) => item.id === body.data.id);
    expect(found).toMatchObject({ totalPrice: 100, show: { price: 100 } });
  });

  it('lets the first of concurrent requests for the same seats win, each all or nothing [BOOK-7]', async () => {
    const showId = await addShow(testApp.db);
    const answers = await Promise.all(
      [['A1', 'A2'], ['A2', 'A3'], ['A3', 'A4'], ['A1']].map((seats) => book(ravi.token, showId, seats)),
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 409, 201, 409]);
    expect((await seatMap(showId)).bookedSeats).toEqual(['A1', 'A2', 'A3', 'A4']);
  });

  it('books once per Idempotency-Key, even in parallel, and refuses a different body [BOOK-8]', async () => {
    const showId = await addShow(testApp.db);
    const headers = { 'idempotency-key': 'k1' };
    const answers = await Promise.all(Array.from({ length: 5 }, () => book(asha.token, showId, ['D1', 'D2'], headers)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
    const [first] = answers;
    expect((await book(asha.token, showId, ['d2', 'D1'], headers)).body).toEqual(first?.body);
    const other = await book(asha.token, showId, ['D3'], headers);
    expect([other.status, other.body.code]).toEqual([409, 'IDEMPOTENCY_MISMATCH']);
    const stranger = await book(ravi.token, showId, ['D3'], headers);
    expect(stranger.status).toBe(201);
    const tooLong = await book(asha.token, showId, ['D4'], { 'idempotency-key': 'x'.repeat(201) });
    expect(tooLong.status).toBe(400);
    await testApp.pool.query(`update idempotency_keys set created_at = now() - interval '25 hours'`);
    const forgotten = await book(asha.token, showId, ['D5'], headers);
    expect(forgotten.status).toBe(201);
  });
});

describe('cancelling', () => {
  it('returns the cancelled booking when its Idempotency-Key is repeated [BOOK-8]', async () => {
    const showId = await addShow(testApp.db);
    const headers = { 'idempotency-key': 'booked and cancelled' };
    const first = await book(asha.token, showId, ['A1'], headers);
    expect(first.body).toMatchObject({ status: 'CONFIRMED', message: 'Your seats are booked.' });
    await testApp.call('POST', `/bookings/cancel/${first.body.id}`, { token: asha.token });
    const again = await book(asha.token, showId, ['A1'], headers);
    expect(again.body).toMatchObject({
      ...{ id: first.body.id, status: 'CANCELLED', message: 'This booking was cancelled.' },
      data: { id: first.body.id, status: 'CANCELLED' },
    });
    expect(again.body).not.toHaveProperty('ticketCode');
    expect((await seatMap(showId)).bookedSeats).toEqual([]);
  });

  it('frees the seats immediately, and succeeds only once, even in parallel [CANCEL-1]', async () => {
    const showId = await addShow(testApp.db);
    const { id } = (await book(asha.token, showId, ['A1', 'A2'])).body;
    const answers = await Promise.all(
      [1, 2].map(() => testApp.call('POST', `/bookings/cancel/${id}`, { token: asha.token })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const won = answers.find(({ status }) => status === 200);
    expect(won?.body.data).toMatchObject({ id, status: 'CANCELLED', seats: ['A1', 'A2'] });
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('ALREADY_CANCELLED');
    expect((await book(ravi.token, showId, ['A1', 'A2'])).status).toBe(201);
  });

  it("refuses other users' bookings, unknown, started and checked-in ones [CANCEL-2]", async () => {
    const showId = await addShow(testApp.db);
    const { id } = (await book(asha.token, showId, ['A1'])).body;
    const cancel = (token: string, bookingId: number | string) =>
      testApp.call('POST', `/bookings/cancel/${bookingId}`, { token });
    expect((await cancel(ravi.token, id)).status).toBe(403);
    expect((await cancel(asha.token, 999_999_999)).status).toBe(404);
    expect((await cancel(asha.token, '5abc')).status).toBe(400);
    await testApp.pool.query(`update bookings set status = 'CHECKED_IN', checked_in_at = now() where id = $1`, [id]);
    expect((await cancel(asha.token, id)).body.code).toBe('ALREADY_CHECKED_IN');
    const other = (await book(asha.token, showId, ['A2'])).body.id;
    await testApp.db.updateTable('shows').set({ starts_at: new Date() }).where('id', '=', showId).execute();
    expect((await cancel(asha.token, other)).body.code).toBe('SHOW_STARTED');
  });
});

describe('history', () => {
  it("lists the caller's bookings, newest first, in pages if requested [BOOK-9]", async () => {
    const customer = await testApp.addUser();
    const showId = await addShow(testApp.db);
    const ids: number[] = [];
    for (const seat of ['A1', 'A2', 'A3']) ids.unshift((await book(customer.token, showId, [seat])).body.id);
    await book(ravi.token, showId, ['B1']);
    const all = await testApp.call('GET', '/bookings/history', { token: customer.token });
    expect(all.body.data.map(({ id }: { id: number }) => id)).toEqual(ids);
    const page = await testApp.call('GET', '/bookings/history?page=2&limit=2', { token: customer.token });
    expect(page.body.data.map(({ id }: { id: number }) => id)).toEqual(ids.slice(2));
    expect(page.body.meta).toEqual({
      page: 2,
      limit: 2,
      total: 3,
      totalPages: 2,
      hasNextPage: false,
      hasPrevPage: true,
    });
    expect((await testApp.call('GET', '/bookings/history?page=0', { token: customer.token })).status).toBe(400);
  });

  it('returns the newest 200 without paging, and a page of ten with a page number [BOOK-9]', async () => {
    const customer = await testApp.addUser();
    const showId = await addShow(testApp.db);
    await testApp.pool.query(
      `insert into bookings (show_id, user_id, seats, price_paise, status, cancelled_at)
       select $1, $2, '{0}', 100, 'CANCELLED', now() from generate_series(1, 201)`,
      [showId, customer.id],
    );
    const newest = (await book(customer.token, showId, ['A2'])).body.id;
    const list = async (query: string) =>
      (await testApp.call('GET', `/bookings/history${query}`, { token: customer.token })).body;
    const all = await list('');
    expect([all.data.length, all.data[0].id]).toEqual([200, newest]);
    expect(all.meta).toMatchObject({ page: 1, limit: 200, total: 202 });
    expect((await list('?page=2')).meta).toMatchObject({ page: 2, limit: 10, total: 202 });
    const five = await list('?limit=5');
    expect([five.data.length, five.meta.page, five.meta.limit]).toEqual([5, 1, 5]);
  });

  it('responds with 404 to the seat map of an unknown show [BOOK-10]', async () => {
    const answer = await testApp.call('GET', '/bookings/seats/999999', { token: asha.token });
    expect([answer.status, answer.body.message]).toEqual([404, 'Show not found']);
  });
});

describe('the database itself', () => {
  it('refuses a booking without a user or show, a seat without its booking, and deleting what a booking refers to [BOOK-11]', async () => {
    const showId = await addShow(testApp.db);
    const { id } = (await book(asha.token, showId, ['A1'])).body;
    const run = (text: string, values: unknown[]) => testApp.pool.query(text, values);
    const insert = 'insert into bookings (show_id, user_id, seats, price_paise) values ($1, $2, $3, 0)';
    await expect(run(insert, [showId, 999_999, [5]])).rejects.toMatchObject({ constraint: 'bookings_user_id_fkey' });
    await expect(run(insert, [999_999, asha.id, [5]])).rejects.toMatchObject({ constraint: 'bookings_show_id_fkey' });
    await expect(
      run('insert into seats (show_id, seat, user_id, booking_id) values ($1, 7, $2, $3)', [showId, ravi.id, id]),
    ).rejects.toMatchObject({ constraint: 'seats_booking_id_fkey' });
    await expect(run('delete from shows where id = $1', [showId])).rejects.toMatchObject({
      constraint: 'bookings_show_id_fkey',
    });
    await expect(run('delete from users where id = $1', [asha.id])).rejects.toMatchObject({
      constraint: 'bookings_user_id_fkey',
    });
    await expect(run('delete from bookings where id = $1', [id])).rejects.toMatchObject({
      constraint: 'seats_booking_id_fkey',
    });
  });

  it.each([
    ['read committed', '23503'],
    ['repeatable read', '40001'],
  ])('refuses a booking of a user deleted after a %s writer began [BOOK-11]', async (level, code) => {
    const [showId, { id: userId }] = [await addShow(testApp.db), await testApp.addUser()];
    const writer = await testApp.pool.connect();
    try {
      await writer.query(`begin isolation level ${level}`);
      await writer.query('select from users');
      await testApp.pool.query('delete from users where id = $1', [userId]);
      const insert = 'insert into bookings (show_id, user_id, seats, price_paise) values ($1, $2, $3, 0)';
      await expect(writer.query(insert, [showId, userId, [5]])).rejects.toMatchObject({ code });
    } finally {
      writer.release(true);
    }
  });

  it('deletes a show with its holds if nothing is booked [HOLD-9]', async () => {
    const showId = await addShow(testApp.db);
    await holdFor(asha.id, showId, 3, 60);
    await testApp.db.deleteFrom('shows').where('id', '=', showId).execute();
    const { rows } = await testApp.pool.query('select from seats where show_id = $1', [showId]);
    expect(rows).toHaveLength(0);
  });
});
