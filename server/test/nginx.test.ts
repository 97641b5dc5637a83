/** deploy/nginx.conf, with the nginx of this machine before two and three servers. Left out where there is none. */
import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import https from 'node:https';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openSeating } from '../src/features/seating/seating.ts';
import { createTokens } from '../src/platform/sessions.ts';
import { openSeatMap, untilAllAgree } from './live-seat-map.ts';
import { type RunningServer, startServer } from './running-server.ts';
import { addShows } from './shows.ts';
import { databaseUrl, freshDatabase } from './test-app.ts';

const JWT_SECRET = 'a secret that only the tests of nginx know, long enough';
const CUSTOMERS = 6;
const NGINX = ['/usr/sbin/nginx', '/usr/bin/nginx', '/usr/local/bin/nginx'].find(existsSync);
const OPENSSL = ['/usr/bin/openssl', '/usr/local/bin/openssl'].find(existsSync);
const isHere = NGINX !== undefined && OPENSSL !== undefined;
if (!isHere) console.warn('nginx: not tested, because this machine has no nginx or no openssl.');

const portOf = (url: string) => Number(new URL(url).port);

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

/** The file as it is, but for the ports, the certificate and the list of servers. */
async function startNginx(servers: RunningServer[]): Promise<{ url: string; plainUrl: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'moviebooking-nginx-'));
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const subject = [
    '-subj',
    '/CN=localhost',
    '-days',
    '1',
    '-nodes',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
  ];
  execFileSync(OPENSSL ?? '', ['req', '-x509', ...subject, '-keyout', key, '-out', certificate], { stdio: 'ignore' });
  const [port, plainPort] = [await freePort(), await freePort()];
  const list = servers.map(({ url }) => `server 127.0.0.1:${portOf(url)} max_fails=0;`).join(' ');
  const site = readFileSync(new URL('../../deploy/nginx.conf', import.meta.url), 'utf8')
    .replaceAll('server 127.0.0.1:3000 max_fails=0;', list)
    .replaceAll(/listen \[::\].*\n/g, '')
    .replaceAll('listen 443', `listen 127.0.0.1:${port}`)
    .replaceAll('listen 80', `listen 127.0.0.1:${plainPort}`)
    .replace('/etc/ssl/moviebooking.pem', certificate)
    .replace('/etc/ssl/moviebooking.key', key);
  writeFileSync(join(folder, 'site.conf'), site);
  mkdirSync(join(folder, 'temporary'));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, 'temporary', name)};`,
  );
  const main = `daemon off; master_process off; pid ${join(folder, 'pid')}; error_log ${join(folder, 'error.log')};
    events { worker_connections 1024; }
    http { access_log off; ${temporary.join(' ')} include ${join(folder, 'site.conf')}; }`;
  writeFileSync(join(folder, 'nginx.conf'), main);
  const args = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')];
  await promisify(execFile)(NGINX ?? '', ['-t', ...args]);
  const nginx = spawn(NGINX ?? '', args, { stdio: 'ignore' });
  const ended = once(nginx, 'exit');
  onTestFinished(async () => {
    nginx.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });
  const url = `https://localhost:${port}`;
  await vi.waitUntil(
    () =>
      ask(url, 'GET', '/api/health/live').then(
        ({ status }) => status === 200,
        () => false,
      ),
    {
      timeout: 120_000,
      interval: 50,
    },
  );
  return { url, plainUrl: `http://127.0.0.1:${plainPort}` };
}

const agent = new https.Agent({ keepAlive: true, rejectUnauthorized: false });

interface Asked {
  token?: string;
  key?: string;
  body?: unknown;
}

async function ask(url: string, method: string, path: string, { token, key, body }: Asked = {}) {
  const headers = {
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(key ? { 'idempotency-key': key } : {}),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  const request = https.request(`${url}${path}`, { agent, method, headers });
  request.end(body === undefined ? undefined : JSON.stringify(body));
  const [response] = await once(request, 'response');
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
  const { url, plainUrl } = await startNginx(servers);
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
    ...{ pool, url, plainUrl, servers, showId, shows: [showId, ...others], restart, pages },
    customers: users.map(({ id }) => ({ id, token: tokens.issue(id) })),
    untilRight: () => untilAllAgree(pages, () => seating.readSnapshot(showId)),
  };
}

describe.skipIf(!isHere).each([2, 3])('nginx before %i servers', (count) => {
  it('has one winner for each seat, tells every page, and restarts server by server without an error', async () => {
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

it.skipIf(!isHere)('nginx keeps the metrics to itself, speaks HTTP/2 and sends plain requests to TLS', async () => {
  const { url, plainUrl } = await openScene(1);
  expect((await ask(url, 'GET', '/metrics')).status).toBe(404);
  const plain = await fetch(`${plainUrl}/movies?page=2`, { redirect: 'manual' });
  expect([plain.status, plain.headers.get('location')]).toEqual([308, 'https://127.0.0.1/movies?page=2']);
  const { stdout } = await promisify(execFile)(
    OPENSSL ?? '',
    ['s_client', '-connect', `127.0.0.1:${portOf(url)}`, '-alpn', 'h2'],
    { timeout: 120_000 },
  ).catch((error) => error);
  expect(stdout).toContain('ALPN protocol: h2');
});
