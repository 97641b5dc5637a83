/** Tests cancel_bookings, cancel_booking_for_customer and cancel_show. */
import { beforeEach, describe, expect, it } from 'vitest';
import { fromNow, HOUR_MS } from '../factory.ts';
import { untilWaiting } from '../interleaving.ts';
import { openLedger } from './open-ledger.ts';

const ledger = await openLedger();
const { make, rows } = ledger;
const [asha, ravi] = (await ledger.users(2)) as [number, number];
const REASON = 'Projector';

const close = async (showId: number, seats: number[]) =>
  rows('insert into closed_seats select screen_id, unnest($2::int[]) from shows where id = $1', [showId, seats]);
const statuses = async (showId: number) =>
  (await rows('select status from bookings where show_id = $1 order by id', [showId])).map(({ status }) => status);
const seatsOf = async (showId: number) =>
  (await rows('select seat from seats where show_id = $1 order by seat', [showId])).map(({ seat }) => seat);
const book = (showId: number, seats: string[], status: 'CONFIRMED' | 'CANCELLED' | 'CHECKED_IN' = 'CONFIRMED') =>
  make.booking({ showId, userId: asha, seats, status });
/** A booking that can no longer be cancelled only because its show has started. */
async function bookStarted() {
  const showId = await make.show({ startsAt: fromNow(-HOUR_MS) });
  return { showId, bookingId: await book(showId, ['A1']) };
}

beforeEach(() => ledger.changes());

describe('users cancel bookings', () => {
  const cancel = async (...requests: [bookingId: number, userId: number][]) =>
    (
      await rows('select * from ledger.cancel_bookings($1, $2, 3000) order by place', [
        requests.map(([bookingId]) => bookingId),
        requests.map(([, userId]) => userId),
      ])
    ).map(({ outcome }) => outcome);

  it('once, and the result says why the others failed', async () => {
    const [showId, other] = [await make.show(), await make.show()];
    const [mine, kept] = [await book(showId, ['A1', 'A2']), await book(showId, ['B1'])];
    const [cancelled, checkedIn] = [await book(other, ['A1'], 'CANCELLED'), await book(other, ['B1'], 'CHECKED_IN')];
    await close(other, [0, 10]);
    await rows(
      `insert into seats (show_id, seat, user_id, held_since, held_until) values ($1, 90, $2, now(), now() + interval '1 min')`,
      [showId, asha],
    );
    const outcomes = await cancel(
      ...([
        [0, asha],
        [mine, ravi],
        [cancelled, asha],
        [checkedIn, asha],
        [(await bookStarted()).bookingId, asha],
        [mine, asha],
        [mine, asha],
        [mine, ravi],
      ] as [number, number][]),
    );
    expect(outcomes).toEqual([
      ...['NOT_FOUND', 'FORBIDDEN', 'ALREADY_CANCELLED', 'ALREADY_CHECKED_IN', 'SHOW_STARTED', 'CANCELLED'],
      ...['ALREADY_CANCELLED', 'FORBIDDEN'],
    ]);
    expect([await statuses(showId), await statuses(other)]).toEqual([
      ['CANCELLED', 'CONFIRMED'],
      ['CANCELLED', 'CHECKED_IN'],
    ]);
    expect([await seatsOf(showId), await seatsOf(other)]).toEqual([[10, 90], [10]]);
    expect((await ledger.changes()).map(({ change }) => change)).toEqual([
      { kind: 'cancelled', userId: asha, seats: [0, 1], bookingId: mine },
    ]);
    expect(await cancel([kept, asha])).toEqual(['CANCELLED']);
  });

  it('publishes each in the order of the requests, and again for closed seats', async () => {
    const [showId, other] = [await make.show(), await make.show()];
    const ids = [await book(showId, ['A1']), await book(showId, ['A2']), await book(other, ['A3'])];
    await close(showId, [1, 2]);
    await close(other, [0]);
    await cancel(...([2, 1, 0].map((n) => [ids[n], asha]) as [number, number][]));
    const changes = await ledger.changes();
    expect(changes.map(({ showId: id, version, change }) => [id, version, change.kind, change.seats])).toEqual([
      [other, 1, 'cancelled', [2]],
      [showId, 1, 'cancelled', [1]],
      [showId, 2, 'closed', undefined],
      [showId, 3, 'cancelled', [0]],
    ]);
  });

  it('after waiting for a locked show up to the given time', async () => {
    const showId = await make.show();
    const id = await book(showId, ['A1']);
    const call = (ms: number) => `select ledger.cancel_bookings('{${id}}', '{${asha}}', ${ms})`;
    expect(await ledger.waitsForShow(showId, call)).toBe('3s');
  });
});

describe('the cinema cancels a booking', () => {
  const cancel = async (bookingId: number) =>
    (await rows('select ledger.cancel_booking_for_customer($1, $2) as outcome', [bookingId, REASON]))[0].outcome;

  it('once, with a reason, and changes nothing else in the show', async () => {
    const [showId, other] = [await make.show(), await make.show()];
    const [id] = [await book(showId, ['A1', 'A2']), await book(showId, ['B1']), await book(other, ['A1'])];
    await close(other, [0]);
    await close(showId, [50]);
    expect([await cancel(id), await cancel(id), await cancel(0)]).toEqual([
      ...['CANCELLED', 'ALREADY_CANCELLED', 'NOT_FOUND'],
    ]);
    expect(await rows('select status, cancel_reason from bookings where show_id = $1 order by id', [showId])).toEqual([
      { status: 'CANCELLED', cancel_reason: REASON },
      { status: 'CONFIRMED', cancel_reason: null },
    ]);
    expect([await seatsOf(showId), await seatsOf(other), await statuses(other)]).toEqual([[10], [0], ['CONFIRMED']]);
    expect((await ledger.changes()).map(({ change }) => change)).toEqual([
      { kind: 'cancelled', userId: asha, seats: [0, 1], bookingId: id },
    ]);
  });

  it('not after the show has started or the ticket was scanned', async () => {
    const checkedIn = await book(await make.show(), ['A1'], 'CHECKED_IN');
    expect([await cancel(checkedIn), await cancel((await bookStarted()).bookingId)]).toEqual([
      ...['ALREADY_CHECKED_IN', 'SHOW_STARTED'],
    ]);
  });

  it('without waiting for other shows', async () => {
    const [showId] = [await make.show(), await make.show()];
    const id = await book(showId, ['A1']);
    await ledger.expectToWaitForNoOtherShow(showId, `select ledger.cancel_booking_for_customer(${id}, 'x')`);
  });

  it('and publishes that a seat is closed', async () => {
    const showId = await make.show();
    const id = await book(showId, ['A1', 'A2']);
    await close(showId, [1]);
    await cancel(id);
    expect((await ledger.changes()).map(({ showId: of, change }) => [of, change.kind])).toEqual([
      [showId, 'cancelled'],
      [showId, 'closed'],
    ]);
  });
});

describe('the cinema cancels a show', () => {
  const cancel = async (showId: number) =>
    (await rows('select * from ledger.cancel_show($1, $2)', [showId, REASON]))[0];

  it('with all its bookings and holds, once', async () => {
    const [showId, other] = [await make.show(), await make.show()];
    for (const id of [showId, other]) {
      await book(id, ['A1']);
      await book(id, ['A2'], 'CANCELLED');
      await book(id, ['A3'], 'CHECKED_IN');
      await make.hold(id, ravi, 'A4', fromNow(HOUR_MS));
    }
    await rows('update bookings set scan_id = gen_random_uuid() where checked_in_at is not null');
    expect([await cancel(showId), await cancel(showId), await cancel(0)]).toEqual([
      { outcome: 'CANCELLED', cancelled_bookings: 2 },
      { outcome: 'ALREADY_CANCELLED', cancelled_bookings: null },
      { outcome: 'NOT_FOUND', cancelled_bookings: null },
    ]);
    expect([await statuses(showId), await seatsOf(showId)]).toEqual([Array(3).fill('CANCELLED'), []]);
    expect([await statuses(other), await seatsOf(other)]).toEqual([
      ['CONFIRMED', 'CANCELLED', 'CHECKED_IN'],
      [0, 2, 3],
    ]);
    const reasons = await rows('select cancel_reason from bookings where show_id = $1 order by id', [showId]);
    expect(reasons.map(({ cancel_reason }) => cancel_reason)).toEqual([REASON, null, REASON]);
    const shows = await rows('select cancel_reason from shows where id = any ($1) order by id', [[showId, other]]);
    expect(shows).toEqual([{ cancel_reason: REASON }, { cancel_reason: null }]);
    expect(await ledger.changes()).toMatchObject([{ showId, version: 1, change: { kind: 'show-cancelled' } }]);
  });

  it('including a booking made while it waits for the show', async () => {
    const showId = await make.show();
    const id = await book(showId, ['A1'], 'CANCELLED');
    const other = await ledger.pool.connect();
    await other.query('begin');
    await other.query('select from seat_versions where show_id = $1 for no key update', [showId]);
    await other.query(`update bookings set status = 'CONFIRMED', cancelled_at = null where id = $1`, [id]);
    await other.query('insert into seats (show_id, seat, user_id, booking_id) values ($1, 0, $2, $3)', [
      showId,
      asha,
      id,
    ]);
    const cancelled = cancel(showId);
    await untilWaiting(ledger.pool, 1);
    await other.query('commit');
    other.release();
    expect(await cancelled).toMatchObject({ outcome: 'CANCELLED', cancelled_bookings: 1 });
    expect([await statuses(showId), await seatsOf(showId)]).toEqual([['CANCELLED'], []]);
  });

  it('without waiting for others', async () => {
    const [showId] = [await make.show(), await make.show()];
    await ledger.expectToWaitForNoOtherShow(showId, `select ledger.cancel_show(${showId}, 'x')`);
  });

  it('also while it runs, but not after its end', async () => {
    const [running, over] = [fromNow(-HOUR_MS), fromNow(-5 * HOUR_MS)];
    const shows = [await make.show({ startsAt: running }), await make.show({ startsAt: over })];
    expect(await Promise.all(shows.map(async (id) => (await cancel(id)).outcome))).toEqual(['CANCELLED', 'OVER']);
  });
});
