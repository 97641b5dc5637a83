import { describe, expect, it } from 'vitest';
import { addPausePoint, alterFunction, interleave } from '../../../test/interleaving.ts';
import { freshDatabase, openTestApp } from '../../../test/test-app.ts';
import { whenOver } from '../../../test/when-over.ts';
import { openDatabase, openPool } from '../../platform/database.ts';
import { createLogger } from '../../platform/logger.ts';
import { setRole } from '../auth/auth.ts';

const testApp = await openTestApp();
const admin = await testApp.addUser({ role: 'ADMIN', name: 'Meera Krishnan' });

const list = async (query: string) => (await testApp.call('GET', `/admin/users${query}`, { token: admin.token })).body;
const setRoleOf = (id: number, role: string) =>
  testApp.call('PUT', `/admin/users/${id}`, { token: admin.token, body: { role } });

describe('the list of users', () => {
  it('has everybody by name, with role and last login, and finds them by name, address and role', async () => {
    const signup = { name: 'zoya Ünal', email: 'Zoya@Example.com', password: 'matinee' };
    const { user } = (await testApp.call('POST', '/auth/signup', { body: signup })).body.data;
    await testApp.addUser({ name: 'Bhavna', role: 'STAFF' });
    const all = await list('');
    expect(all.meta.total).toBe(3);
    expect(all.data.map(({ name }: { name: string }) => name)).toEqual(['Bhavna', 'Meera Krishnan', 'zoya Ünal']);
    expect(all.data[2]).toEqual({
      ...user,
      ...{ createdAt: expect.any(String), lastLoginAt: expect.any(String), hasTotp: false, needsNewPassword: false },
    });
    expect(all.data[0]).toMatchObject({ role: 'STAFF', lastLoginAt: null });
    for (const query of ['?search=ÜNAL', '?search=zoya@exam', '?role=USER', '?role=USER&search=zoya'])
      expect((await list(query)).data.map(({ id }: { id: number }) => id)).toEqual([user.id]);
    expect((await list('?search=%25')).data).toEqual([]);
    expect((await list('?role=MANAGER')).code).toBe('VALIDATION_FAILED');
    expect((await list('?limit=1&page=2')).data[0].name).toBe('Meera Krishnan');
  });
});

describe('a role', () => {
  it('is given and taken, in force at once', async () => {
    const user = await testApp.addUser();
    const scan = async () =>
      (await testApp.call('POST', '/admin/check-in', { token: user.token, body: { code: 'MB-1-AAAAAAAAAAAA' } }))
        .status;
    const dashboard = async () => (await testApp.call('GET', '/admin/dashboard', { token: user.token })).status;
    expect([await scan(), await dashboard()]).toEqual([403, 403]);
    expect((await setRoleOf(user.id, 'STAFF')).body.data).toMatchObject({ id: user.id, role: 'STAFF' });
    expect([await scan(), await dashboard()]).toEqual([404, 403]);
    await setRoleOf(user.id, 'ADMIN');
    expect([await scan(), await dashboard()]).toEqual([404, 200]);
    await setRoleOf(user.id, 'USER');
    expect([await scan(), await dashboard()]).toEqual([403, 403]);
  });

  it('is for accounts that are there, and one of the three', async () => {
    expect((await setRoleOf(2_147_483_647, 'STAFF')).status).toBe(404);
    expect((await setRoleOf(admin.id, 'MANAGER')).status).toBe(400);
  });

  it('opens the admin area only with a password that is fit for it', async () => {
    const signup = { name: 'Ravi', email: 'ravi@example.com', password: 'matinee' };
    const { token, user } = (await testApp.call('POST', '/auth/signup', { body: signup })).body.data;
    const dashboard = async (with_: string) =>
      (await testApp.call('GET', '/admin/dashboard', { token: with_ })).body.code ?? 'OK';
    expect((await setRoleOf(user.id, 'ADMIN')).body.data).toMatchObject({ role: 'ADMIN', needsNewPassword: true });
    expect(await dashboard(token)).toBe('PASSWORD_TOO_WEAK');
    const change = await testApp.call('POST', '/profile/password', {
      token,
      body: { currentPassword: 'matinee', newPassword: 'a long matinee' },
    });
    expect(await dashboard(change.body.data.token)).toBe('OK');
    expect((await list('?search=ravi@')).data[0].needsNewPassword).toBe(false);
    expect((await setRoleOf(user.id, 'USER')).status).toBe(200);
  });
});

describe('a reset link', () => {
  it('that an administrator hands over sets a new password', async () => {
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

  it('without PUBLIC_URL leads to the host of the request, whatever was forwarded', async () => {
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

  it('makes a start behind a proxy without PUBLIC_URL warn', async () => {
    const lines: string[] = [];
    const logger = createLogger('warn', { write: (line) => void lines.push(line) });
    await openTestApp({ TRUST_PROXY: 'true', PUBLIC_URL: 'https://tickets.example.in' }, { database: testApp, logger });
    expect(lines).toEqual([]);
    await openTestApp({ TRUST_PROXY: 'true' }, { database: testApp, logger });
    expect(lines.join()).toContain('PUBLIC_URL is not set');
  });

  it('leads to PUBLIC_URL where that is set', async () => {
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

  /** Two administrators demote each other at the same moment; returns how many are left. */
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

  it('is still there after two demote each other at once', async () => {
    expect(await demoteBoth('with the lock')).toEqual({ left: 1, outcomes: ['OK', 'LAST_ADMIN'] });
  });

  it('control: is gone when the database does not make the two take turns', async () => {
    expect(await demoteBoth('without it')).toEqual({ left: 0, outcomes: ['OK', 'OK'] });
  });
});
