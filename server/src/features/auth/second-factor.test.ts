import { Secret, TOTP } from 'otpauth';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { openTestApp, SECRETS } from '../../../test/test-app.ts';
import { createTextCipher } from '../../platform/security/encrypted-text.ts';

const testApp = await openTestApp();
const password = 'a long matinee';

/** Stops the clock, so that no code expires before it is used. */
vi.useFakeTimers({ toFake: ['Date'] });
afterAll(() => void vi.useRealTimers());

let count = 0;
async function signUp() {
  count += 1;
  const email = `asha${count}@example.com`;
  const { body } = await testApp.call('POST', '/auth/signup', { body: { name: 'Asha', email, password } });
  const { token, user } = body.data as { token: string; user: { id: number } };
  const call = (method: 'GET' | 'POST' | 'DELETE', path: string, sent?: unknown) =>
    testApp.call(method, `/profile/totp${path}`, { token, ...(sent ? { body: sent } : {}) });
  const logIn = async (code?: string) => {
    const answer = await testApp.call('POST', '/auth/login', { body: { email, password, ...(code ? { code } : {}) } });
    return answer.body.code ?? answer.status;
  };
  /** Lets the current code be used again. */
  const forgetLastCode = () =>
    testApp.db.updateTable('second_factors').set({ last_step: 0 }).where('user_id', '=', user.id).execute();
  return { id: user.id, email, token, call, logIn, forgetLastCode };
}

const codeOf = (secret: string, timestamp = Date.now()) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });

async function signUpWithSecondFactor() {
  const user = await signUp();
  const { secret, uri } = (await user.call('POST', '', { password })).body.data as { secret: string; uri: string };
  const confirmed = await user.call('POST', '/confirm', { code: codeOf(secret) });
  await user.forgetLastCode();
  return { ...user, secret, uri, recoveryCodes: confirmed.body.data.recoveryCodes as string[] };
}

describe('setting up a second factor', () => {
  it('requires the password and takes effect with a first code', async () => {
    const user = await signUp();
    expect((await user.call('POST', '', { password: 'wrong!' })).body.code).toBe('INVALID_CREDENTIALS');
    expect((await user.call('POST', '/confirm', { code: '123456' })).body.code).toBe('TOTP_NOT_STARTED');
    const { secret, uri } = (await user.call('POST', '', { password })).body.data;
    expect(uri).toBe(
      `otpauth://totp/MovieBooking:${encodeURIComponent(user.email)}?issuer=MovieBooking&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    );
    expect(await user.logIn()).toBe(200);
    expect((await user.call('GET', '')).body.data).toEqual({ isOn: false, isRequired: false, recoveryCodesLeft: 0 });

    const wrong = codeOf(secret, Date.now() + 3_600_000);
    expect((await user.call('POST', '/confirm', { code: wrong })).body.code).toBe('INVALID_CODE');
    const confirmed = await user.call('POST', '/confirm', { code: codeOf(secret) });
    expect(new Set(confirmed.body.data.recoveryCodes).size).toBe(10);
    expect((await user.call('GET', '')).body.data).toEqual({ isOn: true, isRequired: false, recoveryCodesLeft: 10 });
    expect((await user.call('POST', '', { password })).body.code).toBe('TOTP_ALREADY_ON');
  });

  it('stores neither the secret nor a recovery code in plain text', async () => {
    const { id, secret, recoveryCodes } = await signUpWithSecondFactor();
    const { rows } = await testApp.pool.query(
      `select (select to_jsonb(f) from second_factors f where user_id = $1) as factor,
         (select jsonb_agg(encode(code_hash, 'escape')) from recovery_codes where user_id = $1) as codes`,
      [id],
    );
    const stored = JSON.stringify(rows);
    for (const text of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))])
      expect(stored).not.toContain(text);
  });
});

describe('a login with a second factor', () => {
  it('requires its code', async () => {
    const user = await signUpWithSecondFactor();
    expect(await user.logIn()).toBe('CODE_REQUIRED');
    for (const wrong of ['000000', codeOf(user.secret, Date.now() + 300_000), 'AAAA-BBBB-CCCC-DDDD', 'x'])
      expect(await user.logIn(wrong)).toBe('INVALID_CODE');
    expect(await user.logIn(codeOf(user.secret))).toBe(200);
  });

  it('accepts a code once, even in simultaneous logins, and the previous code too', async () => {
    const user = await signUpWithSecondFactor();
    const now = Date.now();
    const earlier = codeOf(user.secret, now - 30_000);
    expect(await user.logIn(earlier)).toBe(200);
    expect(await user.logIn(earlier)).toBe('INVALID_CODE');
    await user.forgetLastCode();
    const code = codeOf(user.secret);
    const answers = await Promise.all(Array.from({ length: 6 }, () => user.logIn(code)));
    expect(answers.sort()).toEqual([200, ...Array(5).fill('INVALID_CODE')]);
  });

  it('accepts a recovery code once, however it is typed', async () => {
    const user = await signUpWithSecondFactor();
    const [first = '', second = ''] = user.recoveryCodes;
    const answers = await Promise.all([first, first, first].map(user.logIn));
    expect(answers.sort()).toEqual([200, 'INVALID_CODE', 'INVALID_CODE']);
    expect(await user.logIn(` ${second.toLowerCase().replaceAll('-', ' ')} `)).toBe(200);
    expect((await user.call('GET', '')).body.data.recoveryCodesLeft).toBe(8);
  });

  it('does not reveal it before the password is right', async () => {
    const { email } = await signUpWithSecondFactor();
    const answer = await testApp.call('POST', '/auth/login', { body: { email, password: 'wrong!' } });
    expect(answer.body.code).toBe('INVALID_CREDENTIALS');
  });

  it('requires no code once switched off with the password and a code', async () => {
    const user = await signUpWithSecondFactor();
    const switchOff = async (body: unknown) => {
      const answer = await user.call('DELETE', '', body);
      return [answer.status, answer.body.code];
    };
    expect(await switchOff({ password: 'wrong!', code: codeOf(user.secret) })).toEqual([401, 'INVALID_CREDENTIALS']);
    expect(await switchOff({ password })).toEqual([401, 'CODE_REQUIRED']);
    expect(await switchOff({ password, code: '000000' })).toEqual([401, 'INVALID_CODE']);
    expect(await user.logIn()).toBe('CODE_REQUIRED');
    expect(await switchOff({ password, code: codeOf(user.secret) })).toEqual([200, undefined]);
    expect(await user.logIn()).toBe(200);
    const [recoveryCode = ''] = user.recoveryCodes;
    const again = await user.call('POST', '', { password });
    await user.call('POST', '/confirm', { code: codeOf(again.body.data.secret) });
    expect(await user.logIn(recoveryCode)).toBe('INVALID_CODE');
  });

  it('can be switched off with an unused recovery code', async () => {
    const user = await signUpWithSecondFactor();
    const [used = '', fresh = ''] = user.recoveryCodes;
    await user.logIn(used);
    expect((await user.call('DELETE', '', { password, code: used })).body.code).toBe('INVALID_CODE');
    expect((await user.call('DELETE', '', { password, code: fresh })).status).toBe(200);
    expect(await user.logIn()).toBe(200);
  });

  it('drops an unconfirmed setup without a code', async () => {
    const user = await signUp();
    await user.call('POST', '', { password });
    expect((await user.call('DELETE', '', { password })).status).toBe(200);
  });
});

describe('REQUIRE_TOTP=admin', () => {
  /** Rooms use it to decide who is sent customers' names. */
  const actingRole = async (userId: number) =>
    (await testApp.db.selectFrom('acting_roles').select('role').where('user_id', '=', userId).executeTakeFirst())?.role;

  it('lets an administrator without one log in and set it up, but not open the admin area', async () => {
    const strict = await openTestApp({ REQUIRE_TOTP: 'admin' }, { database: testApp });
    const user = await signUp();
    await testApp.db.updateTable('users').set({ role: 'ADMIN' }).where('id', '=', user.id).execute();
    const use = async (path: string, body?: unknown) => {
      const answer = await strict.call(body ? 'POST' : 'GET', path, { token: user.token, ...(body ? { body } : {}) });
      return answer.body.code ?? answer.status;
    };
    expect([await use('/admin/dashboard'), await use('/cinemas', { name: 'Regal' })]).toEqual([
      ...['TOTP_REQUIRED', 'TOTP_REQUIRED'],
    ]);
    expect([await use('/movies'), await use('/profile')]).toEqual([200, 200]);
    const state = await strict.call('GET', '/profile/totp', { token: user.token });
    expect(state.body.data).toMatchObject({ isOn: false, isRequired: true });

    const started = await user.call('POST', '', { password });
    expect(await use('/admin/dashboard')).toBe('TOTP_REQUIRED');
    expect(await actingRole(user.id)).toBe('USER');
    await user.call('POST', '/confirm', { code: codeOf(started.body.data.secret) });
    expect(await use('/admin/dashboard')).toBe(200);
    expect(await actingRole(user.id)).toBe('ADMIN');
  });

  it('requires nothing of staff and customers', async () => {
    const strict = await openTestApp({ REQUIRE_TOTP: 'admin' }, { database: testApp });
    const { token } = await testApp.addUser({ role: 'STAFF' });
    expect((await strict.call('POST', '/admin/check-in', { token, body: { code: 'MB-1-AAAAAAAAAAAA' } })).status).toBe(
      404,
    );
  });
});

it('decrypts a text with the current and previous keys, for its owner only', () => {
  const sealed = createTextCipher(SECRETS.ticket, 'tests').encrypt('the secret', 'user 1');
  const renewed = { current: 'a newer key', previous: [SECRETS.ticket.current] };
  expect(createTextCipher(renewed, 'tests').decrypt(sealed, 'user 1')).toBe('the secret');
  expect(createTextCipher(renewed, 'tests').decrypt(sealed, 'user 2')).toBeUndefined();
  expect(createTextCipher(renewed, 'other tests').decrypt(sealed, 'user 1')).toBeUndefined();
  expect(createTextCipher({ current: 'a newer key', previous: [] }, 'tests').decrypt(sealed, 'user 1')).toBeUndefined();
  expect(createTextCipher(renewed, 'tests').decrypt(`${sealed.slice(0, -4)}AAAA`, 'user 1')).toBeUndefined();
});
