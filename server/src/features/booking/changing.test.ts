/** A change gives back some seats of a booking and takes others, completely or not at all. */
import { afterAll, describe, expect, it } from 'vitest';
import { factoryFor, fromNow, HOUR_MS } from '../../../test/factory.ts';
import { openTestApp } from '../../../test/test-app.ts';
import { openBookings } from './booking.ts';

const { call, addUser, db, pool } = await openTestApp();
const make = factoryFor(db);
const asha = await addUser({ name: 'Asha' });
const ravi = await addUser();
const bookings = openBookings({ pool });
afterAll(() => bookings.close());

const change = (bookingId: number, body: unknown, { token = asha.token, key = '' } = {}) =>
  call('POST', `/bookings/${bookingId}/change`, {
    ...{ token, body },
    ...(key && { headers: { 'idempotency-key': key } }),
  });
const bookedSeats = async (showId: number) =>
  (
    await pool.query('select seat, booking_id from seats where show_id = $1 and booking_id is not null order by seat', [
      showId,
    ])
  ).rows.map(({ seat, booking_id }) => [seat, booking_id]);
const versionOf = async (showId: number) =>
  (await pool.query('select version from seat_versions where show_id = $1', [showId])).rows[0].version;

/** Two seats of Asha, at a price that the show no longer has. */
async function makeBooking(show: object = {}) {
  const showId = await make.show({ price: 400, ...show });
  return { showId, bookingId: await make.booking({ showId, userId: asha.id, seats: ['C4', 'C5'], price: 199.99 }) };
}

describe('changing a booking', () => {
  it('gives back seats and takes others at the price that was paid [CHANGE-1] [CHANGE-2]', async () => {
    const { showId, bookingId } = await makeBooking();
    await make.hold(showId, asha.id, 'C6', fromNow(HOUR_MS));
    const { status, body } = await change(bookingId, { release: ['c5'], take: ['C6'] });
    expect([status, body.message]).toEqual([200, 'Your seats are changed.']);
    expect(body.data).toMatchObject({
      ...{ id: bookingId, status: 'CONFIRMED', seats: ['C4', 'C6'], seatCount: 2, totalPrice: 399.98 },
      ticketCode: expect.stringMatching(/^MB-/),
    });
    expect(await bookedSeats(showId)).toEqual([
      [23, bookingId],
      [25, bookingId],
    ]);
    expect(await versionOf(showId)).toBe(2);
    const history = await call('GET', '/bookings/history', { token: asha.token });
    expect(history.body.data[0]).toMatchObject({ id: bookingId, seats: ['C4', 'C6'] });
  });

  it('may only give back, and may move every seat', async () => {
    const { showId, bookingId } = await makeBooking();
    const { body } = await change(bookingId, { release: ['C4', 'C5'], take: ['J10', 'A1'] });
    expect(body.data).toMatchObject({ seats: ['A1', 'J10'], totalPrice: 399.98 });
    const { body: smaller } = await change(bookingId, { release: ['J10'], take: [] });
    expect(smaller.data).toMatchObject({ seats: ['A1'], totalPrice: 199.99 });
    expect(await bookedSeats(showId)).toEqual([[0, bookingId]]);
    expect(await versionOf(showId)).toBe(3);
    const { rows } = await pool.query(
      `select sum(bookings)::int as bookings, sum(seats)::int as seats, sum(paise)::int as paise
       from current_totals where dimension = 'show' and ref_id = $1 and status = 'CONFIRMED'`,
      [showId],
    );
    expect(rows).toEqual([{ bookings: 1, seats: 1, paise: 19999 }]);
  });

  it('refuses what can never be a change with 400', async () => {
    const { showId, bookingId } = await makeBooking();
    for (const body of [
      ...[{}, { release: ['C4'] }, { release: [], take: [] }, { release: ['C4'], take: ['A1', 'A2'] }],
      ...[
        { release: ['C4'], take: ['C4'] },
        { release: ['C4', 'C4'], take: [] },
        { release: ['K1'], take: [] },
      ],
      { release: ['C4', 'C5'], take: [] },
    ]) {
      const { status, body: answer } = await change(bookingId, body);
      expect([status, answer.code], JSON.stringify(body)).toEqual([400, 'VALIDATION_FAILED']);
    }
    expect(await versionOf(showId)).toBe(0);
  });

  it('leaves a seat that was closed in the meantime closed [CLOSED-2]', async () => {
    const { showId, bookingId } = await makeBooking();
    await pool.query('insert into closed_seats_of_show values ($1, 23)', [showId]);
    await change(bookingId, { release: ['C4'], take: ['A1'] });
    const { body } = await call('GET', `/bookings/seats/${showId}`, { token: asha.token });
    expect(body).toMatchObject({ version: 3, closedSeats: ['C4'], bookedSeats: ['A1', 'C4', 'C5'] });
  });

  it('is refused for the reasons of a booking, and then changes nothing [CHANGE-3]', async () => {
    const { showId, bookingId } = await makeBooking();
    await make.booking({ showId, userId: ravi.id, seats: ['A1'] });
    await make.hold(showId, ravi.id, 'A2', fromNow(HOUR_MS));
    await pool.query('insert into closed_seats_of_show values ($1, 2)', [showId]);
    const refusal = async (take: string[]) => {
      const { status, body } = await change(bookingId, { release: ['C4'], take });
      return [status, body.code, body.conflicts];
    };
    expect(await refusal(['A1'])).toEqual([409, 'SEATS_BOOKED', ['A1']]);
    expect(await refusal(['C5'])).toEqual([409, 'SEATS_BOOKED', ['C5']]);
    expect(await refusal(['A2'])).toEqual([409, 'SEATS_HELD', ['A2']]);
    expect(await refusal(['A3'])).toEqual([409, 'SEATS_CLOSED', ['A3']]);
    expect((await bookedSeats(showId)).filter(([, id]) => id === bookingId)).toEqual([
      [23, bookingId],
      [24, bookingId],
    ]);
    expect(await versionOf(showId)).toBe(0);
  });

  it("is refused for other users' bookings, and when the booking or show no longer allows it [CHANGE-4]", async () => {
    const { showId, bookingId } = await makeBooking();
    const swap = { release: ['C4'], take: ['A1'] };
    const code = async (id: number, body: unknown = swap, token = asha.token) => {
      const answer = await change(id, body, { token });
      return [answer.status, answer.body.code];
    };
    expect(await code(bookingId, swap, ravi.token)).toEqual([403, 'FORBIDDEN']);
    expect(await code(2_000_000_000)).toEqual([404, 'NOT_FOUND']);
    expect(await code(bookingId, { release: ['C6'], take: ['A1'] })).toEqual([409, 'NOT_CHANGEABLE']);
    for (const status of ['CANCELLED', 'CHECKED_IN'] as const) {
      const other = await make.booking({ showId, userId: asha.id, seats: ['D4'], status });
      expect(await code(other, { release: ['D4'], take: ['A1'] }), status).toEqual([409, 'NOT_CHANGEABLE']);
    }
    const started = await makeBooking({ startsAt: fromNow(-HOUR_MS) });
    expect(await code(started.bookingId)).toEqual([409, 'SHOW_STARTED']);
    const admin = await addUser({ role: 'ADMIN' });
    await call('POST', `/admin/shows/${showId}/cancel`, { token: admin.token, body: { reason: 'Projector' } });
    expect(await code(bookingId)).toEqual([409, 'SHOW_CANCELLED']);
  });

  it('happens once per Idempotency-Key, which a booking or another change cannot use [CHANGE-5]', async () => {
    const { showId, bookingId } = await makeBooking();
    const key = `swap ${bookingId}`;
    const swap = { release: ['C4'], take: ['A1'] };
    const [first, second] = await Promise.all([change(bookingId, swap, { key }), change(bookingId, swap, { key })]);
    expect([first.body.data, second.body.data]).toMatchObject([{ seats: ['A1', 'C5'] }, { seats: ['A1', 'C5'] }]);
    expect(await versionOf(showId)).toBe(2);
    const mismatch = async (answer: Promise<{ body: { code: string } }>) => (await answer).body.code;
    expect(await mismatch(change(bookingId, { release: ['C5'], take: ['A2'] }, { key }))).toBe('IDEMPOTENCY_MISMATCH');
    const book = (seats: string[], headers: object) =>
      call('POST', '/bookings', {
        token: asha.token,
        body: { showId, seats },
        headers: headers as Record<string, string>,
      });
    expect(await mismatch(book(['A1'], { 'idempotency-key': key }))).toBe('IDEMPOTENCY_MISMATCH');
    await book(['J1'], { 'idempotency-key': 'booked first' });
    expect(await mismatch(change(bookingId, { release: ['C5'], take: ['J1'] }, { key: 'booked first' }))).toBe(
      'IDEMPOTENCY_MISMATCH',
    );
    const { body } = await change(bookingId, { release: ['C5'], take: [] });
    expect(body.data.seats).toEqual(['A1']);
    expect((await change(bookingId, swap, { key })).body.data.seats).toEqual(['A1']);
  });

  it('decides competing changes one after the other, with the result of the first [CHANGE-6]', async () => {
    const { showId, bookingId } = await makeBooking();
    const other = await make.booking({ showId, userId: asha.id, seats: ['E5'] });
    const ask = (id: number, release: string[], take: string[]) =>
      bookings.change({ bookingId: id, userId: asha.id, release, take, key: undefined }).then(
        ({ seats }) => seats,
        ({ code }) => code,
      );
    const answers = await Promise.all([
      ask(bookingId, ['C4'], ['A1']),
      ask(bookingId, ['C4'], ['A2']),
      ask(other, ['E5'], ['A1']),
      ask(other, ['E5'], ['C4']),
      bookings.cancel(bookingId, asha.id).then(({ status }) => status),
    ]);
    expect(answers).toEqual([['A1', 'C5'], 'NOT_CHANGEABLE', 'SEATS_BOOKED', ['C4'], 'CANCELLED']);
    expect(await bookedSeats(showId)).toEqual([[23, other]]);
  });

  it('is part of the booking’s timeline, with what is owed for fewer seats [CHANGE-7]', async () => {
    const { bookingId } = await makeBooking();
    await change(bookingId, { release: ['C4', 'C5'], take: ['A1'] });
    const admin = await addUser({ role: 'ADMIN' });
    const { body } = await call('GET', `/admin/bookings/${bookingId}`, { token: admin.token });
    expect(body.data.events.slice(2)).toMatchObject([
      {
        kind: 'CHANGED',
        by: { id: asha.id, name: 'Asha' },
        change: { released: ['C4', 'C5'], taken: ['A1'], refund: 199.99 },
      },
    ]);
  });
});
