/** After an account is deleted, no table, log line or export contains its name or address, and all figures stay the same. */
import { afterAll, expect, it } from 'vitest';
import { DAY_MS, factoryFor, fromNow } from './factory.ts';
import { startServer } from './running-server.ts';
import { databaseUrl, freshDatabase } from './test-app.ts';

const database = await freshDatabase();
const make = factoryFor(database.db);
const ADMIN = { email: 'meera@example.com', password: 'a long matinee' };
const server = await startServer({
  ...{ DATABASE_URL: databaseUrl(database), SEED_DEMO: 'false', LOG_LEVEL: 'trace' },
  ...{ ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password },
});
let log = '';
for (const stream of [server.process.stdout, server.process.stderr]) {
  stream?.on('data', (chunk) => {
    log += chunk;
  });
}
afterAll(async () => {
  server.process.kill('SIGTERM');
  await server.ended;
});

/** Unique strings, so that any trace of them can be found. */
const customer = { name: 'Quillon Zzyzxova', email: 'Quillon.Zzyzxova@Example.com', password: 'matinee' };
const TRACES = /quillon|zzyzx/i;

async function call(method: string, path: string, token = '', body?: unknown, more: Record<string, string> = {}) {
  const headers = {
    ...more,
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(body ? { 'content-type': 'application/json' } : {}),
  };
  const sent = body ? { body: JSON.stringify(body) } : {};
  const response = await fetch(`${server.url}/api${path}`, { method, headers, ...sent });
  const text = await response.text();
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the answer is expected to hold
  return { status: response.status, text, body: (text.startsWith('{') ? JSON.parse(text) : {}) as any };
}

/** Returns all tables of the database as text, without sequences and indexes. */
async function everythingStored(): Promise<string> {
  const { rows: tables } = await database.pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const texts = tables.map(async ({ name }) => {
    const { rows } = await database.pool.query<{ row: string }>(`select t::text as row from ${name} t`);
    return rows.map(({ row }) => `${name}: ${row}`).join('\n');
  });
  return (await Promise.all(texts)).join('\n');
}

it('removes every trace of name and address, and keeps all figures', async () => {
  const admin = (await call('POST', '/auth/login', '', ADMIN)).body.data.token;
  const { token, user } = (await call('POST', '/auth/signup', '', customer)).body.data;
  const past = await make.show({ startsAt: fromNow(-DAY_MS) });
  await make.booking({ showId: past, userId: user.id, seats: ['C4', 'C5'], status: 'CHECKED_IN' });
  const future = await make.show();
  const made = await call(
    'POST',
    '/bookings',
    token,
    { showId: future, seats: ['A1'] },
    { 'idempotency-key': customer.name },
  );
  await call('POST', `/bookings/cancel/${made.body.data.id}`, token);

  // Everything that could leave a trace: wrong logins, a second factor, a link, an administrator's changes, searches.
  await call('POST', '/auth/login', '', { ...customer, password: 'wrong!' });
  await call('POST', '/auth/signup', '', customer);
  await call('POST', '/auth/forgot-password', '', customer);
  await call('POST', '/profile/totp', token, customer);
  await call('POST', `/admin/users/${user.id}/reset-link`, admin);
  await call('PUT', '/profile', token, { name: 'Quillon the Second' });
  const promotion = await call('PUT', `/admin/users/${user.id}`, admin, { role: 'ADMIN' });
  const link = promotion.body.data.resetUrl.split('#token=')[1];
  const change = { currentPassword: 'a long matinee', newPassword: 'a longer matinee' };
  await call('POST', '/auth/reset-password', '', { token: link, password: change.currentPassword });
  const login = { email: customer.email, password: change.currentPassword };
  const promoted = (await call('POST', '/auth/login', '', login)).body.data.token;
  const again = (await call('POST', '/profile/password', promoted, change)).body.data.token;
  await call('POST', '/cinemas', again, { name: 'Regal', city: null });
  await call('GET', `/admin/users?search=${customer.email}`, admin);
  await call('PUT', `/admin/users/${user.id}`, admin, { role: 'USER' });

  await database.db
    .insertInto('mail_refusals')
    .values({ user_id: user.id, reason: `550 5.1.1 <${customer.email}>: No such mailbox` })
    .execute();

  const figures = async () => {
    const [analytics, dashboard, layout, map] = [
      await call('GET', '/admin/analytics', admin),
      await call('GET', '/admin/dashboard', admin),
      await call('GET', `/admin/shows/${past}/seats`, admin),
      await call('GET', `/bookings/seats/${past}`, admin),
    ];
    const { seatLayout, stats } = layout.body.data;
    const seats = Object.entries(seatLayout).map(([id, seat]) => ({ id, ...(seat as object), user: undefined }));
    const { overview, topMovies } = dashboard.body.data;
    return { analytics: analytics.body.data, overview, topMovies, seats, stats, map: map.body };
  };
  const before = await figures();
  expect(await everythingStored()).toMatch(TRACES);
  const deletion = await call('DELETE', '/profile', again, { password: change.newPassword });
  expect([deletion.status, deletion.body]).toEqual([200, expect.objectContaining({ success: true })]);

  expect((await everythingStored()).split('\n').filter((row) => TRACES.test(row))).toEqual([]);
  expect(await figures()).toEqual(before);
  expect((await call('GET', '/profile', again)).status).toBe(401);

  const nobody = { id: user.id, name: 'Deleted user', email: null };
  const exports = [
    await call('GET', `/admin/bookings?userId=${user.id}`, admin),
    await call('GET', '/admin/dashboard', admin),
    await call('GET', `/admin/shows/${past}/seats`, admin),
    await call('GET', '/admin/bookings.csv', admin),
    await call('GET', '/admin/audit', admin),
    await call('GET', '/admin/users?limit=100', admin),
    await call('GET', '/profile/export', admin),
  ];
  for (const { status, text } of exports) {
    expect(status).toBe(200);
    expect(text).not.toMatch(TRACES);
  }
  const [bookings, dashboard, layout] = exports;
  expect(bookings?.body.data.map((booking: { user: unknown }) => booking.user)).toEqual([nobody, nobody]);
  expect(dashboard?.body.data.recentBookings[0].user).toEqual(nobody);
  expect(layout?.body.data.seatLayout.C4.user).toEqual(nobody);
  expect(log).toContain('"url":"/api/profile"');
  expect(log).not.toMatch(TRACES);
});
