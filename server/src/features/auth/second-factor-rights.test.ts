/** What a login without a code may do if its account has, or must have, a second factor. */
import type { AddressInfo } from 'node:net';
import { Secret, TOTP } from 'otpauth';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { openConnection } from '../../../test/live-connection.ts';
import { addShow } from '../../../test/shows.ts';
import { JWT_SECRET, openTestApp, type TestApp } from '../../../test/test-app.ts';
import { createTokens } from '../../platform/http/sessions.ts';
import { createResetLink } from './new-passwords.ts';

const testApp = await openTestApp();
const strict = await openTestApp({ REQUIRE_TOTP: 'admin' }, { database: await openTestApp() });
for (const { app } of [testApp, strict]) await app.listen({ port: 0, host: '127.0.0.1' });
const portOf = ({ app }: TestApp) => (app.server.address() as AddressInfo).port;
const password = 'a long matinee';

/** Stops the clock, so that no code expires before it is used. */
vi.useFakeTimers({ toFake: ['Date'] });
afterAll(() => void vi.useRealTimers());

let count = 0;
async function signUpAdmin(on = testApp) {
  count += 1;
  const email = `meera${count}@example.com`;
  const { body } = await on.call('POST', '/auth/signup', { body: { name: 'Meera', email, password } });
  const { token, user } = body.data as { token: string; user: { id: number } };
  await on.db.updateTable('users').set({ role: 'ADMIN' }).where('id', '=', user.id).execute();
  const logIn = async (code?: string): Promise<string> => {
    const answer = await on.call('POST', '/auth/login', { body: { email, password, ...(code ? { code } : {}) } });
    return answer.body.data?.token ?? answer.body.code;
  };
  const enrol = async () => {
    const { secret } = (await on.call('POST', '/profile/totp', { token, body: { password } })).body.data;
    const code = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate();
    const confirmed = await on.call('POST', '/profile/totp/confirm', { token, body: { code: code() } });
    // Lets the current code be used again.
    await on.db.updateTable('second_factors').set({ last_step: 0 }).where('user_id', '=', user.id).execute();
    return { code, recoveryCodes: confirmed.body.data.recoveryCodes as string[] };
  };
  /** Makes the token look like one from a login without a code. */
  const forgetCode = (ofToken: string) =>
    on.pool.query('update logins set used_second_factor = false where id = $1', [
      JSON.parse(Buffer.from(ofToken.split('.')[1] ?? '', 'base64url').toString()).jti,
    ]);
  return { id: user.id, email, token, logIn, enrol, forgetCode };
}

async function outcome(token: string, path: string, on = testApp): Promise<unknown> {
  const { body, status } = await on.call('GET', path, { token });
  return body.code ?? status;
}

describe.each([
  ['REQUIRE_TOTP=admin', strict],
  ['no REQUIRE_TOTP', testApp],
])('with %s, confirming a second factor', (_, on) => {
  it('ends all other logins and keeps this one, which counts as having used a code', async () => {
    const user = await signUpAdmin(on);
    const stolen = await user.logIn();
    const unnumbered = createTokens(JWT_SECRET).issue(user.id);
    const connection = await openConnection(portOf(on), stolen);
    const ended = new Promise((resolve) => connection.socket.once('disconnect', resolve));
    expect([await outcome(stolen, '/profile', on), await outcome(unnumbered, '/profile', on)]).toEqual([200, 200]);
    await user.enrol();
    expect([await outcome(stolen, '/profile', on), await outcome(unnumbered, '/profile', on)]).toEqual([
      ...['UNAUTHENTICATED', 'UNAUTHENTICATED'],
    ]);
    expect(await ended).toBe('io server disconnect');
    expect(await outcome(user.token, '/admin/dashboard', on)).toBe(200);
  });
});

it('ends a token without a login that confirms a second factor', async () => {
  const { id, logIn } = await signUpAdmin();
  const token = createTokens(JWT_SECRET).issue(id);
  const { secret } = (await testApp.call('POST', '/profile/totp', { token, body: { password } })).body.data;
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  expect((await testApp.call('POST', '/profile/totp/confirm', { token, body: { code } })).status).toBe(200);
  expect(await outcome(token, '/profile')).toBe('UNAUTHENTICATED');
  expect(await logIn()).toBe('CODE_REQUIRED');
});

describe('an administrator login', () => {
  it('has all rights with a code or a recovery code', async () => {
    const user = await signUpAdmin(strict);
    const { code, recoveryCodes } = await user.enrol();
    for (const given of [code(), recoveryCodes[0]])
      expect(await outcome(await user.logIn(given), '/admin/dashboard', strict)).toBe(200);
  });

  it('keeps its rights when the password changes', async () => {
    const user = await signUpAdmin();
    const { code } = await user.enrol();
    const token = await user.logIn(code());
    const body = { currentPassword: password, newPassword: 'an even longer matinee' };
    const changed = await testApp.call('POST', '/profile/password', { token, body });
    expect(await outcome(changed.body.data.token, '/admin/dashboard')).toBe(200);
  });

  it('without a code gains no rights by changing the password', async () => {
    const user = await signUpAdmin();
    await user.enrol();
    await user.forgetCode(user.token);
    const body = { currentPassword: password, newPassword: 'an even longer matinee' };
    const changed = await testApp.call('POST', '/profile/password', { token: user.token, body });
    expect([changed.status, changed.body.code]).toEqual([401, 'CODE_REQUIRED']);
  });

  it.each([
    ['REQUIRE_TOTP=admin', strict],
    ['no REQUIRE_TOTP', testApp],
  ])('without a code has only the rights of a customer, with %s', async (_, on) => {
    const user = await signUpAdmin(on);
    await user.enrol();
    const showId = await addShow(on.db);
    await on.pool.query(`update shows set cancelled_at = now(), cancel_reason = 'Rain' where id = $1`, [showId]);
    const listsCancelled = async () =>
      (await on.call('GET', '/shows?limit=100', { token: user.token })).body.data.some(
        ({ id }: { id: number }) => id === showId,
      );
    await user.forgetCode(user.token);
    expect(await outcome(user.token, '/admin/dashboard', on)).toBe('TOTP_REQUIRED');
    const scan = await on.call('POST', '/admin/check-in', { token: user.token, body: { code: 'MB-1-AAAAAAAAAAAA' } });
    expect(scan.body.code).toBe('TOTP_REQUIRED');
    const cinema = await on.call('POST', '/cinemas', { token: user.token, body: { name: 'Regal' } });
    expect([cinema.status, cinema.body.message]).toEqual([
      ...[403, 'Log in again with a passkey, or with a code from your authenticator app or a recovery code.'],
    ]);
    expect(await listsCancelled()).toBe(false);
    expect(await outcome(user.token, '/movies', on)).toBe(200);
  });

  it('without a code is sent no names over its live connection', async () => {
    const user = await signUpAdmin();
    await user.enrol();
    const showId = await addShow(testApp.db);
    const customer = await testApp.addUser({ name: 'Ravi' });
    const book = (seat: string) =>
      testApp.call('POST', '/bookings', { token: customer.token, body: { showId, seats: [seat] } });
    const early = await openConnection(portOf(testApp), user.token);
    await early.ask('join-show', { showId });
    await book('A1');
    expect(await early.waitFor('booking-confirmed')).toMatchObject({ user: { name: 'Ravi' } });

    await user.forgetCode(user.token);
    const late = await openConnection(portOf(testApp), user.token);
    await late.ask('join-show', { showId });
    expect(await late.ask('watch-activity', {})).toMatchObject({ success: false, code: 'TOTP_REQUIRED' });
    await book('A2');
    for (const connection of [early, late]) {
      await connection.waitFor('seats-updated', ({ version }) => version >= 1);
      await book(connection === early ? 'A3' : 'A4');
      const seat = connection === early ? 'A3' : 'A4';
      expect(await connection.waitFor('booking-confirmed', ({ seats }) => seats[0] === seat)).not.toHaveProperty(
        'user',
      );
    }
    early.close();
    late.close();
  });
});

it('keeps the second factor when a reset link is used', async () => {
  const user = await signUpAdmin();
  const { code } = await user.enrol();
  const { path } = await createResetLink(testApp.db, user.id);
  const body = { token: path.split('#token=')[1], password };
  expect((await testApp.call('POST', '/auth/reset-password', { body })).status).toBe(200);
  expect(await user.logIn()).toBe('CODE_REQUIRED');
  expect(await outcome(await user.logIn(code()), '/admin/dashboard')).toBe(200);
});
