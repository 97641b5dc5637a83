import { expect, it } from 'vitest';
import { fromNow, HOUR_MS } from '../factory.ts';
import { openLedger } from './open-ledger.ts';

const ledger = await openLedger();
const { make, rows } = ledger;
const [asha, ravi, mina, gone] = (await ledger.users(4)) as [number, number, number, number];
await ledger.deleteUser(gone);

interface Request {
  showId: number;
  userId?: number;
  seats: number[];
  isInRoom?: boolean;
  isContested?: boolean;
}

const HOLD = 300;
const HOLD_AT_MOST = 900;
const LEASE = 60;

const hold = (requests: Request[], hasLines = false) =>
  rows(
    `select *, round(extract(epoch from held_until - now()) / 20)::int * 20 as seconds
     from ledger.hold_seats($1, $2, $3, $4, $5, '${HOLD} seconds', '${HOLD_AT_MOST} seconds', '${LEASE} seconds', 3000, $6) order by place`,
    [
      requests.map(({ showId }) => showId),
      requests.map(({ userId }) => userId ?? asha),
      requests.map(({ seats }) => seats.join()),
      requests.map(({ isInRoom }) => isInRoom ?? false),
      requests.map(({ isContested }) => isContested ?? false),
      hasLines,
    ],
  );
const outcomes = async (requests: Request[], hasLines = false) =>
  (await hold(requests, hasLines)).map(({ outcome }) => outcome);
const held = (showId: number, userId = asha) =>
  rows(
    `select seat, round(extract(epoch from now() - held_since) / 20)::int * 20 as since,
       round(extract(epoch from held_until - now()) / 20)::int * 20 as until,
       round(extract(epoch from leased_until - now()) / 20)::int * 20 as leased
     from seats where show_id = $1 and user_id = $2 and booking_id is null order by seat`,
    [showId, userId],
  );
/** Inserts holds of these seats. Times are in seconds from now. */
const given = (showId: number, userId: number, seats: number[], until: number, since = -600) =>
  rows(
    `insert into seats (show_id, seat, user_id, held_since, held_until)
     select $1, unnest($3::int[]), $2, now() + make_interval(secs => $5), now() + make_interval(secs => $4)`,
    [showId, userId, seats, until, since],
  );
const close = async (showId: number, seats: number[]) =>
  rows('insert into closed_seats select screen_id, unnest($2::int[]) from shows where id = $1', [showId, seats]);

it('returns the reason for each refused request in a call', async () => {
  const [free, cancelled] = [await make.show(), await make.show()];
  const started = await make.show({ startsAt: fromNow(-HOUR_MS) });
  await rows(`update shows set cancelled_at = now(), cancel_reason = 'Projector' where id = $1`, [cancelled]);
  const seats = [0];
  const requests = [
    { showId: free, userId: 0, seats },
    { showId: free, userId: gone, seats },
    { showId: 0, seats },
    { showId: cancelled, seats },
    { showId: started, seats },
    { showId: free, seats },
    { showId: free, seats: [1], isContested: true },
    { showId: free, seats: [2, 3, 4, 5, 6, 7, 8] },
  ];
  expect(await outcomes(requests)).toEqual([
    ...['NO_USER', 'NO_USER', 'NO_SHOW', 'CANCELLED', 'STARTED', 'HELD', 'AGAIN', 'TOO_MANY'],
  ]);
  expect((await held(free)).map(({ seat }) => seat)).toEqual([0]);
  expect(await ledger.changes()).toMatchObject([{ showId: free, version: 1, change: { seats: [0] } }]);
});

it('holds available seats, and returns the taken and closed ones', async () => {
  const [showId, other] = [await make.show(), await make.show()];
  await given(showId, ravi, [1, 2], 100);
  await given(showId, ravi, [3], -1);
  await given(showId, asha, [4], 100);
  await given(showId, asha, [9], -1);
  await make.booking({ showId, userId: ravi, seats: ['A6'] });
  await make.booking({ showId, userId: asha, seats: ['A7'] });
  await make.booking({ showId, userId: ravi, seats: ['A9'] });
  await close(showId, [7, 8]);
  // Other shows and screens do not count.
  await given(other, ravi, [0], 100);
  await given(other, asha, [50, 51, 52, 53], 100);
  await close(other, [0, 3]);
  const [row] = await hold([{ showId, seats: [0, 1, 3, 4, 5, 6, 7, 8] }]);
  expect(row).toMatchObject({ outcome: 'HELD', held: [0, 3, 4, 7], conflicts: [1, 5, 6, 7, 8] });
  expect((await held(showId)).map(({ seat }) => seat)).toEqual([0, 3, 4, 9]);
  expect((await held(showId, ravi)).map(({ seat }) => seat)).toEqual([1, 2]);
  expect(await ledger.changes()).toMatchObject([{ change: { kind: 'held', userId: asha, seats: [0, 3, 4] } }]);
  expect(await outcomes([{ showId, seats: [1, 5, 7], isContested: true }])).toEqual(['NONE']);
});

it('extends all holds of the user together, up to the maximum time since the first', async () => {
  const [first, later] = [await make.show(), await make.show()];
  await given(first, asha, [5], 100, -780);
  await given(first, asha, [6], 100, -100);
  await given(first, asha, [8], -1);
  await given(first, ravi, [0], 100, -800);
  await given(later, asha, [3], 100, -40);
  const [soon, in5] = await hold([
    { showId: first, seats: [6, 2], isInRoom: true },
    { showId: later, seats: [2] },
  ]);
  expect([soon.seconds, in5.seconds]).toEqual([120, HOLD]);
  const together = { since: 780, until: 120, leased: LEASE };
  expect(await held(first)).toMatchObject([
    { seat: 2, ...together },
    { seat: 5, ...together },
    { seat: 6, ...together },
    { seat: 8, until: 0 },
  ]);
  const without = { since: 40, until: HOLD, leased: null };
  expect(await held(later)).toEqual([
    { seat: 2, ...without },
    { seat: 3, ...without },
  ]);
  expect(await ledger.changes()).toMatchObject([
    { showId: first, change: { seats: [2, 5, 6] } },
    { showId: later, change: { seats: [2, 3] } },
  ]);
});

it('limits holds to six seats, including those the user already holds', async () => {
  const [full, over] = [await make.show(), await make.show()];
  for (const showId of [full, over]) await given(showId, asha, [0, 1, 2, 3], 100);
  const requests = [
    { showId: full, seats: [3, 4, 5] },
    { showId: over, seats: [4, 5, 6] },
  ];
  expect(await outcomes(requests)).toEqual(['HELD', 'TOO_MANY']);
  expect(await held(over)).toHaveLength(4);
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
  expect(await outcomes(requests, true)).toEqual(['WAITING', 'HELD', 'HELD']);
  expect(await outcomes([{ showId: busy, seats: [0] }])).toEqual(['HELD']);
});

it('publishes the changes of one show in the order of the requests', async () => {
  const showId = await make.show();
  await ledger.changes();
  const users = [mina, asha, ravi];
  await hold(users.map((userId, seat) => ({ showId, userId, seats: [9 - seat] })));
  const changes = await ledger.changes();
  expect(changes.map(({ version, change }) => [version, change.userId])).toEqual(
    users.map((userId, n) => [n + 1, userId]),
  );
});

it('waits for a locked show up to the given time', async () => {
  const showId = await make.show();
  const call = (ms: number) =>
    `select ledger.hold_seats('{${showId}}', '{${asha}}', '{0}', '{f}', '{f}', '1 min', '1 min', '1 min', ${ms})`;
  expect(await ledger.waitsForShow(showId, call)).toBe('3s');
});
