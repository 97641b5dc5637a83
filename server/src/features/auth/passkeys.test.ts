import { afterEach, describe, expect, it, vi } from 'vitest';
import { createAuthenticator } from '../../../test/authenticator.ts';
import { openTestApp, type TestApp } from '../../../test/test-app.ts';
import { createResetLink } from './new-passwords.ts';

const testApp = await openTestApp();
const strict = await openTestApp({ REQUIRE_TOTP: 'admin' }, { database: await openTestApp() });
const password = 'a long matinee';
type Authenticator = ReturnType<typeof createAuthenticator>;

afterEach(() => void vi.useRealTimers());

let count = 0;
async function signUp(on = testApp, role: 'USER' | 'STAFF' | 'ADMIN' = 'USER') {
  count += 1;
  const email = `asha${count}@example.com`;
  const { body } = await on.call('POST', '/auth/signup', { body: { name: 'Asha', email, password } });
  const { token, user } = body.data as { token: string; user: { id: number } };
  if (role !== 'USER') await on.db.updateTable('users').set({ role }).where('id', '=', user.id).execute();
  const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, sent?: unknown) =>
    on.call(method, `/profile/passkeys${path}`, {
      ...{ token, headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' } },
      ...(sent ? { body: sent } : {}),
    });
  const start = async (proof: unknown = { password }) => (await call('POST', '/options', proof)).body.data;
  const add = async (device = createAuthenticator()) => {
    const added = await call('POST', '', { credential: device.create(await start()) });
    return { device, ...(added.body.data as { id: number; name: string }) };
  };
  const logIn = async () => (await on.call('POST', '/auth/login', { body: { email, password } })).body.data.token;
  return { id: user.id, email, token, call, start, add, logIn };
}

const challengeFor = async (purpose: 'login' | 'proof', on = testApp) =>
  (await on.call('POST', `/auth/passkey/options?purpose=${purpose}`)).body.data;
const send = async (assertion: unknown, on = testApp) => {
  const { body, status } = await on.call('POST', '/auth/passkey', { body: assertion });
  return { outcome: body.code ?? status, message: body.message, token: body.data?.token, user: body.data?.user };
};
const logInWith = async (device: Authenticator, deviation = {}, on = testApp) =>
  send(device.get(await challengeFor('login', on), deviation), on);
const handleOf = (id: number) => Buffer.from(`user ${id}`).toString('base64url');
const statusOf = async (token: string, path: string, on = testApp) => {
  const { body, status } = await on.call('GET', path, { token });
  return body.code ?? status;
};

describe('adding a passkey', () => {
  it('requires the password, and names the passkey after the device', async () => {
    const user = await signUp();
    expect((await user.call('POST', '/options', { password: 'wrong!' })).body.code).toBe('INVALID_CREDENTIALS');
    const options = await user.start();
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'MovieBooking' },
      user: { id: handleOf(user.id), name: user.email, displayName: 'Asha' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    });
    const device = createAuthenticator();
    const { status, body } = await user.call('POST', '', { credential: device.create(options) });
    const stored = {
      id: expect.any(Number),
      name: 'Firefox on Linux',
      createdAt: expect.any(String),
      lastUsedAt: null,
    };
    expect([status, body.data]).toEqual([201, stored]);
    expect((await user.call('GET', '')).body.data).toEqual([stored]);
    expect((await user.start()).excludeCredentials).toEqual([{ id: device.id, type: 'public-key' }]);
  });

  it('lets an account have several, renames and removes them, with the password or another passkey', async () => {
    const user = await signUp();
    const [one, two] = [await user.add(), await user.add()];
    const named = await user.call('PUT', `/${two.id}`, { name: ' Asha’s phone ' });
    expect(named.body.data).toMatchObject({ id: two.id, name: 'Asha’s phone' });
    for (const name of ['', 'x'.repeat(101), 'a\u202eb'])
      expect((await user.call('PUT', `/${two.id}`, { name })).status).toBe(400);
    const remove = async (id: number, proof: unknown) => {
      const { status, body } = await user.call('DELETE', `/${id}`, proof);
      return body.code ?? status;
    };
    expect(await remove(one.id, {})).toBe('VALIDATION_FAILED');
    expect(await remove(one.id, { password: 'wrong!' })).toBe('INVALID_CREDENTIALS');
    const login = two.device.get(await challengeFor('login'));
    expect(await remove(one.id, { passkey: login })).toBe('INVALID_PASSKEY');
    const proof = two.device.get(await challengeFor('proof'));
    expect((await send(proof)).outcome).toBe('INVALID_PASSKEY');
    expect(await remove(one.id, { passkey: proof })).toBe(200);
    expect(await remove(two.id, { passkey: proof })).toBe('INVALID_PASSKEY');
    expect((await logInWith(one.device)).outcome).toBe('INVALID_PASSKEY');
    expect((await logInWith(two.device)).outcome).toBe(200);
    expect(await remove(one.id, { password })).toBe('NOT_FOUND');
    expect(await remove(two.id, { password })).toBe(200);
    expect((await user.call('GET', '')).body.data).toEqual([]);
  });

  it('stops at 20', async () => {
    const user = await signUp();
    const rows = Array.from({ length: 20 }, (_, index) => ({
      ...{ user_id: user.id, credential_id: Buffer.from(`${user.id} ${index}`), public_key: Buffer.from('x') },
      ...{ counter: 0, name: 'Key' },
    }));
    await testApp.db.insertInto('passkeys').values(rows).execute();
    const credential = createAuthenticator().create(await user.start());
    expect((await user.call('POST', '', { credential })).body.code).toBe('TOO_MANY_PASSKEYS');
  });

  it('refuses another origin, domain, ceremony, user or login, an unverified user, and a repetition', async () => {
    const [user, other] = [await signUp(), await signUp()];
    const device = createAuthenticator();
    const outcome = async (credential: unknown, as = user) => (await as.call('POST', '', { credential })).body.code;
    for (const deviation of [
      { origin: 'https://localhost.example.com' },
      { origin: 'https://localhost' },
      { rpId: 'example.com' },
      { type: 'webauthn.get' },
      { crossOrigin: true },
      { isUserVerified: false },
      { challenge: (await challengeFor('login')).challenge },
      { challenge: (await other.start()).challenge },
    ])
      expect([deviation, await outcome(device.create(await user.start(), deviation))]).toEqual([
        ...[deviation, 'INVALID_PASSKEY'],
      ]);
    const options = await user.start();
    const later = await testApp.call('POST', '/profile/passkeys', {
      ...{ token: await user.logIn(), body: { credential: device.create(options) } },
    });
    expect(later.body.code).toBe('INVALID_PASSKEY');
    expect(await outcome(device.create(options))).toBeUndefined();
    expect(await outcome(createAuthenticator().create(options))).toBe('INVALID_PASSKEY');
    // A credential belongs to one account.
    expect(await outcome(device.create(await other.start()), other)).toBe('INVALID_PASSKEY');
    expect((await other.call('GET', '')).body.data).toEqual([]);
  });
});

describe('a login with a passkey', () => {
  it('needs no password, and its token is that of a login with a second factor', async () => {
    const user = await signUp();
    const { device } = await user.add();
    const { token, user: found } = await logInWith(device, { userHandle: handleOf(user.id) });
    expect(found).toEqual({ id: user.id, name: 'Asha', email: user.email, role: 'USER' });
    const { body } = await testApp.call('GET', '/profile/logins', { token });
    expect(body.data[0]).toMatchObject({ isCurrent: true, usedSecondFactor: true });
    expect((await user.call('GET', '')).body.data[0].lastUsedAt).toEqual(expect.any(String));
  });

  it('starts without naming an account, and may end on another server', async () => {
    const user = await signUp();
    const { device } = await user.add();
    const options = await challengeFor('login');
    expect(options).toEqual({
      ...{ challenge: expect.any(String), rpId: 'localhost', timeout: 300_000, userVerification: 'required' },
    });
    const other = await openTestApp({}, { database: testApp });
    expect((await send(device.get(options), other)).outcome).toBe(200);
  });

  it('works on the domain and from the origin of PUBLIC_URL alone', async () => {
    const site = await openTestApp({ PUBLIC_URL: 'https://tickets.example.com' });
    const user = await signUp(site);
    const { device } = await user.add(
      createAuthenticator({ origin: 'https://tickets.example.com', rpId: 'tickets.example.com' }),
    );
    expect((await logInWith(device, {}, site)).outcome).toBe(200);
    for (const deviation of [
      { origin: 'http://localhost:3000' },
      { origin: 'https://example.com' },
      { origin: 'https://tickets.example.com.evil.example' },
      { rpId: 'example.com' },
    ])
      expect((await logInWith(device, deviation, site)).outcome).toBe('INVALID_PASSKEY');
  });

  it('is refused in the same words, whatever is wrong', async () => {
    const [user, other] = [await signUp(), await signUp()];
    const [{ device }, stranger] = [await user.add(), createAuthenticator()];
    const refused = [
      await logInWith(stranger),
      await logInWith(device, { origin: 'https://example.com' }),
      await logInWith(device, { rpId: 'example.com' }),
      await logInWith(device, { type: 'webauthn.create' }),
      await logInWith(device, { crossOrigin: true }),
      await logInWith(device, { isUserVerified: false }),
      await logInWith(device, { userHandle: handleOf(other.id) }),
      await logInWith(device, { challenge: Buffer.alloc(54).toString('base64url') }),
      await logInWith(device, { challenge: (await challengeFor('proof')).challenge }),
      await logInWith(device, { challenge: (await user.start()).challenge }),
      await send({ ...device.get(await challengeFor('login')), id: (await other.add()).device.id }),
      await send({ id: device.id, response: { clientDataJSON: 'AA', authenticatorData: 'AA', signature: 'AA' } }),
    ];
    const one = { outcome: 'INVALID_PASSKEY', message: "That passkey wasn't accepted. Please try again." };
    for (const refusal of refused) expect(refusal).toMatchObject(one);
    expect((await logInWith(device)).outcome).toBe(200);
  });

  it('is refused with a changed signature, and after five minutes', async () => {
    const { device } = await (await signUp()).add();
    const assertion = device.get(await challengeFor('login'));
    const forged = Buffer.from(assertion.response.signature, 'base64url');
    forged[forged.length - 1] = (forged.at(-1) ?? 0) ^ 1;
    const response = { ...assertion.response, signature: forged.toString('base64url') };
    expect((await send({ ...assertion, response })).outcome).toBe('INVALID_PASSKEY');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 301_000 });
    expect((await send(assertion)).outcome).toBe('INVALID_PASSKEY');
    vi.setSystemTime(Date.now() - 10_000);
    expect((await send(assertion)).outcome).toBe(200);
  });

  it('works once for each challenge', async () => {
    const { device } = await (await signUp()).add();
    const assertion = device.get(await challengeFor('login'));
    expect([(await send(assertion)).outcome, (await send(assertion)).outcome]).toEqual([200, 'INVALID_PASSKEY']);
    const { rows } = await testApp.pool.query('select expires_at > now() as is_kept from used_challenges limit 1');
    expect(rows).toEqual([{ is_kept: true }]);
  });

  it('is refused if the counter does not grow, because the device may have been copied', async () => {
    const staff = await signUp(testApp, 'STAFF');
    const { device } = await staff.add(createAuthenticator({ counts: true }));
    expect((await logInWith(device)).outcome).toBe(200);
    expect((await logInWith(device, { counter: 2 })).outcome).toBe('INVALID_PASSKEY');
    expect((await logInWith(device, { counter: 0 })).outcome).toBe('INVALID_PASSKEY');
    expect((await logInWith(device, { counter: 100 })).outcome).toBe(200);
    const entries = await testApp.db
      .selectFrom('audit_log')
      .select(['action', 'after'])
      .where('entity_id', '=', staff.id)
      .orderBy('id')
      .execute();
    expect(entries).toEqual([
      { action: 'UPDATE', after: { passkey: 'added' } },
      ...['LOGIN', 'LOGIN_FAILED', 'LOGIN_FAILED', 'LOGIN'].map((action) => ({ action, after: null })),
    ]);
  });
});

describe("another user's passkey", () => {
  it('is no proof, and can be neither seen, renamed nor removed', async () => {
    const [user, other] = [await signUp(), await signUp()];
    const { device, id } = await other.add();
    await user.add();
    const proof = async () => ({ passkey: device.get(await challengeFor('proof')) });
    expect((await user.call('POST', '/options', await proof())).body.code).toBe('INVALID_PASSKEY');
    expect((await user.call('DELETE', `/${id}`, await proof())).body.code).toBe('INVALID_PASSKEY');
    expect((await user.call('DELETE', `/${id}`, { password })).status).toBe(404);
    expect((await user.call('PUT', `/${id}`, { name: 'Mine' })).status).toBe(404);
    expect((await user.call('GET', '')).body.data).toHaveLength(1);
    expect((await logInWith(device)).user.id).toBe(other.id);
  });
});

describe('an account', () => {
  const reset = async (id: number, isSentByMail: boolean) => {
    const { path } = await createResetLink(testApp.db, id, { isSentByMail });
    return testApp.call('POST', '/auth/reset-password', { body: { token: path.split('#token=')[1], password } });
  };

  it('exports its passkeys, and loses them when it is deleted', async () => {
    const user = await signUp();
    const { device } = await user.add();
    const exported = (await testApp.call('GET', '/profile/export', { token: user.token })).body.data;
    expect(exported.passkeys).toEqual([{ name: 'Firefox on Linux', createdAt: expect.any(String), lastUsedAt: null }]);
    const assertion = device.get(await challengeFor('login'));
    await testApp.call('DELETE', '/profile', { token: user.token, body: { password } });
    expect((await send(assertion)).outcome).toBe('INVALID_PASSKEY');
    const { rowCount } = await testApp.pool.query('select from passkeys where user_id = $1', [user.id]);
    expect(rowCount).toBe(0);
  });

  it('keeps its passkeys when the password is reset, unless the link is the first proof of the address', async () => {
    const [known, squatted] = [await signUp(), await signUp()];
    await testApp.db.updateTable('users').set({ email_confirmed_at: new Date() }).where('id', '=', known.id).execute();
    const [kept, removed] = [await known.add(), await squatted.add()];
    expect([(await reset(known.id, true)).status, (await reset(squatted.id, true)).status]).toEqual([200, 200]);
    expect((await logInWith(kept.device)).outcome).toBe(200);
    expect((await logInWith(removed.device)).outcome).toBe('INVALID_PASSKEY');
    await reset(known.id, false);
    expect((await logInWith(kept.device)).outcome).toBe(200);
  });

  it('loses them when it is promoted without a confirmed address', async () => {
    const [admin, user] = [await testApp.addUser({ role: 'ADMIN' }), await signUp()];
    const { device } = await user.add();
    await testApp.call('PUT', `/admin/users/${user.id}`, { token: admin.token, body: { role: 'STAFF' } });
    expect((await logInWith(device)).outcome).toBe('INVALID_PASSKEY');
  });
});

describe.each([
  ['REQUIRE_TOTP=admin', strict],
  ['no REQUIRE_TOTP', testApp],
])('with %s, an administrator with a passkey', (_, on: TestApp) => {
  it('has all rights after adding it and after logging in with it, but not with the password alone', async () => {
    const admin = await signUp(on, 'ADMIN');
    expect(await statusOf(admin.token, '/admin/dashboard', on)).toBe(on === strict ? 'TOTP_REQUIRED' : 200);
    const byPassword = await admin.logIn();
    const { device } = await admin.add();
    const { token } = await logInWith(device, {}, on);
    const again = await admin.logIn();
    const outcomes = [admin.token, token, byPassword, again].map((one) => statusOf(one, '/admin/dashboard', on));
    expect(await Promise.all(outcomes)).toEqual([200, 200, 'TOTP_REQUIRED', 'TOTP_REQUIRED']);
    const acting = on.db.selectFrom('acting_roles').selectAll().where('user_id', '=', admin.id).executeTakeFirst();
    expect(await acting).toEqual({ user_id: admin.id, role: 'ADMIN', needs_second_factor: true });
  });

  it('cannot replace it with the password alone', async () => {
    const admin = await signUp(on, 'ADMIN');
    const { id, device } = await admin.add();
    const token = await admin.logIn();
    const change = async (method: 'POST' | 'DELETE', path: string, body: unknown = { password }) =>
      (await on.call(method, path, { token, body })).body.code;
    expect(await change('POST', '/profile/totp')).toBe('TOTP_REQUIRED');
    expect(await change('POST', '/profile/totp/confirm', { code: '123456' })).toBe('TOTP_REQUIRED');
    expect(await change('POST', '/profile/passkeys/options')).toBe('TOTP_REQUIRED');
    expect(await change('DELETE', `/profile/passkeys/${id}`)).toBe('TOTP_REQUIRED');
    expect((await admin.call('DELETE', `/${id}`, { password })).status).toBe(200);
    expect((await logInWith(device, {}, on)).outcome).toBe('INVALID_PASSKEY');
  });
});
