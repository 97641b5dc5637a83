/**
 * Checks the plan of every statement of a customer's request, including those in functions and triggers, on an empty, a small and a
 * skewed large database. `npm test -- server/test/plans.test.ts -u` writes the plans to `plans/`, where a review sees the diff. On
 * every version of PostgreSQL, no plan may read more rows of a table that grows with sales than the request needs.
 */
import type { EventEmitter } from 'node:events';
import pg from 'pg';
import { expect, it, vi } from 'vitest';
import { queueReminders } from '../src/features/outbox/outbox.ts';
import { openSeating } from '../src/features/seating/seating.ts';
import { enterLinesOf, leaveLinesOf } from '../src/features/waiting/waiting.sql.ts';
import { openDatabase, openPool } from '../src/platform/database/database.ts';
import { factoryFor } from './factory.ts';
import { SERVING_ROLE } from './global-setup.ts';
import { parsePlan, type Statement, writePlans } from './plans.ts';
import { addShows } from './shows.ts';
import { freshDatabase, openTestApp } from './test-app.ts';
import { whenOver } from './when-over.ts';

/** Enough rows to make one index cheaper than another: at the same cost PostgreSQL can pick either. */
const SHOWS = 1000;
const SOLD_SHOWS = 60;
const HELD_SHOWS = 20;
/** PostgreSQL plans a statement separately for its first five executions. */
const UNTIL_KEPT = 8;
const MOST_ROWS_READ: Record<string, number> = {
  // A list shows each show's free seats: a page of shows, or all upcoming shows of a movie.
  'catalogue/shows-of-movie': 1500,
  'catalogue/movie': 8500,
  // All current holds, and no sold seats.
  'profile/export': 100 * HELD_SHOWS + 400,
  // The whole list, and not once for each entry.
  'waitlist/who-waits': 10_000,
};
const GROWING = [
  ...[
    'bookings',
    'seats',
    'idempotency_keys',
    'users',
    'logins',
    'outbox',
    'scans',
    'total_changes',
    'waitlist',
    'reminders',
  ],
];
/** Background work of servers, which can run at any time. */
const BACKGROUND =
  /release_expired_holds|release_places|renew_leases|add_up_totals|claim_mail|from outbox where status|ended_logins|login_guesses|link_mails|audit_log|pg_stat|setting\(|tokens_since|pg_database|check_epoch|ledger\.place\(/;
const isBundledVersion = process.env.TEST_POSTGRES === undefined;

const LEASE = { server: 'this one', renewalSeconds: 10, leaseSeconds: 30 };
const RULES = { roomLimit: 10, roomMinutes: 15, awaySeconds: 60 };

const statements: Statement[] = [];
const { connect } = pg.Client.prototype;
vi.spyOn(pg.Client.prototype, 'connect').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
  // PostgreSQL logs inner statements before the outer one.
  let nested: Statement[] = [];
  this.on('notice', ({ message = '' }) => nested.push(...parsePlan(message)));
  const { connection } = this as unknown as { connection: EventEmitter };
  connection.on('readyForQuery', () => {
    if (!BACKGROUND.test(nested.at(-1)?.text ?? '')) statements.push(...nested.filter(({ plan }) => plan !== 'Result'));
    nested = [];
  });
  return Reflect.apply(connect, this, args);
});

const database = await freshDatabase();
const { pool, connection } = database;
const EXPLAIN = {
  log_min_duration: '0',
  log_nested_statements: 'on',
  log_analyze: 'on',
  log_timing: 'off',
  log_level: 'notice',
};
await pool.query(
  `alter role ${SERVING_ROLE} in database ${connection.database} set session_preload_libraries = 'auto_explain'`,
);
for (const [name, value] of Object.entries(EXPLAIN))
  await pool.query(
    `alter role ${SERVING_ROLE} in database ${connection.database} set auto_explain.${name} = '${value}'`,
  );

const [showId = 0, ...rest] = await addShows(database.db, SHOWS);
const [soldShows, heldShows] = [rest.slice(0, SOLD_SHOWS), rest.slice(SOLD_SHOWS, SOLD_SHOWS + HELD_SHOWS)];
const { rows: users } = await pool.query<{ id: number }>(
  `insert into users (name, email, password_hash, email_confirmed_at)
   select 'Customer', n || '@example.com', 'x', now() from generate_series(1, 400) n returning id`,
);
const [boxOffice = 0, ...others] = users.map(({ id }) => id);
await pool.query(`insert into movies (title, duration_min) select 'Movie ' || n, 120 from generate_series(1, 500) n`);
const factory = factoryFor(database.db);

/** Runs without triggers and keys, whose plans would be those of an empty database. */
const fill = (statement: string) =>
  pool.query(`begin; set local session_replication_role = replica; ${statement}; commit`);

/** Books each seat of these shows: half for one user, the rest for two others. */
const sell = (showIds: number[]) =>
  fill(
    `with sold as (
       insert into bookings (show_id, user_id, seats, price_paise)
       select show_id, case when seat % 2 = 0 then ${boxOffice} else ('{${others}}'::integer[])[1 + (show_id * 50 + seat / 2) % 2] end,
         array[seat], 25000
       from unnest('{${showIds}}'::integer[]) show_id, generate_series(0, 99) seat
       returning id, show_id, user_id, seats
     ), keys as (
       insert into idempotency_keys (user_id, key, show_id, seats, booking_id)
       select user_id, id, show_id, seats, id from sold
     )
     insert into seats (show_id, seat, user_id, booking_id) select show_id, seats[1], user_id, id from sold`,
  );

/** Holds each seat of these shows. */
const hold = (showIds: number[]) =>
  fill(
    `insert into seats (show_id, seat, user_id, held_since, held_until)
     select show_id, seat, ${boxOffice}, now(), now() + interval '1 day'
     from unnest('{${showIds}}'::integer[]) show_id, generate_series(0, 99) seat`,
  );

/** Some shows have a long waitlist. */
const wait = (showIds: number[]) =>
  fill(
    `insert into waitlist (show_id, user_id, seats, since)
     select show_id, user_id, 2, now() from unnest('{${showIds}}'::integer[]) show_id, unnest('{${others}}'::integer[]) user_id`,
  );

/** Opens new connections, so statements are planned for the current database. */
async function openRequests() {
  const onlyOne = openPool({ ...connection, user: SERVING_ROLE, max: 1 });
  const testApp = await openTestApp({}, { database, pool: onlyOne, db: openDatabase(onlyOne) });
  whenOver(() => onlyOne.end());
  const seating = openSeating({
    pool: onlyOne,
    config: { holdSeconds: 300, holdMaxSeconds: 900, holdGraceSeconds: 20 },
  });

  return async () => {
    const { id: userId, token } = await testApp.addUser();
    const admin = await testApp.addUser({ role: 'ADMIN' });
    const newcomer = { name: 'Asha', email: `${userId}@signup.example`, password: 'matinee' };
    const bookingId = await factory.booking({ showId, userId, seats: ['J10'] });
    const get = (path: string) => testApp.call('GET', path, { token });
    const post = (path: string, body?: object, headers = {}) => testApp.call('POST', path, { token, body, headers });
    const book = () => post('/bookings', { showId, seats: ['A1', 'A2'] }, { 'idempotency-key': `key of ${userId}` });
    const requests: Record<string, () => Promise<unknown>> = {
      'auth/sign-up': () => post('/auth/signup', newcomer),
      'auth/log-in': () => post('/auth/login', newcomer),
      'auth/profile': () => get('/profile'),
      'profile/logins': () => get('/profile/logins'),
      'profile/rename': () => testApp.call('PUT', '/profile', { token, body: { name: 'Asha Rao' } }),
      'profile/export': () => get('/profile/export'),
      'catalogue/movies': () => get('/movies?search=monsoon'),
      'catalogue/movie': () => get('/movies/1'),
      'catalogue/cinemas': () => get('/cinemas'),
      'catalogue/screens': () => get('/screens'),
      'catalogue/show': () => get(`/shows/${showId}`),
      'catalogue/shows-of-movie': () => get('/shows?movieId=1'),
      'seating/seat-map': () => get(`/bookings/seats/${showId}`),
      'seating/join-room': () => seating.readSnapshot(showId),
      'seating/hold-and-release': async () => {
        await seating.holdSeats({ showId, userId, seats: ['A1', 'A2'], isInRoom: true });
        await seating.releaseHolds({ showId, userId });
      },
      'waiting/join-and-leave': async () => {
        const place = { showId, userId };
        await enterLinesOf(onlyOne, [place], LEASE, RULES);
        await leaveLinesOf(onlyOne, [{ ...place, isAway: false }], LEASE, RULES);
      },
      'booking/book': book,
      'booking/book-again': book,
      'booking/history': () => get('/bookings/history'),
      'booking/change': () =>
        post(
          `/bookings/${bookingId}/change`,
          { release: ['J10'], take: ['J9'] },
          { 'idempotency-key': `change of ${userId}` },
        ),
      'mail/reminders': async () => {
        // Of all shows, one is due that has sold out.
        await pool.query(`update reminders set starts_at = now() + interval '1 minute' where show_id = $1`, [
          soldShows[0],
        ]);
        await queueReminders(openDatabase(onlyOne), 0.1);
      },
      'booking/cancel': () => post(`/bookings/cancel/${bookingId}`),
      'waitlist/leave': () => testApp.call('DELETE', `/shows/${showId}/waitlist`, { token }),
      'waitlist/mine': () => get('/profile/waitlist'),
      'waitlist/who-waits': () => testApp.call('GET', `/admin/shows/${heldShows[0]}/waitlist`, { token: admin.token }),
      'auth/log-out': () => post('/auth/logout'),
    };
    const plans: Record<string, Statement[]> = {};
    for (const [name, request] of Object.entries(requests)) {
      statements.length = 0;
      const answer = (await request()) as { status?: number } | undefined;
      expect(answer?.status ?? 200, name).toBeLessThan(300);
      plans[name] = [...statements];
    }
    await pool.query('delete from seats where show_id = $1', [showId]);
    return plans;
  };
}

it('uses the reviewed plans and reads only the rows that a request needs', async () => {
  // Tables without sales have no statistics, as after a first start.
  await pool.query('vacuum analyze movies, cinemas, screens, shows, seat_versions, users');
  const requestOnEmpty = await openRequests();
  const empty = await requestOnEmpty();
  for (let time = 1; time < UNTIL_KEPT; time++) await requestOnEmpty();
  await sell(soldShows.slice(0, 3));
  await pool.query('vacuum analyze');
  const small = await (await openRequests())();
  await sell(soldShows.slice(3));
  await hold(heldShows);
  await wait(heldShows);
  const kept = await requestOnEmpty();
  await pool.query('vacuum analyze');
  const skewed = await (await openRequests())();

  for (const [request, plans] of Object.entries({ ...kept, ...skewed })) {
    expect(plans.length, request).toBeGreaterThan(0);
    const mostRows = MOST_ROWS_READ[request] ?? 400;
    for (const { text, plan, reads } of [...plans, ...(kept[request] ?? [])])
      for (const { table, rows } of reads)
        if (GROWING.includes(table))
          expect.soft(rows, `rows of ${table} read by ${request}: ${text}\n${plan}`).toBeLessThan(mostRows);
    if (isBundledVersion)
      await expect(
        writePlans({ empty: empty[request] ?? [], small: small[request] ?? [], skewed: plans }),
      ).toMatchFileSnapshot(`plans/${request.replace('/', '-')}.txt`);
  }
});
