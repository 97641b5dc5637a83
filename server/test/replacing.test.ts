/** The primary replaces a worker that exits, even the only one, and leaves no process behind at the end. */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, it, vi } from 'vitest';
import { openSeating } from '../src/features/seating/seating.ts';
import { openDatabase, openPool } from '../src/platform/database/database.ts';
import { createTokens } from '../src/platform/http/sessions.ts';
import { bookAndCancel, HANGS_MS } from './bookings-under-faults.ts';
import { checkHistory, keepChanges } from './check-history.ts';
import { openSeatMap, untilAllAgree } from './live-seat-map.ts';
import { checkLedger } from './race.ts';
import { isAlive, type RunningServer, startServer, workersOf } from './running-server.ts';
import type { Operation } from './seat-history.ts';
import { addShow } from './shows.ts';

const JWT_SECRET = 'a secret that only the tests of replacing know';
/** The kills from which everything must recover. The others follow quickly, until the server gives up. */
const RECOVERIES = 4;
const dataDir = await mkdtemp(join(tmpdir(), 'moviebooking-replacing-'));
const variables = { DATA_DIR: dataDir, SEED_DEMO: 'false', JWT_SECRET, LOG_LEVEL: 'warn', HOLD_GRACE_SECONDS: '120' };
const pool = openPool({ host: join(dataDir, 'postgres/run'), user: 'moviebooking', database: 'moviebooking' });
let server: RunningServer | undefined;

afterAll(async () => {
  await pool.end();
  server?.process.kill('SIGTERM');
  await server?.ended;
  await rm(dataDir, { recursive: true, force: true });
});

const postmasterPid = () => Number(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0]);
const answers = async (url: string) => (await fetch(`${url}/api/health/ready`).catch(() => undefined))?.ok ?? false;

async function onlyWorkerOf(running: RunningServer): Promise<number> {
  const workers = await workersOf(running);
  expect(workers).toHaveLength(1);
  return workers[0] ?? 0;
}

it('the server recovers from each kill -9, loses nothing acknowledged, keeps the seats of open pages, and exits after ten kills within a minute', {
  timeout: 10 * HANGS_MS,
}, async () => {
  const running = await startServer(variables);
  server = running;
  await keepChanges(pool);
  const { rows } = await pool.query<{ id: number }>(
    `insert into users (name, email, password_hash)
     select 'Ravi', n || '@example.com', 'x' from generate_series(1, 6) n returning id`,
  );
  const tokens = createTokens(JWT_SECRET);
  const [viewer, ...customers] = rows.map(({ id }) => ({ id, token: tokens.issue(id), url: running.url }));
  const showId = await addShow(openDatabase(pool));
  const seating = openSeating({ pool, config: { holdSeconds: 300, holdMaxSeconds: 900, holdGraceSeconds: 20 } });
  const page = openSeatMap(running.url, viewer?.token ?? '', showId);
  const untilRight = () => untilAllAgree([page], () => seating.readSnapshot(showId));
  await untilRight();
  const hold = { verb: 'hold' as const, userId: viewer?.id ?? 0, seats: ['J9', 'J10'], began: performance.now() };
  const { expiresAt } = await page.socket.timeout(HANGS_MS).emitWithAck('block-seats', { showId, seats: hold.seats });
  const answer = { at: performance.now(), done: hold.seats, conflicts: [], expiresAt: Date.parse(expiresAt ?? '') };
  const history = { operations: [{ ...hold, answer }] as Operation[], faults: [] as string[] };
  let isOver = false;
  const booking = { showId, seatCount: 80, random: Math.random, isOver: () => isOver };
  const work = customers.map((customer) => bookAndCancel(customer, booking, history));
  const acknowledged = () => history.operations.filter(({ answer }) => answer).length;
  const postmaster = postmasterPid();
  for (let killed = 0; killed < RECOVERIES; killed++) {
    const before = acknowledged();
    await vi.waitUntil(() => acknowledged() > before, HANGS_MS);
    process.kill(await onlyWorkerOf(running), 'SIGKILL');
    await vi.waitUntil(() => answers(running.url), HANGS_MS);
    await vi.waitUntil(() => page.socket.connected, HANGS_MS);
  }
  expect(postmasterPid()).toBe(postmaster);
  await untilRight();
  expect(Object.keys(page.map().blockedSeats)).toEqual(hold.seats);
  isOver = true;
  await Promise.all(work);
  page.close();
  const found = [
    ...history.faults,
    ...(await checkLedger(pool, showId)),
    ...(await checkHistory(pool, showId, history.operations)),
  ];
  expect(found).toEqual([]);

  let hasEnded = false;
  void running.ended.then(() => {
    hasEnded = true;
  });
  while (!hasEnded) {
    for (const pid of await workersOf(running)) process.kill(pid, 'SIGKILL');
    await pause(100);
  }
  expect(await running.ended).toBe(1);
  expect(running.complained().match(/exited more than 10 times within a minute; giving up\./g)).toHaveLength(1);
  expect(isAlive(postmaster)).toBe(false);
  server = undefined;
});

it('killing the primary ends its worker, and a new server starts on the same port and folder, until Ctrl-C ends all its processes with 0', async () => {
  const first = await startServer(variables);
  const worker = await onlyWorkerOf(first);
  first.process.kill('SIGKILL');
  await first.ended;
  const second = await startServer({ ...variables, PORT: new URL(first.url).port }, { detached: true });
  server = second;
  await expect.poll(() => isAlive(worker)).toBe(false);
  expect(second.url).toBe(first.url);
  expect(await answers(second.url)).toBe(true);

  const secondWorker = await onlyWorkerOf(second);
  // A terminal sends the signal to all processes.
  process.kill(-(second.process.pid ?? 0), 'SIGINT');
  expect(await second.ended).toBe(0);
  expect(isAlive(secondWorker)).toBe(false);
  expect(second.printed()).not.toContain('exited');
  server = undefined;
});
