import { request as rawRequest } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { failure } from '@moviebooking/contract/errors';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openTestApp } from '../../../test/test-app.ts';
import { tryLater } from '../database/database.ts';
import { createLogger } from '../observability/logger.ts';

const testApp = await openTestApp({ METRICS_TOKEN: 'a token for the metrics' });
let port = 0;
beforeAll(async () => {
  await testApp.app.listen({ port: 0, host: '127.0.0.1' });
  const address = testApp.app.server.address();
  port = typeof address === 'object' && address ? address.port : 0;
});
afterAll(() => testApp.app.close());

const json = { 'content-type': 'application/json' };
const login = (payload: string | Buffer, headers: Record<string, string> = json) =>
  testApp.app.inject({ method: 'POST', url: '/api/auth/login', payload, headers });

describe('bad input', () => {
  it.each([
    ['broken JSON', '{"email": ', json, 400, 'MALFORMED_JSON'],
    ['a bare word', 'hello', json, 400, 'MALFORMED_JSON'],
    ['nothing', '', json, 400, 'VALIDATION_FAILED'],
    ['null', 'null', json, 400, 'VALIDATION_FAILED'],
    ['a list', '[]', json, 400, 'VALIDATION_FAILED'],
    ['a number', '7', json, 400, 'VALIDATION_FAILED'],
    ['a poisoned prototype', '{"__proto__": {"role": "ADMIN"}}', json, 400, 'MALFORMED_JSON'],
    ['objects for texts', '{"email": {}, "password": []}', json, 400, 'VALIDATION_FAILED'],
    ['a NUL byte', '{"email": "a\\u0000@example.com", "password": "x"}', json, 400, 'VALIDATION_FAILED'],
    ['bytes that are not UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), json, 400, 'MALFORMED_JSON'],
    ['a form', 'email=a', { 'content-type': 'application/x-www-form-urlencoded' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['plain text', '{}', { 'content-type': 'text/plain' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['a flood', JSON.stringify({ email: 'x'.repeat(70_000) }), json, 413, 'PAYLOAD_TOO_LARGE'],
  ])('responds to %s with a 4xx of the contract', async (_, payload, headers, status, code) => {
    const answer = await login(payload, headers);
    expect(answer.statusCode).toBe(status);
    expect(failure.parse(answer.json()).code).toBe(code);
  });

  it.each(['/api/nothing-here', '/api/%zz', '/api/profile/%00', `/api/${'x'.repeat(5000)}`])(
    'responds to the path %.30s with a 4xx of the contract',
    async (url) => {
      const answer = await testApp.app.inject({ method: 'GET', url });
      expect([400, 401, 404, 414]).toContain(answer.statusCode);
      failure.parse(answer.json());
    },
  );

  it("responds in the contract's format even to a request that is not HTTP", async () => {
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => socket.write('GARBAGE\r\n\r\n'));
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk;
      });
      socket.on('close', () => resolve(text));
    });
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    failure.parse(JSON.parse(answer.split('\r\n\r\n')[1] ?? ''));
  });
});

describe('every response', () => {
  it('has a request id and the security headers', async () => {
    const { headers } = await testApp.call('GET', '/health/live');
    expect(headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
    expect(headers['content-security-policy']).toContain("script-src 'self'");
    expect(headers['content-security-policy']).not.toContain('unsafe-eval');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['x-frame-options']).toBe('SAMEORIGIN');
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('the log', () => {
  /** Adds a route that fails as instructed. */
  async function openLogged(fail = async (): Promise<void> => {}) {
    const lines: string[] = [];
    const logger = createLogger('info', { write: (line) => lines.push(line) });
    const opened = await openTestApp(
      {},
      { logger, extend: (api) => api.get('/fail', { config: { access: 'public' } }, fail) },
    );
    const told = (message: string) => lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === message);
    return { ...opened, lines, told };
  }

  it("has a line per request with its id, the user's id and the reason of a refusal, and nothing secret", async () => {
    const { call, addUser, lines } = await openLogged();
    const { id, email, token } = await addUser();
    const { headers } = await call('GET', '/profile?hint=secret', { token });
    await call('POST', '/bookings', { token, body: { showId: 999_999, seats: ['A1'] } });
    await call('GET', '/profile');
    await call('GET', '/tickets/MB-CODE%20OF-A%2FSEAT');
    await call('GET', '/health/live', { token });
    const [profile, booking, stranger, shared, ...more] = lines
      .map((line) => JSON.parse(line))
      .filter(({ req }) => req);
    expect(profile).toMatchObject({
      ...{ userId: id, reqId: headers['x-request-id'] },
      ...{ req: { method: 'GET', url: '/api/profile' }, res: { status: 200 } },
    });
    expect(profile).not.toHaveProperty('code');
    expect(booking).toMatchObject({ userId: id, code: 'NOT_FOUND', res: { status: 404 } });
    expect(stranger).toMatchObject({ code: 'UNAUTHENTICATED', res: { status: 401 } });
    expect(stranger).not.toHaveProperty('userId');
    expect(shared).toMatchObject({ req: { url: '/api/tickets/…' }, res: { status: 404 } });
    expect(more).toEqual([]);
    for (const secret of [email, token, 'hint', 'SEAT']) expect(lines.join()).not.toContain(secret);
  });

  it('reports an unreachable database once a second with the number of requests', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const { call, told } = await openLogged(async () => {
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    });
    for (let request = 0; request < 3; request += 1) expect((await call('GET', '/fail')).status).toBe(503);
    expect(told('database unavailable')).toMatchObject([{ reason: 'connect ECONNREFUSED', requests: 1 }]);
    vi.advanceTimersByTime(1000);
    await call('GET', '/fail');
    expect(told('database unavailable')).toMatchObject([{ requests: 1 }, { requests: 3 }]);
  });

  it('reports an unexpected error once a second with the number of requests, and another error immediately', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    let [bug, other] = [new TypeError('x is undefined'), new TypeError('y is undefined')];
    const { call, told } = await openLogged(async () => {
      throw bug;
    });
    for (let request = 0; request < 3; request += 1) expect((await call('GET', '/fail')).status).toBe(500);
    expect(told('request failed')).toMatchObject([{ err: { message: bug.message }, count: 1 }]);
    vi.advanceTimersByTime(1000);
    await call('GET', '/fail');
    [bug, other] = [other, bug];
    await call('GET', '/fail');
    expect(told('request failed').slice(1)).toMatchObject([
      { err: { message: other.message }, count: 3 },
      { err: { message: bug.message }, count: 1 },
    ]);
  });

  it('does not blame the database for a request that the server itself refused', async () => {
    const { call, told } = await openLogged(async () => {
      throw tryLater();
    });
    expect((await call('GET', '/fail')).status).toBe(503);
    expect(told('database unavailable')).toEqual([]);
    expect(told('request')).toMatchObject([{ code: 'UNAVAILABLE' }]);
  });

  it('reports an unexpected database error without the content of rows', async () => {
    const { call, lines, told } = await openLogged(async () => {
      await testApp.pool.query(`
        insert into users (name, email, password_hash)
        select 'Asha', 'somebody@example.com', 'x' from generate_series(1, 2)`);
    });
    expect((await call('GET', '/fail')).status).toBe(500);
    expect(told('request failed')).toMatchObject([{ err: { code: '23505', stack: expect.any(String) } }]);
    expect(lines.join()).not.toContain('somebody@example.com');
  });
});

describe('operations', () => {
  it('the health routes need no login', async () => {
    expect((await testApp.call('GET', '/health/live')).status).toBe(200);
    expect((await testApp.call('GET', '/health/ready')).status).toBe(200);
  });

  it('serves the OpenAPI document', async () => {
    expect((await testApp.app.inject('/api/docs/json')).json().paths).toHaveProperty('/api/auth/login');
    expect((await testApp.app.inject('/api/docs')).statusCode).toBe(200);
  });

  it('metrics are readable from this machine or with the token', async () => {
    const from = (headers: Record<string, string>, remoteAddress = '127.0.0.1') =>
      testApp.app.inject({ url: '/metrics', headers, remoteAddress });
    expect((await from({})).body).toContain('http_request_duration_seconds');
    expect((await from({}, '192.0.2.7')).statusCode).toBe(403);
    for (const headers of [{ 'x-forwarded-for': '192.0.2.7' }, { via: '1.1 tunnel' }, { host: 'rebound.example.com' }])
      expect((await from(headers)).statusCode).toBe(403);
    expect((await from({ authorization: 'Bearer a token for the metrics' }, '192.0.2.7')).statusCode).toBe(200);
  });

  it('metrics are not readable through an nginx that adds no headers, which uses HTTP/1.0', async () => {
    const ask = async (headers: string) => {
      const connection = connect(port, '127.0.0.1');
      connection.end(`GET /metrics HTTP/1.0\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n${headers}\r\n`);
      return (await text(connection)).split('\r\n')[0];
    };
    expect(await ask('')).toBe('HTTP/1.1 403 Forbidden');
    expect(await ask('Authorization: Bearer a token for the metrics\r\n')).toBe('HTTP/1.1 200 OK');
  });

  it('metrics always need the token if a proxy is trusted', async () => {
    const token = 'a token for the metrics';
    const trusting = await openTestApp({ METRICS_TOKEN: token, TRUST_PROXY: 'true' }, { database: testApp });
    const ask = async (headers: Record<string, string>) =>
      (await trusting.app.inject({ url: '/metrics', headers, remoteAddress: '127.0.0.1' })).statusCode;
    expect([await ask({}), await ask({ authorization: `Bearer ${token}` })]).toEqual([403, 200]);
  });

  it('a server that is shutting down finishes current requests and responds to new ones with 503', async () => {
    const slow = testApp.call('POST', '/auth/login', { body: { email: 'nobody@example.com', password: 'whatever' } });
    const closing = testApp.app.close();
    expect((await slow).status).toBe(401);
    await closing;
    await new Promise<void>((resolve) => {
      rawRequest({ port, path: '/api/health/live' })
        .on('error', () => resolve())
        .end();
    });
  });
});
