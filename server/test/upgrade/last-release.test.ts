/**
 * During a rolling upgrade pages and servers of the last release meet today's. last-release/ records what the last release sends
 * and expects; `npm run test:upgrade` tests with its real build.
 */
import { readFile } from 'node:fs/promises';
import type { ClientEvents, ServerEvents } from '@moviebooking/contract/live';
import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { selectAdmins } from '../../src/features/auth/acting-roles.sql.ts';
import { parseChanges } from '../../src/features/seating/seat-changes.ts';
import { openSeating } from '../../src/features/seating/seating.ts';
import { addShow } from '../shows.ts';
import { openTestApp } from '../test-app.ts';
import { contractChanges, type Document } from './contract-changes.ts';
import type { Asked, Sent } from './last-release/live-events.ts';

const read = async (file: string) => JSON.parse(await readFile(new URL(file, import.meta.url), 'utf8'));
const testApp = await openTestApp();
const { pool, db } = testApp;

describe('the API', () => {
  const current = testApp.app.swagger() as unknown as Document;
  const released: Promise<Document> = read('last-release/openapi.json');

  it('accepts requests of the last release and answers as it expects, with two exceptions', async () => {
    expect(contractChanges(await released, current)).toEqual([
      // These pages of the last release show an error until they are loaded again (docs/operating.md).
      'GET /api/profile/export: answer.data.actions[].action may be READ',
      'GET /api/admin/audit: answer.data[].action may be READ',
      'GET /api/admin/bookings/{id}: answer.data.events[].kind may be CHANGED',
    ]);
  });

  it('of the last release lacks only what pages of today can do without', async () => {
    const changes = contractChanges(current, await released);
    const missing = changes.map((change) => /\.(\w+) may be missing$/.exec(change)?.[1] ?? change);
    expect([...new Set(missing)].sort()).toEqual([
      // Nobody can use passkeys until the old servers are gone. The login page does not offer them.
      'DELETE /api/profile/passkeys/{id} is gone',
      // Nobody can join or leave a waitlist until the old servers are gone.
      'DELETE /api/shows/{id}/waitlist is gone',
      // The administrators' newest dialogs and pages show an error until the old servers are gone.
      'GET /api/admin/analytics/month-end.csv is gone',
      'GET /api/admin/audit: query action may be READ',
      'GET /api/admin/search is gone',
      'GET /api/admin/shows/{id}/cancel is gone',
      'GET /api/admin/shows/{id}/waitlist is gone',
      'GET /api/admin/tonight is gone',
      'GET /api/admin/waitlists is gone',
      'GET /api/profile/passkeys is gone',
      'GET /api/profile/waitlist is gone',
      'GET /api/screens/{id}/seat-marks is gone',
      'GET /api/shows/{id}/closed-seats is gone',
      'GET /api/shows/{id}/waitlist is gone',
      // A shared seat's page shows an error until the old servers are gone.
      'GET /api/tickets/{code} is gone',
      'POST /api/admin/users is gone',
      // A link in a mail fails until the old servers are gone.
      'POST /api/auth/confirm-email is gone',
      'POST /api/auth/passkey is gone',
      'POST /api/auth/passkey/options is gone',
      // No page offers it yet.
      'POST /api/bookings/{id}/change is gone',
      'POST /api/profile/confirmation-mail is gone',
      'POST /api/profile/passkeys is gone',
      'POST /api/profile/passkeys/options is gone',
      'PUT /api/profile/passkeys/{id} is gone',
      'PUT /api/screens/{id}/seat-marks is gone',
      'PUT /api/shows/{id}/closed-seats is gone',
      'PUT /api/shows/{id}/waitlist is gone',
      // Until the old servers are gone, some pages show no labels of accessible shows.
      'accessibility',
      // Only exported to a file.
      'admissions',
      // An old server admits all seats of a booking at once.
      'admitted',
      // The chart shows no previous period.
      'byDay',
      // A show's occupancy ignores closed seats.
      'capacity',
      // An old server lists no changes.
      'change',
      // Only exported to a file.
      'changes',
      // Offline check-in has no ticket list until the old servers are gone.
      'checksum',
      // To old servers, places for wheelchairs and companions are seats held by someone else.
      'companionSeats',
      // Only exported to a file.
      'confirmationLinks',
      // Without sendsMail the profile does not mention the address.
      'emailConfirmed',
      'emailConfirmedAt',
      // The page stays in the language of this browser, and the mails of old servers are English.
      'language',
      // The list of users does not mention refused mails.
      'mailRefusal',
      // Nothing reads it.
      'month',
      'mustResetPassword',
      // Which mails a user wants cannot be saved until the old servers are gone: they require the name.
      'name',
      // Only exported to a file.
      'passkeys',
      // The screen above the seats shows the usual part of the poster.
      'posterFocus',
      // As for 'admitted'.
      'remaining',
      // The profile shows these mails as wanted.
      'reminders',
      'seat',
      // The timeline does not name the seats that were admitted.
      'seats',
      'sellableSeats',
      'sendsMail',
      'soldSeats',
      // As for 'admitted'.
      'usedAt',
      'usedSecondFactor',
      'version',
      // Only exported to a file.
      'waitlist',
      'waitlistMails',
      // As for 'companionSeats'.
      'wheelchairSeats',
    ]);
  });

  it('control: finds what was removed from or added to a response', async () => {
    const changed = structuredClone(await released);
    const booking = changed.components.schemas.Booking;
    if (booking?.properties?.status) booking.properties.status.enum = ['CONFIRMED', 'LOST'];
    delete booking?.properties?.totalPrice;
    delete changed.paths['/api/movies'];
    const found = contractChanges(await released, changed);
    expect(found).toContain('GET /api/movies is gone');
    expect(found).toContain('GET /api/bookings/history: answer.data[].status may be LOST');
    expect(found).toContain('GET /api/bookings/history: answer.data[].totalPrice may be missing');
  });
});

type Payloads<Events> = {
  [Name in keyof Events]: Events[Name] extends (...parameters: infer Parameters) => void ? Parameters[0] : never;
};

/** Fails the type check if an event of one version does not fit the other. */
describe('live events', () => {
  it('of each version fit the other', () => {
    const sentToday = {} as Payloads<ServerEvents>;
    const toOldPages: Sent = sentToday;
    const toNewPages: Omit<Payloads<Pick<ServerEvents, keyof Sent>>, 'error' | 'seat-block-response'> = {} as Sent;
    const toNewServers: Payloads<Pick<ClientEvents, keyof Asked>> = {} as Asked;
    const toOldServers: Asked = {} as Payloads<ClientEvents>;
    expect([toOldPages, toNewPages, toNewServers, toOldServers]).toHaveLength(4);
  });
});

it('servers of both versions understand what the database publishes', async () => {
  const listener = new pg.Client(testApp.connection);
  await listener.connect();
  onTestFinished(() => listener.end());
  const payloads: string[] = [];
  listener.on('notification', ({ payload = '' }) => payloads.push(payload));
  await listener.query('listen seats');

  const { id: userId, token } = await testApp.addUser();
  const admin = await testApp.addUser({ role: 'ADMIN' });
  const showId = await addShow(db);
  const seating = openSeating({ pool, config: { holdSeconds: 300, holdMaxSeconds: 900, holdGraceSeconds: 20 } });
  await seating.holdSeats({ showId, userId, seats: ['A1', 'A2'], isInRoom: false });
  await seating.releaseHolds({ showId, userId, seats: ['A2'] });
  const { body } = await testApp.call('POST', '/bookings', { token, body: { showId, seats: ['A1'] } });
  await testApp.call('POST', `/bookings/cancel/${body.id}`, { token });
  const { screen_id: screenId } = await db
    .selectFrom('shows')
    .select('screen_id')
    .where('id', '=', showId)
    .executeTakeFirstOrThrow();
  await testApp.call('PUT', `/screens/${screenId}/closed-seats`, { token: admin.token, body: { seats: ['J10'] } });
  await testApp.call('POST', `/admin/shows/${showId}/cancel`, { token: admin.token, body: { reason: 'Power cut' } });

  const kinds = ['held', 'released', 'booked', 'cancelled', 'closed', 'show-cancelled'];
  const kindsSeen = () => {
    const seen = payloads.flatMap(parseChanges).map(({ kind }) => kind as string);
    return kinds.filter((kind) => seen.includes(kind));
  };
  await expect.poll(kindsSeen).toEqual(kinds);
  // Once one of today's servers has started, both versions publish the same, because the database's functions do it.
  const ofLastRelease = z.fromJSONSchema(await read('last-release/seat-changes.schema.json'));
  for (const payload of payloads) expect(ofLastRelease.safeParse(JSON.parse(payload)).error).toBeUndefined();
});

describe('a running server of the last release', () => {
  it('logs in accounts with a second factor, and today that login lacks the rights that need one', async () => {
    const { id } = await testApp.addUser({ role: 'ADMIN' });
    await sql`insert into second_factors (user_id, sealed_secret, confirmed_at) values (${id}, 'x', now())`.execute(db);
    const logIn = () =>
      pool.query<{ id: number }>(
        `with account as (
           update users set last_login_at = now() where id = $1 and session_number = 0 and deleted_at is null returning id
         )
         insert into logins (user_id, address, device, expires_at)
         select id, '::1', 'Firefox', now() + make_interval(days => 7) from account returning id`,
        [id],
      );
    const { rows } = await logIn();
    expect(await selectAdmins(pool, [{ userId: id, loginId: rows[0]?.id }])).toEqual([false]);
    // Control: with the old default the login is refused, as on today's server without a code.
    await pool.query('alter table logins alter column used_second_factor set default false');
    await expect(logIn()).rejects.toThrow('This account has a second factor.');
  });

  it('claims no mail, so it cannot drop kinds that it does not know', async () => {
    const { id } = await testApp.addUser();
    await sql`insert into outbox (kind, user_id, details) values ('confirm-email', ${id}, '{}')`.execute(db);
    const claim = `
      update outbox set attempts = attempts + 1, last_error = null, next_attempt_at = now() + make_interval(secs => 60)
      where id = (
        select id from outbox where status = 'WAITING' and next_attempt_at <= now()
        order by next_attempt_at, id limit 1 for update skip locked
      )
      returning id, kind, user_id, booking_id, details, attempts, queued_at`;
    expect((await pool.query(claim)).rows).toEqual([]);
    expect((await pool.query('select kind from ledger.claim_mail(60, 20)')).rows).toEqual([{ kind: 'confirm-email' }]);
    // Control: without the trigger the old server claims it.
    await pool.query(`update outbox set next_attempt_at = now()`);
    await pool.query('alter table outbox disable trigger leave_mail');
    expect((await pool.query(claim)).rows).toMatchObject([{ kind: 'confirm-email' }]);
  });

  it('finds every function that it calls, with the same parameters', async () => {
    const { functions } = await read('last-release/release.json');
    expect(functions.length).toBeGreaterThan(10);
    const { rows } = await pool.query<{ name: string }>(
      `select format('%s(%s) returns %s', proname, pg_get_function_arguments(oid), pg_get_function_result(oid)) as name
       from pg_proc where pronamespace = 'ledger'::regnamespace`,
    );
    const names = rows.map(({ name }) => name);
    expect(functions.filter((name: string) => !names.includes(name))).toEqual([]);
  });
});
