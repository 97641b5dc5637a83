import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openConnection } from '../../../test/live-connection.ts';
import { JWT_SECRET, openTestApp, SECRETS, type TestApp } from '../../../test/test-app.ts';
import { openNotifications } from '../../platform/database/notifications.ts';
import { createTokens } from '../../platform/http/sessions.ts';
import { insertLogin } from './logins.sql.ts';
import { openLogins } from './logins.ts';

const here = await openTestApp();
/** Another server over the same database. */
const there = await openTestApp({}, { database: here });
for (const { app } of [here, there]) await app.listen({ port: 0, host: '127.0.0.1' });
const portOf = ({ app }: TestApp) => (app.server.address() as AddressInfo).port;

let count = 0;
async function signUp() {
  count += 1;
  const account = { name: 'Asha Rao', email: `asha${count}@example.com`, password: 'matinee' };
  const { body } = await here.call('POST', '/auth/signup', { body: account });
  const logIn = async (server = here, headers = {}) =>
    (await server.call('POST', '/auth/login', { body: account, headers })).body.data.token as string;
  return { ...account, id: body.data.user.id as number, token: body.data.token as string, logIn };
}

const statusOf = async (token: string, server = here) => (await server.call('GET', '/movies', { token })).status;

/** The goal is one second, but a busy machine may need longer. */
async function untilRefused(token: string, server: TestApp): Promise<void> {
  while ((await statusOf(token, server)) !== 401) await pause(20);
}

describe('logging out', () => {
  it('ends this token immediately and no other', async () => {
    const user = await signUp();
    const other = await user.logIn();
    expect((await here.call('POST', '/auth/logout', { token: user.token })).body).toMatchObject({ success: true });
    expect(await statusOf(user.token)).toBe(401);
    expect(await statusOf(other)).toBe(200);
    expect((await here.call('POST', '/auth/logout', { token: user.token })).status).toBe(401);
  });

  it('everywhere ends all tokens of the user and of no one else', async () => {
    const [user, stranger] = [await signUp(), await signUp()];
    const tokens = [user.token, await user.logIn(), await user.logIn(there)];
    await here.call('POST', '/auth/logout-everywhere', { token: user.token });
    for (const token of tokens) expect(await statusOf(token)).toBe(401);
    expect(await statusOf(stranger.token)).toBe(200);
    expect(await statusOf(await user.logIn())).toBe(200);
  });

  it.each(['/auth/logout', '/auth/logout-everywhere'])(
    'with %s ends the token and its connections on another server',
    async (path) => {
      const user = await signUp();
      const [mine, other] = [await user.logIn(), await signUp()];
      const connection = await openConnection(portOf(there), mine);
      const bystander = await openConnection(portOf(there), other.token);
      const ended = new Promise((resolve) => connection.socket.once('disconnect', resolve));
      expect(await statusOf(mine, there)).toBe(200);
      await here.call('POST', path, { token: mine });
      await untilRefused(mine, there);
      expect(await ended).toBe('io server disconnect');
      await expect(openConnection(portOf(there), mine)).rejects.toThrow('Authentication required');
      expect(bystander.socket.connected).toBe(true);
      bystander.close();
    },
  );

  it('reaches a server that has lost its LISTEN connection', async () => {
    const user = await signUp();
    await here.pool.query(`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'moviebooking live'`);
    await here.call('POST', '/auth/logout', { token: user.token });
    await untilRefused(user.token, there);
  });

  it('is known to a server that starts later', async () => {
    const [one, all] = [await signUp(), await signUp()];
    await here.call('POST', '/auth/logout', { token: one.token });
    await here.call('POST', '/auth/logout-everywhere', { token: all.token });
    const later = await openTestApp({}, { database: here });
    expect([await statusOf(one.token, later), await statusOf(all.token, later)]).toEqual([401, 401]);
    expect(await statusOf(await one.logIn(), later)).toBe(200);
  });

  it('with a token issued before logins were stored ends all tokens of the user', async () => {
    const user = await signUp();
    const old = createTokens(JWT_SECRET).issue(user.id);
    expect(await statusOf(old)).toBe(200);
    await here.call('POST', '/auth/logout', { token: old });
    expect([await statusOf(old), await statusOf(user.token)]).toEqual([401, 401]);
  });
});

it('checks a token without the database', async () => {
  const user = await signUp();
  const loginId = Number(JSON.parse(Buffer.from(user.token.split('.')[1] ?? '', 'base64url').toString()).jti);
  await here.db.deleteFrom('logins').where('id', '=', loginId).execute();
  expect(await statusOf(user.token)).toBe(200);
});

it('issues no token to a login that began before the password changed', async () => {
  const user = await signUp();
  await here.pool.query('update users set session_number = session_number + 1 where id = $1', [user.id]);
  const late = {
    userId: user.id,
    sessionNumber: 0,
    usedSecondFactor: false,
    address: '::1',
    device: 'Firefox',
    days: 7,
  };
  expect(await insertLogin(here.db, late)).toBeUndefined();
  expect(await insertLogin(here.db, { ...late, sessionNumber: 1 })).toEqual(expect.any(Number));
});

it('deletes expired logins and reset links every hour', async () => {
  const user = await signUp();
  await here.pool.query(
    `with link as (
       insert into reset_links (token_hash, user_id, expires_at)
       values ('expired', $1, now() - interval '1 second'), ('good', $1, now() + interval '1 hour')
     )
     insert into logins (user_id, address, device, expires_at) values ($1, '::1', 'Firefox', now() - interval '31 days')`,
    [user.id],
  );
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const notifications = openNotifications(here.connection);
  const logins = await openLogins(here.db, notifications, () => {});
  vi.advanceTimersByTime(3_600_000);
  const left = async () => {
    const links = await here.pool.query('select token_hash from reset_links where user_id = $1', [user.id]);
    const old = await here.pool.query('select from logins where user_id = $1 and expires_at < now()', [user.id]);
    return { links: links.rows.map(({ token_hash }) => String(token_hash)), oldLogins: old.rowCount };
  };
  await expect.poll(left).toEqual({ links: ['good'], oldLogins: 0 });
  await logins.close();
  await notifications.close();
});

it('keeps logins when the secret changes, as long as the old one is listed as previous', async () => {
  const user = await signUp();
  const jwt = { current: 'the new secret that signs logins from now on', previous: [JWT_SECRET] };
  const changed = await openTestApp({}, { database: here, secrets: { ...SECRETS, jwt } });
  expect(await statusOf(user.token, changed)).toBe(200);
  expect(await statusOf(await user.logIn(changed), here)).toBe(401);
  const forgot = await openTestApp({}, { database: here, secrets: { ...SECRETS, jwt: { ...jwt, previous: [] } } });
  expect(await statusOf(user.token, forgot)).toBe(401);
});

it('lists logins with time, network address and device', async () => {
  const user = await signUp();
  const agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
  const token = await user.logIn(here, { 'user-agent': agent });
  const list = async () => (await here.call('GET', '/profile/logins', { token })).body.data;
  expect(await list()).toEqual([
    {
      ...{ id: expect.any(Number), at: expect.any(String), address: '127.0.0.1', device: 'Firefox on Windows' },
      ...{ usedSecondFactor: false, isActive: true, isCurrent: true },
    },
    expect.objectContaining({ isActive: true, isCurrent: false }),
  ]);
  await here.call('POST', '/auth/logout', { token: user.token });
  expect((await list()).map((login: { isActive: boolean }) => login.isActive)).toEqual([true, false]);
});
