import { expect, it } from 'vitest';
import { fromNow, HOUR_MS } from '../factory.ts';
import { untilWaiting } from '../interleaving.ts';
import { openLedger } from './open-ledger.ts';

const ledger = await openLedger();
const { make, rows, pool } = ledger;
const [asha, ravi, mina, gone] = (await ledger.users(4)) as [number, number, number, number];
await ledger.deleteUser(gone);
const PRICE = 25_000;

interface Request {
  showId: number;
  userId?: number;
  seats: number[];
  key?: string;
  isContested?: boolean;
  expectedTotal?: number;
}

const book = (requests: Request[], { seatsPerUser = 0, hasLines = false } = {}) => {
  const list = <Value>(read: (request: Request) => Value) =>
    requests.some((one) => read(one) != null) ? requests.map((one) => read(one) ?? null) : null;
  return rows('select * from ledger.book_seats($1, $2, $3, $4, $5, 3000, $6, $7, $8) order by place', [
    requests.map(({ showId }) => showId),
    requests.map(({ userId }) => userId ?? asha),
    requests.map(({ seats }) => seats.join()),
    list(({ key }) => key),
    requests.map(({ isContested }) => isContested ?? false),
    list(({ expectedTotal }) => expectedTotal),
    seatsPerUser,
    hasLines,
  ]);
};
const outcomes = async (requests: Request[], options = {}) =>
  (await book(requests, options)).map(({ outcome }) => outcome);
const stored = (showId: number) =>
  rows(
    `select seat, user_id as user, booking_id as booking, held_since is null and held_until is null and leased_until is null as "isBooked"
     from seats where show_id = $1 order by seat`,
    [showId],
  );
const hold = (showId: number, userId: number, seats: number[], until: number) =>
  rows(
    `insert into seats (show_id, seat, user_id, held_since, held_until, leased_until)
     select $1, unnest($3::int[]), $2, now() - interval '1 hour', now() + make_interval(secs => $4), now()`,
    [showId, userId, seats, until],
  );
const close = async (showId: number, seats: number[]) =>
  rows('insert into closed_seats select screen_id, unnest($2::int[]) from shows where id = $1', [showId, seats]);

it('returns the reason for each refused request in a call', async () => {
  const [free, cancelled] = [await make.show(), await make.show()];
  const started = await make.show({ startsAt: fromNow(-HOUR_MS) });
  await rows(`update shows set cancelled_at = now(), cancel_reason = 'Projector' where id = $1`, [cancelled]);
  const seats = [0, 1];
  const requests = [
    { showId: free, userId: 0, seats },
    { showId: free, userId: gone, seats },
    { showId: 0, seats },
    { showId: cancelled, seats },
    { showId: started, seats },
    { showId: free, seats, isContested: true },
    { showId: free, seats, expectedTotal: PRICE },
    { showId: free, seats, expectedTotal: 2 * PRICE },
    { showId: free, seats: [2] },
    { showId: free, seats: [3, 4, 5, 6, 7, 8, 9] },
  ];
  const answers = await book(requests);
  expect(answers.map(({ outcome }) => outcome)).toEqual([
    ...[
      'NO_USER',
      'NO_USER',
      'NO_SHOW',
      'CANCELLED',
      'STARTED',
      'AGAIN',
      'OTHER_PRICE',
      'BOOKED',
      'BOOKED',
      'TOO_MANY',
    ],
  ]);
  const [first, second] = answers.slice(-3).map(({ booking_id }) => booking_id);
  expect(answers.slice(0, -3).map(({ booking_id }) => booking_id)).toEqual(Array(7).fill(null));
  expect(await stored(free)).toEqual([
    { seat: 0, user: asha, booking: first, isBooked: true },
    { seat: 1, user: asha, booking: first, isBooked: true },
    { seat: 2, user: asha, booking: second, isBooked: true },
  ]);
  expect(await rows('select id, seats, price_paise from bookings where show_id = $1 order by id', [free])).toEqual([
    { id: first, seats, price_paise: PRICE },
    { id: second, seats: [2], price_paise: PRICE },
  ]);
});

it('refuses seats that are taken or closed, and names them', async () => {
  const [showId, other] = [await make.show(), await make.show()];
  await make.booking({ showId, userId: ravi, seats: ['A1'] });
  await hold(showId, ravi, [1], 100);
  await close(showId, [0, 2]);
  await make.booking({ showId: other, userId: ravi, seats: ['A6'] });
  await hold(other, ravi, [6], 100);
  await close(other, [7]);
  const answers = await book([
    { showId, seats: [0, 1, 2] },
    { showId, seats: [0, 5] },
    { showId, seats: [1] },
    { showId, seats: [2] },
    { showId, seats: [5, 6, 7] },
  ]);
  expect(answers.map(({ outcome, booked, held }) => [outcome, booked, held])).toEqual([
    ['TAKEN', [0, 2], [1, 2]],
    ['TAKEN', [0], null],
    ['TAKEN', null, [1]],
    ['TAKEN', [2], [2]],
    ['BOOKED', null, null],
  ]);
});

it('books seats held by the user or expired, and no other held ones', async () => {
  const showId = await make.show();
  await hold(showId, asha, [0, 1], 100);
  await hold(showId, ravi, [2], -1);
  await hold(showId, ravi, [5], -1);
  const [{ booking_id }, free, overOne] = await book([
    { showId, seats: [0, 2, 3] },
    { showId, userId: mina, seats: [4] },
    { showId, userId: mina, seats: [5] },
  ]);
  expect(await stored(showId)).toEqual([
    { seat: 0, user: asha, booking: booking_id, isBooked: true },
    { seat: 1, user: asha, booking: null, isBooked: false },
    { seat: 2, user: asha, booking: booking_id, isBooked: true },
    { seat: 3, user: asha, booking: booking_id, isBooked: true },
    { seat: 4, user: mina, booking: free.booking_id, isBooked: true },
    { seat: 5, user: mina, booking: overOne.booking_id, isBooked: true },
  ]);
});

it('enforces the limit of seats per user and show, if set', async () => {
  const [showId, other] = [await make.show(), await make.show()];
  await make.booking({ showId, userId: asha, seats: ['A1', 'A2'] });
  await make.booking({ showId, userId: ravi, seats: ['B1', 'B2'] });
  await make.booking({ showId: other, userId: asha, seats: ['B1', 'B2'] });
  await hold(showId, asha, [50], 100);
  expect(await outcomes([{ showId, seats: [20, 21, 22] }], { seatsPerUser: 4 })).toEqual(['TOO_MANY']);
  expect(await outcomes([{ showId, seats: [20, 21] }], { seatsPerUser: 4 })).toEqual(['BOOKED']);
  expect(await outcomes([{ showId, seats: [22] }], { seatsPerUser: 4 })).toEqual(['TOO_MANY']);
  expect(await outcomes([{ showId, seats: [22], userId: mina }], { seatsPerUser: 1 })).toEqual(['BOOKED']);
  expect(await outcomes([{ showId, seats: [23], userId: mina }], { seatsPerUser: 1 })).toEqual(['TOO_MANY']);
  expect(await outcomes([{ showId, seats: [24, 25] }])).toEqual(['BOOKED']);
});

it('returns the same booking for a repeated key for a day, whatever else is in the batch', async () => {
  const [showId, other] = [await make.show(), await make.show()];
  const key = 'once';
  const [first] = await book([{ showId, seats: [0, 1], key }]);
  const [older] = await book([{ showId, seats: [9], key: 'old' }]);
  await rows(`update idempotency_keys set created_at = now() - interval '25 hours' where key = 'old'`);
  const answers = await book([
    { showId, seats: [3] },
    { showId, seats: [0, 1], key },
    { showId: other, seats: [0, 1], key },
    { showId, seats: [0], key },
    { showId, userId: ravi, seats: [4], key },
    { showId, seats: [5], key: 'another' },
    { showId, seats: [6], key: 'old' },
  ]);
  expect(answers.map(({ outcome }) => outcome)).toEqual([
    ...['BOOKED', 'REPLAY', 'MISMATCH', 'MISMATCH', 'BOOKED', 'BOOKED', 'BOOKED'],
  ]);
  expect(answers[1].booking_id).toBe(first.booking_id);
  const ids = [first, answers[4], answers[5], answers[6]].map(({ booking_id }) => booking_id);
  const keys = await rows(
    `select user_id, key, seats, booking_id as booking, created_at > now() - interval '1 hour' as "isNew" from idempotency_keys
     where show_id = $1 order by booking_id`,
    [showId],
  );
  expect(keys).toEqual([
    { user_id: asha, key, seats: [0, 1], booking: ids[0], isNew: true },
    { user_id: ravi, key, seats: [4], booking: ids[1], isNew: true },
    { user_id: asha, key: 'another', seats: [5], booking: ids[2], isNew: true },
    { user_id: asha, key: 'old', seats: [6], booking: ids[3], isNew: true },
  ]);
  expect(older.outcome).toBe('BOOKED');
});

it('refuses queued users, if queues are enabled [WAIT-2]', async () => {
  const [busy, quiet] = [await make.show(), await make.show()];
  await ledger.place(busy, mina, 'WAITING');
  await ledger.place(busy, ravi, 'INSIDE');
  const requests = [
    { showId: busy, seats: [0] },
    { showId: busy, userId: ravi, seats: [1] },
    { showId: quiet, seats: [0] },
  ];
  expect(await outcomes(requests, { hasLines: true })).toEqual(['WAITING', 'BOOKED', 'BOOKED']);
  expect(await outcomes([{ showId: busy, seats: [0] }])).toEqual(['BOOKED']);
});

it('publishes only booked seats, in the order of the requests', async () => {
  const showId = await make.show();
  await ledger.changes();
  const users = [mina, gone, asha, ravi];
  const answers = await book(users.map((userId, n) => ({ showId, userId, seats: [9 - n] })));
  const changes = await ledger.changes();
  expect(changes.map(({ version, change }) => ({ version, ...change }))).toMatchObject(
    [0, 2, 3].map((n, index) => ({
      ...{ version: index + 1, kind: 'booked', userId: users[n], seats: [9 - n] },
      bookingId: answers[n].booking_id,
    })),
  );
});

it('waits for a locked show up to the given time', async () => {
  const showId = await make.show();
  const call = (ms: number) => `select ledger.book_seats('{${showId}}', '{${asha}}', '{0}', null, '{f}', ${ms}, null)`;
  expect(await ledger.waitsForShow(showId, call)).toBe('3s');
});

it('waits for another call with the same key of the same user', async () => {
  const showId = await make.show();
  const lock = (userId: number, key: string) => `select pg_advisory_xact_lock(hashtextextended('${key}', ${userId}))`;
  const call = `select ledger.book_seats('{${showId}}', '{${asha}}', '{0}', '{taken}', '{f}', 100, null)`;
  await ledger.expectToWait(lock(asha, 'taken'), call);
  const other = await pool.connect();
  await other.query(`begin; ${lock(asha, 'free')}; ${lock(ravi, 'taken')}`);
  expect(await outcomes([{ showId, seats: [0], key: 'taken' }])).toEqual(['BOOKED']);
  other.release(true);
});

it('refuses a user whose account is being deleted', async () => {
  const showId = await make.show();
  const [userId] = (await ledger.users(1)) as [number];
  const other = await pool.connect();
  await other.query('begin');
  await other.query('select from users where id = $1 for update', [userId]);
  await other.query('update users set deleted_at = now(), email = null where id = $1', [userId]);
  const answered = outcomes([{ showId, userId, seats: [0] }]);
  await untilWaiting(pool, 1);
  await other.query('commit');
  other.release();
  expect(await answered).toEqual(['NO_USER']);
});
