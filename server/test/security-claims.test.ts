/** Tests claims of docs/security.md that no other test covers, and that each of its rows with a Yes names a test. */
import { createHmac } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createTokens } from '../src/platform/http/sessions.ts';
import { createLogger } from '../src/platform/observability/logger.ts';
import { createTextCipher } from '../src/platform/security/encrypted-text.ts';
import { factoryFor } from './factory.ts';
import { operationsOf } from './operations.ts';
import { JWT_SECRET, openTestApp } from './test-app.ts';

const project = fileURLToPath(new URL('../../', import.meta.url));
const read = (place: string) => readFileSync(`${project}${place}`, 'utf8');

const lines: string[] = [];
const testApp = await openTestApp({}, { logger: createLogger('info', { write: (line) => void lines.push(line) }) });
const user = await testApp.addUser();
const statusOf = async (token: string) => (await testApp.call('GET', '/profile', { token })).status;

describe('a token', () => {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const seconds = Math.floor(Date.now() / 1000);
  const claims = { sub: String(user.id), iat: seconds, exp: seconds + 60 };
  const sign = (header: object, payload: object, { key = JWT_SECRET, hash = 'sha256' } = {}) => {
    const text = `${encode(header)}.${encode(payload)}`;
    return `${text}.${createHmac(hash, key).update(text).digest('base64url')}`;
  };
  const HS256 = { alg: 'HS256', typ: 'JWT' };

  it('is accepted with our own key and algorithm', async () => {
    expect(await statusOf(sign(HS256, claims))).toBe(200);
  });

  it.each([
    ['signed with another key', sign(HS256, claims, { key: 'another key of the same length, or about so' })],
    ['signed with another algorithm', sign({ alg: 'HS512' }, claims, { hash: 'sha512' })],
    ['without a signature', `${encode({ alg: 'none' })}.${encode(claims)}.`],
    ['that names its own key', sign({ ...HS256, jwk: { kty: 'oct', k: 'a2V5' } }, claims, { key: 'key' })],
    ['that has expired', sign(HS256, { ...claims, exp: seconds - 1 })],
    ['whose claims were changed', sign(HS256, claims).replace(encode(claims), encode({ ...claims, sub: '1000000' }))],
  ])('is refused %s', async (_, token) => {
    expect(await statusOf(token)).toBe(401);
  });

  it('lives for seven days', () => {
    const { issuedAt, expiresAt } = createTokens(JWT_SECRET).verify(testTokenOf(user.id));
    expect(expiresAt.getTime() - issuedAt.getTime()).toBe(7 * 86_400_000);
  });
});

const testTokenOf = (id: number) => createTokens(JWT_SECRET).issue(id);

describe('the server', () => {
  it('sets no cookie and accepts none as a login', async () => {
    const body = { name: 'Asha', email: 'cookies@example.com', password: 'matinee' };
    const { headers } = await testApp.call('POST', '/auth/signup', { body });
    expect(headers['set-cookie']).toBeUndefined();
    const cookie = `token=${user.token}; authorization=Bearer ${user.token}`;
    expect((await testApp.call('GET', '/profile', { headers: { cookie } })).status).toBe(401);
  });

  it('sends a content type and the security headers with every response', async () => {
    for (const path of ['/health/live', '/profile', '/no-such-thing']) {
      const { headers } = await testApp.call('GET', path);
      expect(headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'same-origin',
      });
      for (const rule of ["frame-ancestors 'none'", "object-src 'none'", "base-uri 'none'"])
        expect(headers['content-security-policy']).toContain(rule);
    }
  });

  it('accepts any characters in a password, up to 128, and compares it exactly', async () => {
    const password = ` Ünï 🎬 ${'x'.repeat(119)}  `;
    const account = { name: 'Asha', email: 'any@example.com', password };
    expect([[...password].length, (await testApp.call('POST', '/auth/signup', { body: account })).status]).toEqual([
      128, 201,
    ]);
    const logIn = async (given: string) =>
      (await testApp.call('POST', '/auth/login', { body: { ...account, password: given } })).status;
    expect([await logIn(password), await logIn(password.trim()), await logIn(password.toLowerCase())]).toEqual([
      200, 401, 401,
    ]);
    const longer = { ...account, email: 'more@example.com', password: `${password}x` };
    expect((await testApp.call('POST', '/auth/signup', { body: longer })).status).toBe(400);
  });

  it('changes nothing by GET except the audit log', async () => {
    const admin = await testApp.addUser({ role: 'ADMIN' });
    const make = factoryFor(testApp.db);
    const id = await make.booking({ showId: await make.show(), userId: admin.id });
    const contents = async () => {
      const { rows } = await testApp.pool.query(
        `select relname as name, md5(query_to_xml('select to_jsonb(t) from ' || oid::regclass || ' t order by 1', true, true, '')::text) as sum
         from pg_class where relkind = 'r' and relnamespace in ('public'::regnamespace, 'ledger'::regnamespace) order by 1`,
      );
      return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]));
    };
    // The booking above reaches the totals in the background. After that only requests change anything.
    const changes = () => testApp.pool.query('select from total_changes');
    await expect.poll(async () => (await changes()).rowCount).toBe(0);
    const before = await contents();
    const reads = operationsOf(testApp.app).filter(({ method }) => method === 'GET');
    for (const { path } of reads)
      await testApp.call('GET', path.replace(/\{\w+\}/g, String(id)), { token: admin.token });
    const after = await contents();
    expect(reads.length).toBeGreaterThan(20);
    expect(Object.keys(after).filter((name) => after[name] !== before[name])).toEqual(['audit_log']);
  });

  it('stores passwords as argon2id with 19 MiB and two rounds', async () => {
    const body = { name: 'Asha', email: 'hashes@example.com', password: 'matinee' };
    await testApp.call('POST', '/auth/signup', { body });
    const { rows } = await testApp.pool.query('select password_hash from users where email = $1', [body.email]);
    expect(rows[0].password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('rejects a repeated parameter', async () => {
    expect((await testApp.call('GET', '/movies?limit=1&limit=2', { token: user.token })).status).toBe(400);
  });

  it('allows no TRACE and no listings, and serves only files of the web app', async () => {
    const trace = await testApp.app.inject({ method: 'TRACE' as 'GET', url: '/api/profile' });
    expect(trace.statusCode).toBe(404);
    for (const url of ['/assets/', '/package.json', '/.env', '/server/src/app.ts', '/..%2fpackage.json'])
      expect([url, (await testApp.app.inject(url)).statusCode]).toEqual([url, 404]);
  });

  it('logs one line of JSON per request, whatever its address contains', async () => {
    lines.length = 0;
    await testApp.app.inject('/api/bookings/seats/1%0a{"level":60,"msg":"forged"}%1b[2J');
    expect(lines.map((line) => [line.split('\n').length, JSON.parse(line).msg])).toEqual([[2, 'request']]);
  });

  it('keeps the second factor when a password is reset', async () => {
    const admin = await testApp.addUser({ role: 'ADMIN' });
    const account = { name: 'Asha', email: 'factor@example.com', password: 'matinee' };
    const { id } = (await testApp.call('POST', '/auth/signup', { body: account })).body.data.user;
    await testApp.pool.query(
      `insert into second_factors (user_id, sealed_secret, confirmed_at) values ($1, 'sealed', now())`,
      [id],
    );
    const link = await testApp.call('POST', `/admin/users/${id}/reset-link`, { token: admin.token });
    const body = { token: link.body.data.url.split('#token=')[1], password: 'new matinee' };
    expect((await testApp.call('POST', '/auth/reset-password', { body })).status).toBe(200);
    const login = await testApp.call('POST', '/auth/login', { body: { ...account, password: 'new matinee' } });
    expect([login.status, login.body.data?.token]).toEqual([401, undefined]);
  });
});

it('altered encrypted text cannot be decrypted', () => {
  const cipher = createTextCipher({ current: 'a secret of thirty-two characters', previous: [] }, 'tests');
  const sealed = Buffer.from(cipher.encrypt('the secret', 'Asha'), 'base64');
  expect(cipher.decrypt(sealed.toString('base64'), 'Asha')).toBe('the secret');
  for (let place = 0; place < sealed.length; place += 1) {
    const changed = Buffer.from(sealed);
    changed[place] = (changed[place] ?? 0) ^ 1;
    expect(cipher.decrypt(changed.toString('base64'), 'Asha')).toBeUndefined();
  }
});

describe('the sources', () => {
  const sources = (pattern: string) =>
    globSync(pattern, { cwd: project }).filter((place) => !/\.test\.tsx?$/.test(place));
  const having = (pattern: string, what: RegExp) => sources(pattern).filter((place) => what.test(read(place)));

  it('of features start no process and evaluate no text as code', () => {
    const running = /node:(child_process|cluster|vm|worker_threads)|\beval\(|new Function\(/;
    expect(sources('server/src/features/**/*.ts').length).toBeGreaterThan(50);
    expect(having('server/src/features/**/*.ts', running)).toEqual([]);
    expect(having('web/src/**/*.{ts,tsx}', /\beval\(|new Function\(|document\.write/)).toEqual([]);
  });

  it('of the server fetch no address: workers reach each other over sockets', () => {
    const fetching = /\bfetch\(|\bhttps?\.(get|request)\(|undici/;
    expect(having('server/src/**/*.ts', fetching)).toEqual(['server/src/platform/http/worker-forwarding.ts']);
    expect(read('server/src/platform/http/worker-forwarding.ts')).toMatch(/http\.request\(\{ agent, socketPath:/);
  });

  it('read the environment in one place', () => {
    expect(having('server/src/**/*.ts', /process\.env/)).toEqual(['server/src/config.ts']);
  });

  it('get random numbers for secrets from the system', () => {
    expect(having('server/src/**/*.ts', /Math\.random/)).toEqual([]);
  });

  it('of the web app insert no HTML except the first outline', () => {
    const writing = /dangerouslySetInnerHTML|\.(inner|outer)HTML\s*=|insertAdjacentHTML/;
    expect(having('web/src/**/*.{ts,tsx}', writing)).toEqual(['web/src/app/pages/first-load.tsx']);
  });

  it('of the web app load nothing from other hosts and link to none', () => {
    expect(read('web/index.html')).not.toMatch(/(src|href)="(https?:)?\/\//);
    expect(having('web/src/**/*.css', /url\(['"]?(https?:)?\/\//)).toEqual([]);
    expect(having('web/src/**/*.{ts,tsx}', /window\.open\(|location\.(href *=|assign\()/)).toEqual([]);
    expect(having('server/src/**/*.ts', /\.redirect\(/)).toEqual([]);
  });
});

describe('docs/security.md', () => {
  const PLACES = ['', 'server/src/', 'server/test/'];
  const rows = [...read('docs/security.md').matchAll(/^\| (\d[^|]*?)\s*\| Yes\s*\| (.*?)\s*\|$/gm)];
  const testsIn = (how: string) =>
    [...how.matchAll(/`([\w./-]+\.test\.(?:tsx?|mjs))`/g)].map(([, place = '']) => place);
  const exists = (place: string) => PLACES.some((folder) => existsSync(`${project}${folder}${place}`));

  it('names a test for every claim', () => {
    expect(rows.length).toBeGreaterThan(80);
    expect(rows.filter(([, , how = '']) => !testsIn(how).some(exists)).map(([, item]) => item)).toEqual([]);
  });
});
