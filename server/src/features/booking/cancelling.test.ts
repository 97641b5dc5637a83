/** Cancellations are batched like bookings, and each has its own outcome. */
import { afterAll, describe, expect, it } from 'vitest';
import { DAY_MS, factoryFor, fromNow, HOUR_MS } from '../../../test/factory.ts';
import { freshDatabase } from '../../../test/test-app.ts';
import { openSeatCommits } from '../seating/seat-commits.ts';
import { type CancelRow, cancelBookings } from './booking.sql.ts';
import { openBookings } from './booking.ts';

const { pool, db } = await freshDatabase();
const make = factoryFor(db);
const { rows: users } = await pool.query<{ id: number }>(
  `insert into users (name, email, password_hash) values ('Asha', 'a@example.com', 'x'), ('Ravi', 'r@example.com', 'x') returning id`,
);
const [asha = 0, ravi = 0] = users.map(({ id }) => id);
const batches: number[] = [];
const commits = openSeatCommits({ ledgerPool: pool, lanes: 1, onBatch: (_, size) => batches.push(size) });
const bookings = openBookings({ pool, commits });
afterAll(() => bookings.close());

/** One booking of each kind, and two of Asha's that she can cancel. */
async function makeBookings() {
  const [showId, other, started] = [
    await make.show(),
    await make.show(),
    await make.show({ startsAt: fromNow(-HOUR_MS) }),
  ];
  const of = (seat: string, booking: object = {}) =>
    make.booking({ showId, userId: asha, seats: [seat, `${seat}0`], ...booking });
  return {
    ...{ showId, other },
    first: await of('A1'),
    second: await make.booking({ showId: other, userId: asha, seats: ['A1'] }),
    ofRavi: await make.booking({ showId, userId: ravi, seats: ['C1'] }),
    cancelled: await of('D1', { status: 'CANCELLED' }),
    checkedIn: await of('E1', { status: 'CHECKED_IN' }),
    started: await of('F1', { showId: started }),
  };
}

const versionsOf = async (...showIds: number[]) =>
  (
    await pool.query<{ version: number }>(
      'select version from seat_versions where show_id = any ($1) order by show_id',
      [showIds],
    )
  ).rows.map(({ version }) => version);

describe('cancelling in batches', () => {
  it('lets concurrent cancellations share a transaction, each with its own outcome [CANCEL-1] [CANCEL-2]', async () => {
    const { showId, other, first, second, ofRavi, cancelled, checkedIn, started } = await makeBookings();
    const wanted = [first, ofRavi, second, first, 999_999_999, cancelled, checkedIn, started];
    const outcomes = wanted.map((id) =>
      bookings.cancel(id, asha).then(
        ({ status, seats }) => [status, seats],
        ({ code }) => code,
      ),
    );
    expect(await Promise.all(outcomes)).toEqual([
      ['CANCELLED', ['A1', 'A10']],
      'FORBIDDEN',
      ['CANCELLED', ['A1']],
      'ALREADY_CANCELLED',
      'NOT_FOUND',
      'ALREADY_CANCELLED',
      'ALREADY_CHECKED_IN',
      'SHOW_STARTED',
    ]);
    expect(batches).toEqual([6]);
    expect(await versionsOf(showId, other)).toEqual([1, 1]);
    const { rows } = await pool.query('select seat from seats where show_id = any ($1) order by seat', [
      [showId, other],
    ]);
    expect(rows.map(({ seat }) => seat)).toEqual([20, 40, 49]);
  });

  it("refuses other users' and unknown bookings in the ledger itself, request by request [CANCEL-2]", async () => {
    const { showId, ofRavi, first } = await makeBookings();
    const statement = cancelBookings([999_999_999, ofRavi, first, ofRavi], [asha, asha, asha, ravi], 3000);
    const { rows } = await pool.query<CancelRow>(statement);
    expect(rows.map(({ outcome }) => outcome)).toEqual(['NOT_FOUND', 'FORBIDDEN', 'CANCELLED', 'CANCELLED']);
    expect(await versionsOf(showId)).toEqual([2]);
  });

  it('returns the booking with the price paid and with its show as it is now', async () => {
    const [movieId, screenId, startsAt] = [await make.movie('Monsoon'), await make.screen(), fromNow(40 * DAY_MS)];
    const showId = await make.show({ movieId, screenId, startsAt, price: 400 });
    const id = await make.booking({ showId, userId: asha, seats: ['B2', 'B10'], price: 199.99 });
    expect(await bookings.cancel(id, asha)).toMatchObject({
      ...{ id, bookingId: id, status: 'CANCELLED', seats: ['B2', 'B10'], seatCount: 2, totalPrice: 399.98 },
      movie: { title: 'Monsoon' },
      show: { id: showId, price: 199.99, startTime: startsAt.toISOString(), screen: { id: screenId } },
    });
  });

  it('cancels a full show in few transactions, with exact seats, versions and totals', async () => {
    const showIds = [await make.show(), await make.show()];
    const seats = Array.from({ length: 100 }, (_, n) => `${'ABCDEFGHIJ'[Math.floor(n / 10)]}${(n % 10) + 1}`);
    const ids = await Promise.all(
      showIds.flatMap((showId) => seats.map((seat) => make.booking({ showId, userId: asha, seats: [seat] }))),
    );
    batches.length = 0;
    const answers = await Promise.all(ids.map((id) => bookings.cancel(id, asha)));
    expect(answers.map(({ id, status }) => `${id} ${status}`)).toEqual(ids.map((id) => `${id} CANCELLED`));
    expect(batches.length).toBeLessThan(10);
    expect(await versionsOf(...showIds)).toEqual([100, 100]);
    const { rows } = await pool.query(
      `select (select count(*)::int from seats where show_id = any ($1)) as seats,
         (select json_object_agg(status, bookings) from (
           select status, sum(bookings)::int as bookings from current_totals
           where dimension = 'show' and ref_id = any ($1) group by status) t) as totals`,
      [showIds],
    );
    expect(rows).toEqual([{ seats: 0, totals: { CONFIRMED: 0, CANCELLED: 200 } }]);
  });
});
