import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../test/factory.ts';
import { addPausePoint, alterFunction, interleave } from '../../../test/interleaving.ts';
import { freshDatabase, openTestApp } from '../../../test/test-app.ts';
import { whenOver } from '../../../test/when-over.ts';
import { openDatabase, openPool } from '../../platform/database/database.ts';
import { createLogger } from '../../platform/observability/logger.ts';
import { setRole } from '../auth/auth.ts';

const testApp = await openTestApp();
const admin = await testApp.addUser({ role: 'ADMIN', name: 'Meera Krishnan' });

const list = async (query: string) => (await testApp.call('GET', `/admin/users${query}`, { token: admin.token })).body;
const setRoleOf = (id: number, role: string) =>
  testApp.call('PUT', `/admin/users/${id}`, { token: admin.token, body: { role } });

let count = 0;
async function signUp({ isConfirmed = false, password = 'a long matinee' } = {}) {
  count += 1;
  const account = { name: 'Ravi', email: `ravi${count}@example.org`, password };
  const { token, user } = (await testApp.call('POST', '/auth/signup', { body: account })).body.data;
  if (isConfirmed) {
    const set = { email_confirmed_at: new Date() };
    await testApp.db.updateTable('users').set(set).where('id', '=', user.id).execute();
  }
  return { ...account, id: user.id as number, token: token as string };
}
const logIn = ({ email, password }: { email: string; password: string }, app = testApp) =>
  app.call('POST', '/auth/login', { body: { email, password } });
const resetWith = (url: string, password: string) =>
  testApp.call('POST', '/auth/reset-password', { body: { token: url.split('#token=')[1], password } });

describe('the list of users', () => {
  it('sorts by name, includes role and last login, and searches by name, address and role', async () => {
    const signup = { name: 'zoya Ünal', email: 'Zoya@Example.com', password: 'matinee' };
    const { user } = (await testApp.call('POST', '/auth/signup', { body: signup })).body.data;
    await testApp.addUser({ name: 'Bhavna', role: 'STAFF' });
    const all = await list('');
    expect(all.meta.total).toBe(3);
    expect(all.data.map(({ name }: { name: string }) => name)).toEqual(['Bhavna', 'Meera Krishnan', 'zoya Ünal']);
    expect(all.data[2]).toEqual({
      ...user,
      ...{ createdAt: expect.any(String), lastLoginAt: expect.any(String), hasTotp: false },
      ...{ needsNewPassword: false, mustResetPassword: false, mailRefusal: null },
    });
    expect(all.data[0]).toMatchObject({ role: 'STAFF', lastLoginAt: null });
    for (const query of ['?search=ÜNAL', '?search=zoya@exam', '?role=USER', '?role=USER&search=zoya'])
      expect((await list(query)).data.map(({ id }: { id: number }) => id)).toEqual([user.id]);
    expect((await list('?search=%25')).data).toEqual([]);
    expect((await list('?role=MANAGER')).code).toBe('VALIDATION_FAILED');
    expect((await list('?limit=1&page=2')).data[0].name).toBe('Meera Krishnan');
  });
});

describe('an invitation', () => {
  const invite = (body: object, { token }: { token: string } = admin) =>
    testApp.call('POST', '/admin/users', { token, body });
  const password = 'a quiet balcony row';

  it('opens an account with its role, for which the link sets the password, once', async () => {
    const { status, body } = await invite({ name: 'Noor', email: 'noor@example.org', role: 'STAFF' });
    expect(status).toBe(201);
    const { id, resetUrl, expiresAt } = body.data;
    expect(body.data).toMatchObject({ name: 'Noor', role: 'STAFF', mustResetPassword: true, lastLoginAt: null });
    expect(resetUrl).toMatch(/^http:\/\/[^/]+\/reset-password#token=[\w-]{43}&invited$/);
    const days = (Date.parse(expiresAt) - Date.now()) / DAY_MS;
    expect([days > 6.9, days <= 7]).toEqual([true, true]);

    const link = resetUrl.replace('&invited', '');
    expect((await resetWith(link, 'short')).body.code).toBe('VALIDATION_FAILED');
    expect((await resetWith(link, password)).status).toBe(200);
    expect((await resetWith(link, password)).body.code).toBe('LINK_EXPIRED');
    const { token } = (await logIn({ email: 'noor@example.org', password })).body.data;
    const scan = await testApp.call('POST', '/admin/check-in', { token, body: { code: 'MB-1-AAAAAAAAAAAA' } });
    expect([scan.status, (await testApp.call('GET', '/admin/dashboard', { token })).status]).toEqual([404, 403]);
    const { data } = (await testApp.call('GET', `/admin/audit?entity=user&entityId=${id}&action=CREATE`, admin)).body;
    expect(data).toMatchObject([{ actor: { id: admin.id }, before: null, after: { role: 'STAFF' } }]);
  });

  it('is refused for a known address, a customer, and to everyone but administrators', async () => {
    const staff = await testApp.addUser({ role: 'STAFF' });
    const known = await signUp();
    const body = { name: 'Noor', email: 'noor2@example.org', role: 'ADMIN' };
    const refusals = [
      await invite({ ...body, email: known.email.toUpperCase() }),
      await invite({ ...body, role: 'USER' }),
      await invite({ ...body, email: 'noor2' }),
      await invite({ ...body, name: ' ' }),
      await invite(body, staff),
      await invite(body, known),
    ];
    expect(refusals.map((refusal) => refusal.body.code)).toEqual([
      ...['EMAIL_TAKEN', 'VALIDATION_FAILED', 'VALIDATION_FAILED', 'VALIDATION_FAILED', 'FORBIDDEN', 'FORBIDDEN'],
    ]);
    expect((await list('?search=noor2')).data).toEqual([]);
  });
});

describe('a role', () => {
  it('takes effect immediately when given and when taken away', async () => {
    const user = await signUp({ isConfirmed: true });
    let { token } = user;
    const scan = async () =>
      (await testApp.call('POST', '/admin/check-in', { token, body: { code: 'MB-1-AAAAAAAAAAAA' } })).status;
    const dashboard = async () => (await testApp.call('GET', '/admin/dashboard', { token })).status;
    expect([await scan(), await dashboard()]).toEqual([403, 403]);
    expect((await setRoleOf(user.id, 'STAFF')).body.data).toMatchObject({ id: user.id, role: 'STAFF' });
    token = (await logIn(user)).body.data.token;
    expect([await scan(), await dashboard()]).toEqual([404, 403]);
    await setRoleOf(user.id, 'ADMIN');
    token = (await logIn(user)).body.data.token;
    expect([await scan(), await dashboard()]).toEqual([404, 200]);
    await setRoleOf(user.id, 'USER');
    expect([await scan(), await dashboard()]).toEqual([403, 403]);
  });

  it('must be one of the three and for an existing account', async () => {
    expect((await setRoleOf(2_147_483_647, 'STAFF')).status).toBe(404);
    expect((await setRoleOf(admin.id, 'MANAGER')).status).toBe(400);
  });

  it('opens the admin area only with a strong password', async () => {
    const user = await signUp({ isConfirmed: true, password: 'matinee' });
    const dashboard = async (with_: string) =>
      (await testApp.call('GET', '/admin/dashboard', { token: with_ })).body.code ?? 'OK';
    expect((await setRoleOf(user.id, 'ADMIN')).body.data).toMatchObject({ role: 'ADMIN', needsNewPassword: true });
    const { token } = (await logIn(user)).body.data;
    expect(await dashboard(token)).toBe('PASSWORD_TOO_WEAK');
    const change = await testApp.call('POST', '/profile/password', {
      token,
      body: { currentPassword: 'matinee', newPassword: 'a long matinee' },
    });
    expect(await dashboard(change.body.data.token)).toBe('OK');
    expect((await list(`?search=${user.email}`)).data[0].needsNewPassword).toBe(false);
    expect((await setRoleOf(user.id, 'USER')).status).toBe(200);
  });
});

describe('a promotion', () => {
  const profileOf = async (token: string) => (await testApp.call('GET', '/profile', { token })).status;

  it.each([
    ['USER', 'STAFF'],
    ['USER', 'ADMIN'],
    ['STAFF', 'ADMIN'],
  ] as const)(
    'from %s to %s ends all logins but keeps the password if the address is confirmed',
    async (before, after) => {
      const user = await signUp({ isConfirmed: true });
      await testApp.db.updateTable('users').set({ role: before }).where('id', '=', user.id).execute();
      const other = (await logIn(user)).body.data.token;
      const { status, body } = await setRoleOf(user.id, after);
      expect([status, body.data.role, body.data.resetUrl]).toEqual([200, after, undefined]);
      expect([await profileOf(user.token), await profileOf(other)]).toEqual([401, 401]);
      expect((await logIn(user)).status).toBe(200);
      await setRoleOf(user.id, 'USER');
    },
  );

  it('ends logins on other servers within a second', async () => {
    const elsewhere = await openTestApp({}, { database: testApp });
    const user = await signUp({ isConfirmed: true });
    await setRoleOf(user.id, 'STAFF');
    await expect.poll(async () => (await elsewhere.call('GET', '/profile', { token: user.token })).status).toBe(401);
  });

  it('without a confirmed address requires a new password, set with the link in the response', async () => {
    const user = await signUp();
    await testApp.call('POST', '/profile/totp', { token: user.token, body: { password: user.password } });
    const earlier = await testApp.call('POST', `/admin/users/${user.id}/reset-link`, { token: admin.token });
    const { body } = await setRoleOf(user.id, 'ADMIN');
    expect(body.data).toMatchObject({ role: 'ADMIN', mustResetPassword: true, needsNewPassword: true });
    expect(body.data.resetUrl).toMatch(/^http:\/\/[^/]+\/reset-password#token=[\w-]{43}$/);
    const left = Date.parse(body.data.expiresAt) - Date.now();
    expect(left).toBeGreaterThan(3_500_000);
    expect(left).toBeLessThanOrEqual(3_600_000);
    expect(await profileOf(user.token)).toBe(401);

    const refused = await logIn(user);
    expect([refused.status, refused.body.code]).toEqual([401, 'PASSWORD_RESET_REQUIRED']);
    expect((await logIn({ ...user, password: 'a wrong one' })).body.code).toBe('INVALID_CREDENTIALS');
    expect((await resetWith(earlier.body.data.url, 'stolen matinee')).body.code).toBe('LINK_EXPIRED');

    expect((await resetWith(body.data.resetUrl, 'too weak')).status).toBe(400);
    expect((await resetWith(body.data.resetUrl, 'evening show, row C')).status).toBe(200);
    expect((await logIn(user)).body.code).toBe('INVALID_CREDENTIALS');
    const { token } = (await logIn({ ...user, password: 'evening show, row C' })).body.data;
    expect((await testApp.call('GET', '/admin/dashboard', { token })).status).toBe(200);
    const [listed] = (await list(`?search=${user.email}`)).data;
    expect(listed).toMatchObject({ mustResetPassword: false, needsNewPassword: false, hasTotp: false });
    const recorded = await testApp.call('GET', `/admin/audit?entity=user&entityId=${user.id}`, { token: admin.token });
    expect(recorded.body.data).toContainEqual(
      expect.objectContaining({ before: { role: 'USER' }, after: { role: 'ADMIN', password: 'to be reset' } }),
    );
    await setRoleOf(user.id, 'USER');
  });

  it('treats an address from before confirmations existed as unconfirmed', async () => {
    const user = await signUp({ isConfirmed: true });
    await testApp.db.updateTable('users').set({ email_grandfathered: true }).where('id', '=', user.id).execute();
    expect((await setRoleOf(user.id, 'STAFF')).body.data.resetUrl).toEqual(expect.any(String));
    expect((await logIn(user)).body.code).toBe('PASSWORD_RESET_REQUIRED');
  });

  it('asks for the new password even while another server still accepts the ended token', async () => {
    const user = await signUp();
    await testApp.db.updateTable('users').set({ must_reset_password: true }).where('id', '=', user.id).execute();
    const change = { currentPassword: user.password, newPassword: 'stolen matinee' };
    const changed = await testApp.call('POST', '/profile/password', { token: user.token, body: change });
    expect([changed.status, changed.body.code]).toEqual([401, 'PASSWORD_RESET_REQUIRED']);
    const totp = await testApp.call('POST', '/profile/totp', { token: user.token, body: { password: user.password } });
    expect(totp.body.code).toBe('PASSWORD_RESET_REQUIRED');
  });

  it('grants no rights before the new password is set', async () => {
    const user = await signUp();
    const { id } = user;
    await setRoleOf(id, 'ADMIN');
    const { rows } = await testApp.pool.query('select role from acting_roles where user_id = $1', [id]);
    expect(rows).toEqual([{ role: 'USER' }]);
    await setRoleOf(id, 'USER');
  });

  it('when reverted lets the customer log in with the old password and ends the link', async () => {
    const user = await signUp();
    const { resetUrl } = (await setRoleOf(user.id, 'STAFF')).body.data;
    expect((await setRoleOf(user.id, 'USER')).body.data).toMatchObject({ role: 'USER', mustResetPassword: false });
    expect((await logIn(user)).status).toBe(200);
    expect((await resetWith(resetUrl, 'evening show, row C')).body.code).toBe('LINK_EXPIRED');
  });

  it('to the same role ends nothing', async () => {
    const user = await signUp();
    expect((await setRoleOf(user.id, 'USER')).body.data.resetUrl).toBeUndefined();
    expect(await profileOf(user.token)).toBe(200);
  });

  it('can be completed with a later link from the administrator', async () => {
    const user = await signUp();
    await setRoleOf(user.id, 'STAFF');
    const later = await testApp.call('POST', `/admin/users/${user.id}/reset-link`, { token: admin.token });
    expect((await resetWith(later.body.data.url, 'evening show, row C')).status).toBe(200);
    expect((await logIn({ ...user, password: 'evening show, row C' })).status).toBe(200);
    expect(
      (await testApp.db.selectFrom('users').select('email_confirmed_at').where('id', '=', user.id).execute())[0],
    ).toEqual({ email_confirmed_at: null });
  });
});

describe('a reset link', () => {
  it('from an administrator sets a new password', async () => {
    const signup = { name: 'Ishita', email: 'ishita@example.com', password: 'matinee' };
    const { token, user } = (await testApp.call('POST', '/auth/signup', { body: signup })).body.data;
    const link = await testApp.call('POST', `/admin/users/${user.id}/reset-link`, {
      token: admin.token,
      headers: { host: 'tickets.example.com' },
    });
    const { url, expiresAt } = link.body.data;
    expect(url).toMatch(/^http:\/\/tickets\.example\.com\/reset-password#token=[\w-]{43}$/);
    expect(Date.parse(expiresAt)).toBeGreaterThan(Date.now());
    const body = { token: url.split('#token=')[1], password: 'new matinee' };
    expect((await testApp.call('POST', '/auth/reset-password', { body })).status).toBe(200);
    expect((await testApp.call('GET', '/profile', { token })).status).toBe(401);
    const missing = await testApp.call('POST', '/admin/users/2147483647/reset-link', { token: admin.token });
    expect(missing.status).toBe(404);
  });

  it('leads to the host of the request without PUBLIC_URL, ignoring forwarded hosts', async () => {
    const behindProxy = await openTestApp({ TRUST_PROXY: 'true' }, { database: testApp });
    const linkWith = async (headers: Record<string, string>) => {
      const path = `/admin/users/${admin.id}/reset-link`;
      const answer = await behindProxy.call('POST', path, { token: admin.token, headers });
      return answer.body.data.url.split('/reset-password')[0];
    };
    const host = 'tickets.example.com';
    const forwarded = { host, 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' };
    expect(await linkWith({ ...forwarded, 'x-forwarded-proto': 'https' })).toBe('https://tickets.example.com');
    expect(await linkWith({ host, 'x-forwarded-proto': 'javascript' })).toBe('http://tickets.example.com');
  });

  it('makes the server warn at start behind a proxy without PUBLIC_URL', async () => {
    const lines: string[] = [];
    const logger = createLogger('warn', { write: (line) => void lines.push(line) });
    await openTestApp({ TRUST_PROXY: 'true', PUBLIC_URL: 'https://tickets.example.in' }, { database: testApp, logger });
    expect(lines).toEqual([]);
    await openTestApp({ TRUST_PROXY: 'true' }, { database: testApp, logger });
    expect(lines.join()).toContain('PUBLIC_URL is not set');
  });

  it('leads to PUBLIC_URL if set', async () => {
    const published = await openTestApp({ PUBLIC_URL: 'https://tickets.example.in' }, { database: testApp });
    const answer = await published.call('POST', `/admin/users/${admin.id}/reset-link`, { token: admin.token });
    expect(answer.body.data.url).toContain('https://tickets.example.in/reset-password#token=');
  });
});

describe('the last administrator', () => {
  it('cannot be demoted', async () => {
    const answer = await setRoleOf(admin.id, 'USER');
    expect([answer.status, answer.body.code]).toEqual([409, 'LAST_ADMIN']);
    expect((await list('?role=ADMIN')).meta.total).toBe(1);
  });

  it('cannot be demoted while the only other one must still set a new password', async () => {
    const other = await signUp();
    const { resetUrl } = (await setRoleOf(other.id, 'ADMIN')).body.data;
    expect((await setRoleOf(admin.id, 'STAFF')).body.code).toBe('LAST_ADMIN');
    await resetWith(resetUrl, 'evening show, row C');
    expect((await setRoleOf(admin.id, 'STAFF')).status).toBe(200);
    await testApp.db.updateTable('users').set({ role: 'ADMIN' }).where('id', '=', admin.id).execute();
    expect((await setRoleOf(other.id, 'USER')).status).toBe(200);
  });

  /** Two administrators demote each other at once. Returns how many are left. */
  async function demoteBoth(guard: 'with the lock' | 'without it'): Promise<{ left: number; outcomes: string[] }> {
    const { connection } = await freshDatabase();
    const pool = openPool({ ...connection, statement_timeout: 0, lock_timeout: 0, query_timeout: 0 });
    whenOver(() => pool.end());
    const db = openDatabase(pool);
    const { rows } = await pool.query<{ id: number }>(
      `insert into users (name, email, password_hash, role)
       values ('A', 'a@example.com', 'x', 'ADMIN'), ('B', 'b@example.com', 'x', 'ADMIN') returning id`,
    );
    await addPausePoint(pool);
    await alterFunction(pool, 'ledger.keep_an_admin', [/return new;/, 'return ledger.after_pause(new);']);
    if (guard === 'without it')
      await alterFunction(pool, 'ledger.keep_an_admin', [/perform pg_advisory_xact_lock[^;]+;/, '']);
    const demote = (index: 0 | 1) => async () => {
      await setRole(db, (rows[index] as { id: number }).id, 'USER');
      return 'OK';
    };
    const settled = await interleave(pool, demote(0), demote(1));
    const outcomes = settled.map((one) => (one.status === 'fulfilled' ? one.value : one.reason.code));
    const { rows: left } = await pool.query(`select count(*)::int as n from users where role = 'ADMIN'`);
    return { left: left[0].n, outcomes };
  }

  it('remains after two administrators demote each other at once', async () => {
    expect(await demoteBoth('with the lock')).toEqual({ left: 1, outcomes: ['OK', 'LAST_ADMIN'] });
  });

  it('control: is lost without the lock that makes the two take turns', async () => {
    expect(await demoteBoth('without it')).toEqual({ left: 0, outcomes: ['OK', 'OK'] });
  });
});
