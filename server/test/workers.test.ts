/** WORKERS=2: two workers behind one port act as one server, even for polling clients, and if one of them is killed. */
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { openBookings } from '../src/features/booking/booking.ts';
import { openSeating } from '../src/features/seating/seating.ts';
import { createTokens } from '../src/platform/http/sessions.ts';
import { openSeatMap, untilAllAgree } from './live-seat-map.ts';
import { countOpenFiles, openSocket } from './raw/attack.ts';
import { isAlive, startServer, workersOf } from './running-server.ts';
import { addShow } from './shows.ts';
import { databaseUrl, freshDatabase } from './test-app.ts';
import { whenOver } from './when-over.ts';

const JWT_SECRET = 'a secret that only the tests of workers know';
/** Enough connections that the kernel gives some to each worker. */
const CLIENTS = 16;

async function openScene() {
  const database = await freshDatabase();
  const { pool, db } = database;
  const temporaryFolder = await mkdtemp(join(tmpdir(), 'moviebooking-workers-test-'));
  const server = await startServer({
    ...{ DATABASE_URL: databaseUrl(database), JWT_SECRET, SEED_DEMO: 'false' },
    ...{ WORKERS: '2', TMPDIR: temporaryFolder },
  });
  const { rows: users } = await pool.query<{ id: number }>(
    `insert into users (name, email, password_hash)
     select 'Asha', n || '@example.com', 'x' from generate_series(1, ${CLIENTS}) n returning id`,
  );
  const tokens = createTokens(JWT_SECRET);
  const bookings = openBookings({ pool });
  const seating = openSeating({ pool, config: { holdSeconds: 300, holdMaxSeconds: 900, holdGraceSeconds: 20 } });
  whenOver(async () => {
    server.process.kill('SIGKILL');
    await server.ended;
    bookings.close();
    await rm(temporaryFolder, { recursive: true, force: true, maxRetries: 3 });
  });
  return {
    ...{ server, temporaryFolder },
    async openShow() {
      const showId = await addShow(db);
      const pages: ReturnType<typeof openSeatMap>[] = [];
      whenOver(() => {
        for (const page of pages) page.close();
      });
      return {
        pages,
        open(transports: string[]) {
          for (const { id } of users) pages.push(openSeatMap(server.url, tokens.issue(id), showId, transports));
        },
        book: (seat: string) => bookings.book({ showId, userId: users[0]?.id ?? 0, seats: [seat], key: undefined }),
        untilRight: () => untilAllAgree(pages, () => seating.readSnapshot(showId)),
      };
    },
  };
}

const shared = await openScene();

/** A connection's id begins with its worker's number. */
const processOf = ({ socket }: ReturnType<typeof openSeatMap>) => /^\d+\./.exec(socket.io.engine.id)?.[0];

it.each([
  ['websocket', ['websocket']],
  ['polling', ['polling']],
  ['polling and then a websocket', ['polling', 'websocket']],
])('spreads connections by %s over the workers, and each receives every change', async (_, transports) => {
  const { server } = shared;
  const { pages, open, book, untilRight } = await shared.openShow();
  open(transports);
  await book('A1');
  await untilRight();
  expect(new Set(pages.map(processOf)).size).toBe(2);
  const last = transports.at(-1);
  await vi.waitUntil(() => pages.every(({ socket }) => socket.io.engine.transport.name === last), { timeout: 120_000 });
  for (const seat of ['B1', 'B2', 'B3']) await book(seat);
  await untilRight();
  // A connection that its client abandoned while opening counts until the server notices.
  const readMetrics = async () => (await fetch(`${server.url}/metrics`)).text();
  await expect.poll(readMetrics).toMatch(new RegExp(`^live_sockets ${CLIENTS}$`, 'm'));
});

it('replaces a killed worker, and its clients recover', async () => {
  const { server } = shared;
  const { pages, open, book, untilRight } = await shared.openShow();
  open(['websocket']);
  await untilRight();
  const [victim = 0, other = 0] = await workersOf(server);
  process.kill(victim, 'SIGKILL');
  await book('A1');
  await untilRight();
  expect(isAlive(other)).toBe(true);
  await vi.waitUntil(async () => (await workersOf(server)).filter((pid) => pid !== victim).length === 2, {
    timeout: 120_000,
    interval: 100,
  });
  open(['polling']);
  await book('A2');
  await untilRight();
  expect(pages).toHaveLength(2 * CLIENTS);
});

it.runIf(process.platform === 'linux')('pending connections do not fill any process with open files', async () => {
  const { server } = shared;
  const workers = await workersOf(server);
  const pids = [server.process.pid ?? 0, ...workers];
  const before = countOpenFiles(pids);
  for (const pid of workers) process.kill(pid, 'SIGSTOP');
  const place = { port: Number(new URL(server.url).port) };
  const clients = Array.from({ length: 500 }, () => openSocket(place));
  await Promise.all(clients.map((client) => once(client, 'connect')));
  for (const client of clients) client.destroy();
  expect(countOpenFiles(pids)).toBeLessThan(before + 50);
  for (const pid of workers) process.kill(pid, 'SIGCONT');
  expect((await fetch(`${server.url}/api/health/ready`)).status).toBe(200);
  await expect.poll(() => countOpenFiles(pids)).toBeLessThan(before + 50);
});

it('reports once why the workers cannot start', async () => {
  const { server } = shared;
  const { port } = new URL(server.url);
  const database = await freshDatabase();
  const variables = { DATABASE_URL: databaseUrl(database), JWT_SECRET, SEED_DEMO: 'false' };
  const again = startServer({ ...variables, WORKERS: '3', PORT: port });
  const message = await again.catch((error: Error) => error.message);
  expect(String(message).match(/is already in use/g)).toHaveLength(1);
});

it('all workers stop and clean up with the primary, whether it gets a signal or is killed', async () => {
  // No test after this one can use the shared server.
  const { server, temporaryFolder } = shared;
  const workers = await workersOf(server);
  expect(workers).toHaveLength(2);
  server.process.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  expect(workers.filter(isAlive)).toEqual([]);
  expect(await readdir(temporaryFolder)).toEqual([]);

  const { server: killed, temporaryFolder: left } = await openScene();
  const orphans = await workersOf(killed);
  expect(await readdir(left)).toHaveLength(1);
  killed.process.kill('SIGKILL');
  await vi.waitUntil(() => !orphans.some(isAlive), { timeout: 120_000, interval: 100 });
  expect(await readdir(left)).toEqual([]);
});
