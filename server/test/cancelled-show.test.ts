/**
 * Cancels a sold-out show on two servers while its customers cancel, and while others hold and book the freed seats. Each booking
 * has one outcome, and every response matches the database.
 */
import { ALL_SEATS } from '@moviebooking/contract/seats';
import { afterAll, expect, it } from 'vitest';
import { recordSenderHeartbeat } from '../src/features/outbox/outbox.ts';
import { createTokens } from '../src/platform/http/sessions.ts';
import { factoryFor } from './factory.ts';
import { openConnection } from './live-connection.ts';
import { checkLedger } from './race.ts';
import { randomFrom } from './random-from.ts';
import { startServer } from './running-server.ts';
import { databaseUrl, freshDatabase } from './test-app.ts';
import { whenOver } from './when-over.ts';

const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);
const JWT_SECRET = 'a secret that only this race knows, long enough';
const OWNERS = ALL_SEATS.length;
const BUYERS = 60;
const WITH_SOCKET = 20;
const CANCEL_EARLY = 25;
const CANCEL_LATE = 25;
/** The administrators cancel the show after this many bookings by others. */
const SOLD_AGAIN = 6;
const REASON = 'The projector is broken';

const database = await freshDatabase();
const { pool, db } = database;
const make = factoryFor(db);
const servers = await Promise.all(
  [1, 2].map(() => startServer({ DATABASE_URL: databaseUrl(database), JWT_SECRET, SEED_DEMO: 'false' })),
);
afterAll(async () => {
  for (const server of servers) server.process.kill('SIGKILL');
  await Promise.all(servers.map(({ ended }) => ended));
});
// No server sends mail, so the outbox keeps everything.
await recordSenderHeartbeat(db);

const tokens = createTokens(JWT_SECRET);

interface Person {
  userId: number;
  token: string;
  url: string;
}

async function addPeople(count: number, role: 'USER' | 'ADMIN' = 'USER'): Promise<Person[]> {
  const { rows } = await pool.query<{ id: number }>(
    `insert into users (name, email, password_hash, role, email_confirmed_at)
     select $2 || n, lower($2) || n || '@example.com', 'x', $2, now() from generate_series(1, $1::int) n returning id`,
    [count, role],
  );
  return rows.map(({ id }, n) => ({ userId: id, token: tokens.issue(id), url: servers[n % 2]?.url ?? '' }));
}

const inOrder = (ids: number[]) => ids.toSorted((a, b) => a - b);

interface Answer {
  status: number;
  code: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the answer is expected to hold
  data: any;
}

/** Retries when told to, as a client does. */
async function post(person: Person, path: string, body?: unknown): Promise<Answer> {
  const response = await fetch(`${person.url}/api${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { code, data } = (await response.json()) as Omit<Answer, 'status'>;
  return response.status === 503 ? post(person, path, body) : { status: response.status, code, data };
}

it(`cancels a show with ${OWNERS} bookings while others hold, book and cancel its seats (seed ${SEED}) [CANCEL-3]`, async () => {
  const showId = await make.show();
  const owners = await addPeople(OWNERS + BUYERS);
  const buyers = owners.splice(OWNERS);
  const admins = await addPeople(2, 'ADMIN');
  const ofOwners = await Promise.all(
    owners.map(({ userId }, n) => make.booking({ showId, userId, seats: [ALL_SEATS[n] as string] })),
  );
  const connections = await Promise.all(
    buyers.slice(0, WITH_SOCKET).map(async ({ url, token }) => {
      const connection = await openConnection(Number(new URL(url).port), token);
      whenOver(() => connection.close());
      await connection.ask('join-show', { showId });
      return connection;
    }),
  );

  const booked: number[] = [];
  const cancelled: number[] = [];
  const foundCancelled: number[] = [];
  const unexpected: string[] = [];
  const soldAgain = Promise.withResolvers<void>();

  async function cancel(person: Person, bookingId: number): Promise<void> {
    const { status, code } = await post(person, `/bookings/cancel/${bookingId}`);
    if (status === 200) cancelled.push(bookingId);
    else if (code === 'ALREADY_CANCELLED') foundCancelled.push(bookingId);
    else unexpected.push(`cancelling: ${status} ${code}`);
  }

  /** Keeps trying to get two seats that early cancellations free, until the show is cancelled. */
  async function buy(buyer: Person, n: number): Promise<void> {
    const own = randomFrom(SEED + n);
    for (;;) {
      const first = Math.floor(own() * (CANCEL_EARLY - 1));
      const seats = ALL_SEATS.slice(first, first + 2);
      const connection = connections[n];
      if (connection && own() < 0.7) {
        const { blocked, message } = await connection.ask('block-seats', { showId, seats });
        if (!blocked) unexpected.push(`holding: ${message}`);
      }
      const { status, code, data } = await post(buyer, '/bookings', { showId, seats });
      if (code === 'SHOW_CANCELLED') return;
      if (status === 201) {
        booked.push(data.id);
        if (booked.length === SOLD_AGAIN) soldAgain.resolve();
        if (own() < 0.6) await cancel(buyer, data.id);
      } else if (code !== 'SEATS_BOOKED' && code !== 'SEATS_HELD') {
        return void unexpected.push(`booking: ${status} ${code}`);
      }
      if (connection) await connection.ask('unblock-seats', { showId });
    }
  }

  const cancelOwn = (from: number, count: number) =>
    Promise.all(owners.slice(from, from + count).map((owner, n) => cancel(owner, ofOwners[from + n] as number)));
  const buying = Promise.all(buyers.map(buy));
  const early = cancelOwn(0, CANCEL_EARLY);
  await soldAgain.promise;
  const late = cancelOwn(CANCEL_EARLY, CANCEL_LATE);
  const ofAdmins = await Promise.all(
    admins.map((admin) => post(admin, `/admin/shows/${showId}/cancel`, { reason: REASON })),
  );
  await Promise.all([buying, early, late]);

  expect(unexpected).toEqual([]);
  const [done, refused] = ofAdmins.toSorted((a, b) => a.status - b.status);
  expect(done).toMatchObject({
    status: 200,
    data: { show: { id: showId, status: 'CANCELLED', cancelReason: REASON } },
  });
  expect(refused).toMatchObject({ status: 409, code: 'SHOW_CANCELLED' });

  const { rows } = await pool.query<{ id: number; status: string; reason: string | null; was_before: boolean }>(
    `select b.id, b.status, b.cancel_reason as reason, b.created_at < s.cancelled_at as was_before
     from bookings b join shows s on s.id = b.show_id where s.id = $1`,
    [showId],
  );
  const withShow = rows.filter(({ reason }) => reason === REASON).map(({ id }) => id);
  expect(rows.filter(({ status, was_before }) => status !== 'CANCELLED' || !was_before)).toEqual([]);
  expect(inOrder(rows.map(({ id }) => id))).toEqual(inOrder([...ofOwners, ...booked]));
  expect(done?.data.cancelledBookings).toBe(withShow.length);
  expect(withShow.length).toBeGreaterThanOrEqual(OWNERS - CANCEL_EARLY - CANCEL_LATE);
  expect(inOrder(rows.flatMap(({ id, reason }) => (reason === null ? [id] : [])))).toEqual(inOrder(cancelled));
  expect(withShow).toEqual(expect.arrayContaining(foundCancelled));

  expect((await pool.query('select from seats where show_id = $1', [showId])).rowCount).toBe(0);
  expect(await checkLedger(pool, showId)).toEqual([]);
  const { rows: totals } = await pool.query(
    `select status, sum(bookings)::int as bookings, sum(seats)::int as seats, sum(paise)::int as paise from current_totals
     where dimension = 'show' and ref_id = $1 group by status having sum(bookings) <> 0 or sum(seats) <> 0 or sum(paise) <> 0`,
    [showId],
  );
  const seats = OWNERS + 2 * booked.length;
  expect(totals).toEqual([{ status: 'CANCELLED', bookings: rows.length, seats, paise: seats * 25_000 }]);

  const mails = async (kind: 'show-cancelled' | 'booking-cancelled') =>
    db.selectFrom('outbox').select(['booking_id', 'details']).where('kind', '=', kind).orderBy('booking_id').execute();
  expect(await mails('show-cancelled')).toEqual(
    inOrder(withShow).map((id) => ({ booking_id: id, details: { reason: REASON } })),
  );
  expect(await mails('booking-cancelled')).toEqual(inOrder(cancelled).map((id) => ({ booking_id: id, details: {} })));

  for (const { received, waitFor } of connections) {
    const event = await waitFor('show-cancelled');
    expect(event).toMatchObject({ showId, reason: REASON });
    const truth = await waitFor('seats-updated', ({ version }) => version === event.version);
    expect(truth).toMatchObject({ bookedSeats: [], blockedSeats: {}, cancelReason: REASON });
    const after = received.slice(received.findIndex(({ event: name }) => name === 'show-cancelled'));
    expect(after.map(({ event: name }) => name)).not.toContain('booking-confirmed');
    expect(after.map(({ event: name }) => name)).not.toContain('seats-blocked');
  }
  const { rows: deadlocks } = await pool.query(
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  );
  expect(deadlocks).toEqual([{ deadlocks: 0 }]);
}, 300_000);
