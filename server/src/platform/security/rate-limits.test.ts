import { Secret, TOTP } from 'otpauth';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openTestApp } from '../../../test/test-app.ts';

const testApp = await openTestApp({ RATE_LIMIT: 'on' });
const attacker = '192.0.2.66';
const customer = '192.0.2.7';

beforeEach(async () => {
  await testApp.pool.query('delete from login_guesses');
});

/** Freezes the clock, so that a test stays within one minute. */
const stopClock = () => vi.useFakeTimers({ toFake: ['Date'] });
afterEach(() => void vi.useRealTimers());

const asha = { name: 'Asha', email: 'asha@example.com', password: 'matinee' };
const guess = (email: string, from: string) =>
  testApp.call('POST', '/auth/login', { body: { email, password: 'guess-it' }, from });
const logIn = (email: string, from: string) =>
  testApp.call('POST', '/auth/login', { body: { email, password: asha.password }, from });
const signUp = (email: string) => testApp.call('POST', '/auth/signup', { body: { ...asha, email }, from: customer });

describe('wrong passwords', () => {
  it('a hundred of a thousand concurrent ones from an address are checked, without affecting others', async () => {
    await signUp(asha.email);
    const guesses = Array.from({ length: 1000 }, (_, n) => guess(`user${n}@example.com`, attacker));
    expect((await logIn(asha.email, customer)).status).toBe(200);

    const answers = await Promise.all(guesses);
    const refused = answers.filter(({ status }) => status === 429);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(100);
    expect(refused).toHaveLength(900);
    expect(refused[0]?.body.code).toBe('RATE_LIMITED');
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('twenty for an account block only the address that sent them', async () => {
    await signUp('victim@example.com');
    const answers = await Promise.all(Array.from({ length: 30 }, () => guess('victim@example.com', '192.0.2.67')));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(20);
    expect((await logIn('victim@example.com', '192.0.2.67')).status).toBe(429);
    expect((await logIn('victim@example.com', customer)).status).toBe(200);
  });

  it('count for the same account however the email address is written', async () => {
    await signUp('victor@example.com');
    expect((await logIn('VICTOR@example.com', customer)).body.data.user.email).toBe('victor@example.com');
    expect((await logIn('vİctor@example.com', customer)).status).toBe(401);
    const spellings = ['victor@example.com', 'VICTOR@example.com'];
    for (let n = 0; n < 21; n++) await guess(spellings[n % 2] as string, '192.0.2.68');
    for (const spelling of spellings) expect((await guess(spelling, '192.0.2.68')).status).toBe(429);
  });

  it('count by /64 for IPv6', async () => {
    for (let n = 0; n < 20; n++) expect((await guess('a@example.com', `2001:db8::${n + 1}`)).status).toBe(401);
    expect((await guess('a@example.com', '2001:db8::ffff:1')).status).toBe(429);
    expect((await guess('a@example.com', '2001:db8:0:1::1')).status).toBe(401);
  });

  it('correct ones are never counted', async () => {
    await signUp('ravi@example.com');
    for (let login = 0; login < 25; login++) expect((await logIn('ravi@example.com', customer)).status).toBe(200);
    expect((await testApp.pool.query('select max(guesses) as most from login_guesses')).rows[0].most).toBe(0);
  });

  it('of a second factor are limited to twenty per account, from any address, and need the password', async () => {
    stopClock();
    const email = 'admin@example.com';
    const { token } = (await signUp(email)).body.data;
    const own = { token, from: customer };
    const setUp = await testApp.call('POST', '/profile/totp', { ...own, body: { password: asha.password } });
    const totp = new TOTP({ secret: Secret.fromBase32(setUp.body.data.secret) });
    const code = totp.generate({ timestamp: Date.now() - 30_000 });
    await testApp.call('POST', '/profile/totp/confirm', { ...own, body: { code } });
    const tryCode = async (code: string, from: string, { password = asha.password, app = testApp } = {}) =>
      (await app.call('POST', '/auth/login', { body: { email, password, code }, from })).body.code;

    for (let n = 0; n < 30; n++) await tryCode('000000', `10.1.0.${n}`, { password: 'guess-it' });
    for (let n = 0; n < 20; n++) expect(await tryCode('000000', `10.2.0.${n}`)).toBe('INVALID_CODE');
    expect(await tryCode('000000', '10.2.0.100')).toBe('RATE_LIMITED');
    expect(await tryCode(totp.generate(), customer)).toBe('RATE_LIMITED');
    await testApp.pool.query(`update login_guesses set ends_at = ends_at - interval '15 minutes'`);
    const app = await openTestApp({ RATE_LIMIT: 'on' }, { database: testApp });
    expect(await tryCode(totp.generate(), customer, { app })).toBeUndefined();
  });

  it('are stored without the account or address', async () => {
    await guess('somebody@example.com', '203.0.113.50');
    const { rows } = await testApp.pool.query('select login_guesses::text as text from login_guesses');
    for (const { text } of rows) expect(text).not.toMatch(/somebody|203\.0\.113/);
  });
});

describe('refused requests', () => {
  beforeEach(() => void stopClock());

  const ask = (path: string, from: string, token?: string) =>
    testApp.call('GET', path, { from, ...(token ? { token } : {}) });

  it('without a login are limited to 600 per minute and address, then get 429 and a closed connection', async () => {
    const from = '198.51.100.1';
    const statuses = new Set<number>();
    for (let n = 0; n < 200; n++) {
      for (const path of ['/profile', '/no-such-thing']) statuses.add((await ask(path, from)).status);
      statuses.add((await ask('/profile', from, 'nonsense')).status);
    }
    expect([...statuses].sort()).toEqual([401, 404]);
    const refused = await ask('/profile', from);
    expect(refused.status).toBe(429);
    expect(refused.headers.connection).toBe('close');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await testApp.app.inject({ url: '/no-such-file.js', remoteAddress: from })).statusCode).toBe(429);

    const neighbour = await testApp.addUser();
    expect((await ask('/profile', from, neighbour.token)).status).toBe(200);
    expect((await ask('/health/live', from)).status).toBe(200);
    expect((await ask('/profile', '198.51.100.2')).status).toBe(401);
  });

  it('with a login count for the user, from any address', async () => {
    const { token } = await testApp.addUser();
    for (let n = 0; n < 600; n++) await ask('/movies/2147483647', `198.51.100.${n % 100}`, token);
    expect((await ask('/admin/dashboard', '198.51.100.3', token)).status).toBe(429);
  });
});

describe('requests of a user', () => {
  beforeEach(() => void stopClock());

  it('are limited before the role is queried, and health checks never are', async () => {
    const { token, id } = await testApp.addUser();
    for (let n = 0; n < 1200; n++) await testApp.call('GET', '/movies?limit=1', { token });
    await testApp.db.deleteFrom('users').where('id', '=', id).execute();
    expect((await testApp.call('GET', '/admin/dashboard', { token })).status).toBe(429);
    for (let n = 0; n < 1300; n++) await testApp.call('GET', '/health/live', { token });
    expect((await testApp.call('GET', '/health/ready', { token })).status).toBe(200);
  });
});

describe('the health route', () => {
  beforeEach(() => void stopClock());
  const ask = (path: string, from: string) => testApp.call('GET', path, { from });

  it('is never limited, however its path is spelled', async () => {
    for (let n = 0; n < 1300; n++) await ask('/%68ealth/live', '192.0.2.81');
    expect((await ask('/%68ealth/live', '192.0.2.81')).status).toBe(200);
  });

  it('does not exempt paths that only look like it', async () => {
    for (let n = 0; n < 1200; n++) await ask('/docs', '192.0.2.82');
    expect((await ask('/health/no-such-thing', '192.0.2.82')).status).toBe(429);
  });
});

describe('the API document', () => {
  beforeEach(() => void stopClock());
  const ask = (path: string, from: string) => testApp.call('GET', path, { from });

  it("counts towards the address's limit: the page, the document and its files", async () => {
    const from = '192.0.2.90';
    const paths = ['/docs/json', '/docs/static/index.css', '/docs'];
    for (const path of paths) expect((await ask(path, from)).status).toBe(200);
    for (let n = paths.length; n < 1200; n++) expect((await ask('/docs', from)).status).toBe(200);
    for (const path of paths) {
      const refused = await ask(path, from);
      expect([path, refused.status, refused.body.code]).toEqual([path, 429, 'RATE_LIMITED']);
      expect((await ask(path, customer)).status).toBe(200);
    }
  });
});

describe('personal data', () => {
  const spellings = ['/profile', '/%70rofile', '/bookings/history', '/book%69ngs/history', '/admin/dashboard'];
  it.each([...spellings, '/admin/no-such-thing', '/no-such-thing'])('is never cached: %s', async (path) => {
    const { token } = await testApp.addUser({ role: 'ADMIN' });
    expect((await testApp.call('GET', path, { token })).headers['cache-control']).toBe('no-store');
  });

  it('a login is not cached either', async () => {
    expect((await guess('nobody@example.com', customer)).headers['cache-control']).toBe('no-store');
  });
});
