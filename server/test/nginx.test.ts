/** Tests deploy/nginx.conf with this machine's nginx and two or three servers. Skipped without nginx. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import https from 'node:https';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openSeating } from '../src/features/seating/seating.ts';
import { createTokens } from '../src/platform/http/sessions.ts';
import { openSeatMap, untilAllAgree } from './live-seat-map.ts';
import { hasNginx, OPENSSL, startNginx } from './nginx.ts';
import { startServer } from './running-server.ts';
import { addShows } from './shows.ts';
import { databaseUrl, freshDatabase } from './test-app.ts';

const JWT_SECRET = 'a secret that only the tests of nginx know, long enough';
const CUSTOMERS = 6;
if (!hasNginx) console.warn('nginx: not tested, because this machine has no nginx or no openssl.');

const portOf = (url: string) => Number(new URL(url).port);

const agent = new https.Agent({ keepAlive: true, rejectUnauthorized: false });

interface Asked {
  token?: string;
  key?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

async function ask(url: string, method: string, path: string, { token, key, body, ...asked }: Asked = {}) {
  const headers = {
    ...asked.headers,
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(key ? { 'idempotency-key': key } : {}),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  const sent = https.request(`${url}${path}`, { agent, method, headers });
  sent.end(body === undefined ? undefined : JSON.stringify(body));
  const [response] = await once(sent, 'response');
  return { status: response.statusCode as number, body: await text(response) };
}

async function openScene(count: number) {
  const database = await freshDatabase();
  const { pool, db } = database;
  const variables = { DATABASE_URL: databaseUrl(database), JWT_SECRET, SEED_DEMO: 'false', TRUST_PROXY: 'true' };
  const servers = await Promise.all(Array.from({ length: count }, () => startServer(variables)));
  onTestFinished(async () => {
    for (const server of servers) server.process.kill('SIGKILL');
    await Promise.all(servers.map(({ ended }) => ended));
  });
  const { rows: users } = await pool.query<{ id: number }>(
    `insert into users (name, email, password_hash)
     select 'Asha', n || '@example.com', 'x' from generate_series(1, ${CUSTOMERS}) n returning id`,
  );
  const tokens = createTokens(JWT_SECRET);
  const [showId = 0, ...others] = await addShows(db, 7);
  const { url, plainUrl, log, stop } = await startNginx(servers);
  onTestFinished(stop);
  const seating = openSeating({ pool, config: { holdSeconds: 300, holdMaxSeconds: 900, holdGraceSeconds: 20 } });
  const pages = users.map(({ id }, n) => openSeatMap(url, tokens.issue(id), showId, [n % 2 ? 'polling' : 'websocket']));
  onTestFinished(() => {
    for (const page of pages) page.close();
  });
  const restart = async (index: number) => {
    const old = servers[index];
    if (!old) return;
    old.process.kill('SIGTERM');
    expect(await old.ended).toBe(0);
    servers[index] = await startServer({ ...variables, PORT: String(portOf(old.url)) });
  };
  return {
    ...{ pool, url, plainUrl, log, servers, showId, shows: [showId, ...others], restart, pages },
    customers: users.map(({ id }) => ({ id, token: tokens.issue(id) })),
    untilRight: () => untilAllAgree(pages, () => seating.readSnapshot(showId)),
  };
}

describe.skipIf(!hasNginx).each([2, 3])('nginx before %i servers', (count) => {
  it('gives each seat one owner, updates every page, and allows rolling restarts without an error', async () => {
    const { pool, url, servers, showId, shows, customers, restart, pages, untilRight } = await openScene(count);
    await untilRight();
    const seats = ['A1', 'A2', 'A3'];
    const race = await Promise.all(
      customers.map(({ token }) => ask(url, 'POST', '/api/bookings', { token, body: { showId, seats } })),
    );
    expect(race.map(({ status }) => status).sort()).toEqual([201, ...Array(CUSTOMERS - 1).fill(409)]);
    await untilRight();
    expect(pages.map(({ map }) => map().bookedSeats.join())).toEqual(pages.map(() => 'A1,A2,A3'));

    let isOver = false;
    const failures: unknown[] = [];
    const booked: number[] = [];
    const rush = customers.map(async ({ token }, n) => {
      for (let round = 0; !isOver; round += 1) {
        const body = { showId: shows[n % shows.length], seats: [`${'BCDEFGHIJ'[round % 9]}${(round % 10) + 1}`] };
        const answers = [
          await ask(url, 'GET', `/api/bookings/seats/${body.showId}`, { token }),
          await ask(url, 'POST', '/api/bookings', { token, key: `${n} ${round}`, body }),
        ];
        failures.push(...answers.filter(({ status }) => ![200, 201, 409].includes(status)));
        const made = answers.at(-1);
        if (made?.status === 201) booked.push(JSON.parse(made.body).id);
      }
    });
    for (const index of servers.keys()) await restart(index);
    isOver = true;
    await Promise.all(rush);
    expect(failures).toEqual([]);
    const { rows } = await pool.query('select id from bookings where id = any ($1)', [booked]);
    expect(rows).toHaveLength(booked.length);
    await untilRight();
  });
});

it.skipIf(!hasNginx)('nginx hides the metrics, supports HTTP/2 and redirects plain HTTP to TLS', async () => {
  const { url, plainUrl } = await openScene(1);
  expect((await ask(url, 'GET', '/metrics')).status).toBe(404);
  const plain = await fetch(`${plainUrl}/movies?page=2`, { redirect: 'manual' });
  expect([plain.status, plain.headers.get('location')]).toEqual([308, 'https://localhost/movies?page=2']);
  const asking = promisify(execFile)(OPENSSL ?? '', [
    's_client',
    '-connect',
    `127.0.0.1:${portOf(url)}`,
    '-alpn',
    'h2',
  ]);
  asking.child.stdin?.end();
  const { stdout } = await asking.catch((error) => error);
  expect(stdout).toContain('ALPN protocol: h2');
});

it.skipIf(!hasNginx)('nginx serves and redirects only to its own host, and forwards no other host', async () => {
  const { pool, url, plainUrl, customers } = await openScene(1);
  const elsewhere = { host: 'evil.example' };
  const plain = request(`${plainUrl}/movies`, { headers: elsewhere }).end();
  await expect(once(plain, 'response')).rejects.toThrow('socket hang up');
  expect((await ask(url, 'GET', '/api/health/live', { headers: elsewhere })).status).toBe(421);

  const [{ id, token } = { id: 0, token: '' }] = customers;
  await pool.query(`update users set role = 'ADMIN' where id = $1`, [id]);
  const headers = { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example', 'x-forwarded-proto': 'http' };
  const made = await ask(url, 'POST', `/api/admin/users/${id}/reset-link`, { token, headers });
  expect(JSON.parse(made.body).data.url).toMatch(`${url}/reset-password#token=`);
});

it.skipIf(!hasNginx)('nginx logs neither search terms nor referrers', async () => {
  const { url, plainUrl, log } = await openScene(1);
  const headers = { referer: `${plainUrl}/secret` };
  await fetch(`${plainUrl}/movies?search=secret`, { redirect: 'manual', headers });
  await ask(url, 'GET', '/api/movies?search=secret');
  await expect.poll(log).toMatch(/^127\.0\.0\.1 \[.*\] "GET \/movies HTTP\/1\.1" 308 /m);
  await expect.poll(log).toMatch(/"GET \/api\/movies HTTP\/1\.1" 401 /);
  expect(log()).not.toContain('secret');
});
