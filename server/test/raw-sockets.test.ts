/**
 * Sends raw bytes over TCP to a server with one worker, with two, and through deploy/nginx.conf if nginx is installed. No process
 * may exit, no other client may be affected, and nothing may leak. `npm run fuzz` does the same for as long as you like.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { hasNginx, startNginx } from './nginx.ts';
import {
  attack,
  attackWith,
  converse,
  countOpenFiles,
  keepBooking,
  openSocket,
  type Place,
  processesOf,
  readMetric,
} from './raw/attack.ts';
import { everyCut, upgradeRequest } from './raw/grammar.ts';
import { startServer } from './running-server.ts';
import { addShow } from './shows.ts';
import { databaseUrl, freshDatabase } from './test-app.ts';
import { whenOver } from './when-over.ts';

const ATTACK_MS = 6000;
const METRICS_TOKEN = 'a token that only these tests know';
const SEED = 20_261_118;
const MEGABYTE = 1024 * 1024;

async function openScene(variables: Record<string, string>, isBehindNginx = false) {
  const database = await freshDatabase();
  const server = await startServer({
    ...{ DATABASE_URL: databaseUrl(database), SEED_DEMO: 'false', RATE_LIMIT: 'on', METRICS_TOKEN },
    ...{ JWT_SECRET: 'a secret that only the tests of raw sockets know', LOG_LEVEL: 'error', ...variables },
  });
  whenOver(async () => {
    server.process.kill('SIGKILL');
    await server.ended;
  });
  const nginx = isBehindNginx ? await startNginx([server]) : undefined;
  if (nginx) whenOver(nginx.stop);
  const signUp = async (email: string) => {
    const body = JSON.stringify({ name: 'Asha', email, password: 'matinee' });
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${server.url}/api/auth/signup`, { method: 'POST', headers, body });
    return ((await response.json()) as { data: { token: string } }).data.token;
  };
  const showId = await addShow(database.db);
  await signUp('customer@example.com');
  const place: Place = { port: Number(new URL(nginx?.url ?? server.url).port), isTls: nginx !== undefined };
  const pids = await processesOf(server.process.pid ?? 0);
  return {
    ...{ server, place, pids },
    target: { token: await signUp('stranger@example.com'), showId },
    customer: { email: 'customer@example.com', password: 'matinee', showId },
    metric: (name: string) => readMetric(server.url, METRICS_TOKEN, name),
  };
}

type Scene = Awaited<ReturnType<typeof openScene>>;

/** Runs `work` while a customer books, then checks that the server has recovered. */
async function whileBooking({ server, pids, customer, metric }: Scene, work: () => Promise<unknown>): Promise<void> {
  let isOver = false;
  const booking = keepBooking(server.url, customer, () => isOver);
  booking.catch(() => {});
  await pause(500);
  const before = { files: countOpenFiles(pids), heap: await metric('nodejs_heap_size_used_bytes') };
  await work();
  isOver = true;
  expect(await booking, 'bookings made during the attack').toBeGreaterThan(0);
  expect(await processesOf(server.process.pid ?? 0), 'the processes that serve').toEqual(pids);
  expect(await metric('edge_errors_total'), server.printed()).toBe(0);
  await expect.poll(() => countOpenFiles(pids), { interval: 500 }).toBeLessThanOrEqual(before.files + 8);
  await expect
    .poll(() => metric('nodejs_heap_size_used_bytes'), { interval: 2000 })
    .toBeLessThan(before.heap * 1.5 + 16 * MEGABYTE);
}

const resetAfter = (text: string, pauseMs: number) => ({
  ...{ title: 'reset', pieces: [Buffer.from(text)], cutAt: text.length, cut: 'reset' as const, pauseMs },
});

const HEAD = 'HTTP/1.1\r\nHost: 127.0.0.1\r\n';
const poll = (sid: string, extra = '') => `GET /socket.io/?EIO=4&transport=polling&sid=${sid} ${HEAD}${extra}\r\n`;

/** Each of these once crashed the server. */
const CRASHES: [string, (place: Place) => Promise<unknown>][] = [
  [
    'handshakes that are reset immediately',
    (place) => {
      const handshakes = [
        `GET /socket.io/?EIO=4&transport=polling ${HEAD}\r\n`,
        upgradeRequest('/socket.io/?EIO=4&transport=websocket'),
      ];
      return Promise.all(
        Array.from({ length: 200 }, (_, n) =>
          converse(openSocket(place, `127.9.0.${n + 1}`), resetAfter(handshakes[n % 2] ?? '', n % 3)),
        ),
      );
    },
  ],
  [
    'polls of sessions named like inherited properties',
    (place) =>
      Promise.all(
        ['constructor', 'toString', '__proto__'].map(async (sid, n) => {
          for (let sent = 0; sent < 300; sent += 15)
            await converse(openSocket(place, `127.9.1.${n + 1}`), {
              ...resetAfter(poll(sid).repeat(15), 5),
              cut: 'half-close',
            });
        }),
      ),
  ],
  [
    'polls of another worker with a header that cannot be forwarded',
    (place) =>
      Promise.all(
        [
          'Trailer: x\r\n',
          'Transfer-Encoding: chunked\r\nTrailer: x\r\n',
          'Expect: 100-continue\r\n',
          'TE: x\r\n',
        ].flatMap((extra, n) =>
          ['9999.a', '1.a', '2.a', '3.a'].map((sid) =>
            converse(openSocket(place, `127.9.2.${n + 1}`), { ...resetAfter(poll(sid, extra), 50), cut: 'half-close' }),
          ),
        ),
      ),
  ],
  [
    'upgrades of other paths that are reset within a second',
    (place) =>
      Promise.all(
        [0, 1, 20, 200, 600, 900].flatMap((pauseMs) =>
          ['/foo', '/', '/api/movies', '/socket.iox'].map((path, n) =>
            converse(openSocket(place, `127.9.3.${n + 1}`), resetAfter(upgradeRequest(path), pauseMs)),
          ),
        ),
      ),
  ],
];

describe.each([
  ['one process', {}, false],
  ['two processes', { WORKERS: '2' }, false],
  ['two processes behind nginx', { WORKERS: '2', TRUST_PROXY: 'true' }, true],
] as const)('%s', (_, variables, isBehindNginx) => {
  it.runIf(hasNginx || !isBehindNginx)('survives earlier crashes and a stream of truncated raw bytes', async () => {
    const scene = await openScene(variables, isBehindNginx);
    await whileBooking(scene, async () => {
      for (const [title, crash] of CRASHES) {
        await crash(scene.place);
        expect(await processesOf(scene.server.process.pid ?? 0), title).toEqual(scene.pids);
        expect(await scene.metric('edge_errors_total'), title).toBe(0);
      }
      await attackWith(scene.place, everyCut(scene.target), 24);
      const until = performance.now() + ATTACK_MS;
      const sent = await attack(scene.place, scene.target, {
        ...{ seed: SEED, isOver: () => performance.now() > until },
        // At a low rate, because other tests run on the same machine.
        ...{ atOnce: 8, restMs: 50 },
      });
      expect(sent).toBeGreaterThan(0);
    });
  });
});
