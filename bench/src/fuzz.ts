/**
 * npm run fuzz -- --minutes 30 --seed 7 --workers 2
 *
 * Sends raw bytes over TCP (server/test/raw) to a server while customers log in, book and cancel. Fails if a process exits, an
 * exception reaches the edge, a booking is refused, or memory or open files do not return to their earlier level.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { attack, countOpenFiles, keepBooking, processesOf, readMetric } from '../../server/test/raw/attack.ts';
import { startServer } from '../../server/test/running-server.ts';
import { printTable } from './report.ts';

const METRICS_TOKEN = 'the fuzzer keeps this token to itself';
const REPORT_EVERY_MS = 60_000;
/** Long enough to compile every code path and fill every pool. */
const WARM_UP_MS = 60_000;
/** An idle server collects garbage after a while (platform/process/idle-garbage-collection.ts). */
const QUIET_MS = 60_000;
const SETTLE_LIMIT_MS = 240_000;
const MEGABYTE = 1024 * 1024;
const EXTRA_FILES = 8;
const AT_ONCE = 24;

const { minutes, seed, workers } = readArguments();

function readArguments(): { minutes: number; seed: number; workers: number } {
  const options = { minutes: { type: 'string' }, seed: { type: 'string' }, workers: { type: 'string' } } as const;
  try {
    const { values } = parseArgs({ options });
    const minutes = Number(values.minutes ?? 5);
    const seed = Number(values.seed ?? Date.now() % 1_000_000);
    const workers = Number(values.workers ?? 1);
    if (!(minutes > 0 && minutes <= 1440)) throw new Error('--minutes must be a number from 0 to 1440');
    if (!Number.isSafeInteger(seed) || seed < 0) throw new Error('--seed must be a whole number');
    if (!Number.isInteger(workers) || workers < 1 || workers > 64) throw new Error('--workers must be from 1 to 64');
    return { minutes, seed, workers };
  } catch (error) {
    console.error(`${(error as Error).message}\nUsage: npm run fuzz -- --minutes 30 --seed 7 --workers 2`);
    process.exit(2);
  }
}

const dataFolder = await mkdtemp(join(tmpdir(), 'moviebooking-fuzz-'));
const server = await startServer({
  ...{ DATA_DIR: dataFolder, SEED_DEMO: 'true', RATE_LIMIT: 'on', METRICS_TOKEN, WORKERS: String(workers) },
  JWT_SECRET: 'the fuzzer keeps this secret to itself, too',
});
const { url, process: primary } = server;
const stop = async () => {
  primary.kill('SIGTERM');
  await server.ended;
  await rm(dataFolder, { recursive: true, force: true });
};
process.once('SIGTERM', () => void stop().then(() => process.exit(130)));

interface Answer {
  data: { token: string } & { id: number; availableSeats: number }[];
}

async function ask(path: string, options: RequestInit = {}): Promise<Answer['data']> {
  const response = await fetch(`${url}/api${path}`, options);
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return ((await response.json()) as Answer).data;
}

async function signUp(email: string): Promise<string> {
  const body = JSON.stringify({ name: 'Asha', email, password: 'matinee' });
  const headers = { 'content-type': 'application/json' };
  return (await ask('/auth/signup', { method: 'POST', headers, body })).token;
}

const metric = (name: string) => readMetric(url, METRICS_TOKEN, name);
const measure = async (pids: readonly number[]) => ({
  files: countOpenFiles(pids),
  heap: (await metric('nodejs_heap_size_used_bytes')) / MEGABYTE,
  resident: (await metric('process_resident_memory_bytes')) / MEGABYTE,
});

async function run(): Promise<string[]> {
  const email = 'customer@fuzz.example';
  const token = await signUp(email);
  const shows = await ask('/shows?limit=100', { headers: { authorization: `Bearer ${token}` } });
  const showId = shows.findLast(({ availableSeats }) => availableSeats === 100)?.id ?? 0;
  const target = { token: await signUp('stranger@fuzz.example'), showId };
  const place = { port: Number(new URL(url).port) };
  const pids = await processesOf(primary.pid ?? 0);

  async function attackWhileBooking(milliseconds: number, ownSeed: number) {
    const until = performance.now() + milliseconds;
    const isOver = () => performance.now() > until || primary.exitCode !== null;
    const booking = keepBooking(url, { email, password: 'matinee', showId }, isOver).then(
      (bookings) => ({ bookings, failures: [] }),
      (error: Error) => ({ bookings: 0, failures: [`a booking failed: ${error.message}`] }),
    );
    const sent = await attack(place, target, { seed: ownSeed, isOver, atOnce: AT_ONCE, restMs: 0 });
    return { sent, ...(await booking) };
  }

  await attackWhileBooking(WARM_UP_MS, seed + 1);
  await pause(QUIET_MS);
  const before = await measure(pids);
  const report = setInterval(async () => {
    const now = await measure(pids).catch(() => undefined);
    if (now) console.log(`${now.files} files, heap ${now.heap.toFixed(0)} MB, resident ${now.resident.toFixed(0)} MB`);
  }, REPORT_EVERY_MS);
  const { sent, bookings, failures } = await attackWhileBooking(minutes * 60_000, seed);
  clearInterval(report);

  const faults = [...failures];
  const left = await processesOf(primary.pid ?? 0);
  if (left.join() !== pids.join()) faults.push(`processes exited: ${pids} became ${left}`);
  const contained = await metric('edge_errors_total').catch(() => Number.NaN);
  if (contained !== 0)
    faults.push(`${contained} exceptions were caught at the edge. See their stack traces in the log above`);
  const after = await settle(pids, before);
  faults.push(...leaks(before, after));
  printTable([
    { what: 'open files', before: before.files, after: after.files },
    { what: 'heap, MB', before: before.heap.toFixed(1), after: after.heap.toFixed(1) },
    { what: 'resident memory, MB', before: before.resident.toFixed(1), after: after.resident.toFixed(1) },
    { what: 'conversations', before: '', after: sent },
    { what: 'logins, bookings and cancellations', before: '', after: bookings },
  ]);
  return faults;
}

type Measured = Awaited<ReturnType<typeof measure>>;

function leaks(before: Measured, after: Measured): string[] {
  const allowed = {
    files: before.files + EXTRA_FILES,
    heap: before.heap * 1.1 + 4,
    resident: before.resident * 1.1 + 16,
  };
  return (['files', 'heap', 'resident'] as const)
    .filter((what) => after[what] > allowed[what])
    .map((what) => `${what}: ${after[what]} afterwards, ${before[what]} before, at most ${allowed[what]} allowed`);
}

/** Waits until the idle server has closed timed-out connections and released memory. */
async function settle(pids: readonly number[], before: Measured): Promise<Measured> {
  const until = performance.now() + SETTLE_LIMIT_MS;
  for (;;) {
    await pause(5000);
    const now = await measure(pids);
    if (leaks(before, now).length === 0 || performance.now() > until) return now;
  }
}

console.log(`Attacking ${url} for ${minutes} minutes, with ${workers} workers and seed ${seed}.`);
const faults = await run().catch((error: Error) => [`it could not be finished: ${error.stack}`]);
await stop();
for (const fault of faults) console.log(`✗ ${fault}`);
if (faults.length === 0) console.log('No process exited, nothing leaked, and every booking succeeded.');
process.exit(faults.length > 0 ? 1 : 0);
