/**
 * npm run fuzz -- --minutes 30 --seed 7 --workers 2
 *
 * Sends raw bytes over TCP (server/test/raw) to a server while customers log in, book and cancel. Fails if a process exits, an
 * exception reaches the edge, a booking is refused, or memory or open files do not return to their earlier level.
 */
import { attack, countOpenFiles, keepBooking, processesOf, readMetric } from '../../server/test/raw/attack.ts';
import { readArguments } from './arguments.ts';
import { askApi, findEmptyShows, startDemoServer } from './demo-server.ts';
import { printTable } from './report.ts';
import { printFaults, runAndExit } from './running.ts';

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

const USAGE = 'npm run fuzz -- --minutes 30 --seed 7 --workers 2';
const { minutes, seed, workers = '1' } = readArguments(USAGE, 'workers');

type Measured = Record<'files' | 'heap' | 'resident', number>;

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

await runAndExit(async (around) => {
  const variables = { RATE_LIMIT: 'on', METRICS_TOKEN, WORKERS: String(workers) };
  const { site, pid, process: primary, complained } = await startDemoServer(around, variables);
  console.log(`Attacking ${site} for ${minutes} minutes, with ${workers} workers and seed ${seed}.`);
  const metric = (name: string) => readMetric(site, METRICS_TOKEN, name);
  const pids = await processesOf(pid);
  const measure = async (): Promise<Measured> => ({
    files: countOpenFiles(pids),
    heap: (await metric('nodejs_heap_size_used_bytes')) / MEGABYTE,
    resident: (await metric('process_resident_memory_bytes')) / MEGABYTE,
  });

  const [email, password] = ['customer@fuzz.example', 'matinee'];
  const signUp = async (address: string) =>
    (await askApi<{ token: string }>(site, '/auth/signup', { body: { name: 'Asha', email: address, password } })).token;
  const token = await signUp(email);
  const showId = (await findEmptyShows(site, token)).at(-1)?.id ?? 0;
  const target = { token: await signUp('stranger@fuzz.example'), showId };
  const place = { port: Number(new URL(site).port) };

  async function attackWhileBooking(milliseconds: number, ownSeed: number) {
    const until = performance.now() + milliseconds;
    const isOver = () => performance.now() > until || primary.exitCode !== null || around.stopping.aborted;
    const booking = keepBooking(site, { email, password, showId }, isOver).then(
      (bookings) => ({ bookings, failures: [] }),
      (error: Error) => ({ bookings: 0, failures: [`a booking failed: ${error.message}`] }),
    );
    const sent = await attack(place, target, { seed: ownSeed, isOver, atOnce: AT_ONCE, restMs: 0 });
    return { sent, ...(await booking) };
  }

  await attackWhileBooking(WARM_UP_MS, seed + 1);
  await around.wait(QUIET_MS);
  const before = await measure();
  const report = setInterval(async () => {
    const now = await measure().catch(() => undefined);
    if (now) console.log(`${now.files} files, heap ${now.heap.toFixed(0)} MB, resident ${now.resident.toFixed(0)} MB`);
  }, REPORT_EVERY_MS);
  const { sent, bookings, failures } = await attackWhileBooking(minutes * 60_000, seed);
  clearInterval(report);

  const faults: string[] = [...failures];
  const left = await processesOf(pid);
  if (left.join() !== pids.join()) faults.push(`processes exited: ${pids} became ${left}`);
  const contained = await metric('edge_errors_total').catch(() => Number.NaN);
  if (contained !== 0) faults.push(`${contained} exceptions were caught at the edge:\n${complained()}`);
  printFaults(faults);
  // The idle server closes timed-out connections and releases memory.
  const until = performance.now() + SETTLE_LIMIT_MS;
  let after = await measure();
  while (leaks(before, after).length > 0 && performance.now() < until) {
    await around.wait(5000);
    after = await measure();
  }
  const leaked = leaks(before, after);
  printTable([
    { what: 'open files', before: before.files, after: after.files },
    { what: 'heap, MB', before: before.heap.toFixed(1), after: after.heap.toFixed(1) },
    { what: 'resident memory, MB', before: before.resident.toFixed(1), after: after.resident.toFixed(1) },
    { what: 'conversations', before: '', after: sent },
    { what: 'logins, bookings and cancellations', before: '', after: bookings },
  ]);
  printFaults(leaked);
  if (faults.length + leaked.length === 0)
    console.log('No process exited, nothing leaked, and every booking succeeded.');
});
