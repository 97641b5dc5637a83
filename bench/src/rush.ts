/**
 * A rush on one machine: 2000 customers on two servers want 20 popular shows; a sold-out show is replaced by the next. Each
 * customer opens the movie, looks, holds, changes their mind, books and cancels (rush/customer.ts). Prints the results of a
 * minute (SECONDS), latencies and CPU time, then the same for plain bookings alone. At the end it compares the whole database
 * with the acknowledged requests. Fails if anything is wrong or any request got an error.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { cpuTime, familyCpuTime, familyMemoryMb, memoryMb, parentOf } from './cpu-time.ts';
import type { LoadResult } from './load.ts';
import { printRatios, printTable, quantile } from './report.ts';
import { closingAll } from './rush/closing.ts';
import { startCrowd } from './rush/crowd-process.ts';
import { openRushDatabase, portOf, type RushDatabase, startRushServer, stopServers } from './rush/database.ts';
import { MEASURES, type Notes } from './rush/notes.ts';
import { listenForStop } from './rush/stopping.ts';
import { sweep } from './rush/sweep.ts';

const SECONDS = Number(process.env.SECONDS ?? 60);
const CONNECTIONS = Number(process.env.CONNECTIONS ?? 2000);
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);
const HOT_SHOWS = 20;
const CROWD_PROCESSES = 2;
/** Until then latencies still fall. */
const WARM_UP_SECONDS = 20;
const PLAIN_SECONDS = 4;
const PLAIN_RELEASES = 20;
/** More visits than bookings: some find no seats, and some end without one. */
const VISITS_PER_SECOND = 450;
const THINKS_MS = 600;
const PATIENCE_MS = 20_000;
const GOALS = { perSecond: 417, p99: 250, ratio: 0.3 };
/** The only outcomes allowed without faults. */
const HONEST = ['booked', 'booking refused', 'held', 'hold refused', 'released', 'cancelled', 'found no seats'];

const stopping = listenForStop();

async function plainBookings(port: number, { customers, releases }: RushDatabase): Promise<LoadResult> {
  const generator = fork(new URL('load.ts', import.meta.url));
  try {
    const showIds = releases.slice(-PLAIN_RELEASES).flatMap((shows) => shows.map(({ showId }) => showId));
    generator.send({
      ...{ port, connections: 64, seconds: PLAIN_SECONDS, tokens: customers.map(({ token }) => token) },
      request: { kind: 'book', path: '/api/bookings', showIds, first: 0 },
    });
    const [result] = (await once(generator, 'message', { signal: stopping })) as [LoadResult & { error?: string }];
    if (result.error) throw new Error(result.error);
    return result;
  } finally {
    generator.disconnect();
    generator.kill();
  }
}

function printNotes({ latencies, measuredBookings, outcomes }: Notes): void {
  console.log(
    `\n  ${Math.round(measuredBookings / SECONDS)} bookings per second during all other requests; latencies in milliseconds:`,
  );
  printTable(
    MEASURES.map((what) => ({
      what,
      'per second': Math.round(latencies[what].length / SECONDS),
      p50: quantile(latencies[what], 0.5),
      p95: quantile(latencies[what], 0.95),
      p99: quantile(latencies[what], 0.99),
    })),
  );
  console.log('\n  Outcomes of the requests, including the warm-up:');
  printTable(Object.entries(outcomes).map(([outcome, times]) => ({ outcome, times })));
}

const dataFolder = await mkdtemp(join(tmpdir(), 'moviebooking-rush-'));
await closingAll(async (closeAtEnd) => {
  closeAtEnd(() => rm(dataFolder, { recursive: true, force: true }));
  const releases = Math.ceil((SECONDS + WARM_UP_SECONDS) * (VISITS_PER_SECOND / 900)) + PLAIN_RELEASES + 4;
  const database = await openRushDatabase({ dataFolder, customers: CONNECTIONS, hotShows: HOT_SHOWS, releases });
  closeAtEnd(database.close);
  const servers = await Promise.all([1, 2].map(() => startRushServer(database.connection)));
  closeAtEnd(() => stopServers(servers));
  const crowd = startCrowd(CROWD_PROCESSES, stopping);
  closeAtEnd(crowd.close);
  const { rows: backends } = await database.pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  const postmaster = parentOf(backends[0]?.pid ?? 0);

  console.log(`${CONNECTIONS} customers connect to ${servers.length} servers (seed ${SEED}) …`);
  await crowd.open({
    ...{ seed: SEED, ports: servers.map(portOf), customers: database.customers },
    releases: database.releases.slice(0, -PLAIN_RELEASES),
    visitEveryMs: (CONNECTIONS / VISITS_PER_SECOND) * 1000,
    ...{ thinksMs: THINKS_MS, patienceMs: PATIENCE_MS, mostUnderWay: CONNECTIONS },
  });
  await crowd.start();
  await pause(WARM_UP_SECONDS * 1000, undefined, { signal: stopping });

  const processes = [
    ...servers.map(({ process: { pid = 0 } }, n) => ({
      process: `server ${n + 1}`,
      pid,
      cpu: familyCpuTime,
      mb: familyMemoryMb,
    })),
    { process: 'PostgreSQL', pid: postmaster, cpu: familyCpuTime, mb: familyMemoryMb },
    ...crowd.pids.map((pid, n) => ({ process: `crowd ${n + 1}`, pid, cpu: cpuTime, mb: memoryMb })),
  ];
  const before = processes.map(({ pid, cpu }) => cpu(pid));
  await crowd.measure();
  await pause(SECONDS * 1000, undefined, { signal: stopping });
  const used = processes.map(({ process, pid, cpu, mb }, n) => ({
    process,
    'CPU %': Math.round((cpu(pid) - (before[n] ?? 0)) / SECONDS / 10),
    MB: Math.round(mb(pid)),
  }));
  const notes = await crowd.finish();
  crowd.close();

  printNotes(notes);
  console.log('\n  CPU use:');
  printTable(used);

  const swept = await sweep(database.pool, notes);
  const plain = await plainBookings(portOf(servers[0] as (typeof servers)[number]), database);
  const dishonest = Object.keys(notes.outcomes).filter((outcome) => !HONEST.includes(outcome));
  const faults = [
    ...notes.faults,
    ...swept.faults,
    ...dishonest.map((outcome) => `${outcome}: ${notes.outcomes[outcome]}`),
  ];
  const perSecond = notes.measuredBookings / SECONDS;
  const print = (line: object) => console.log(JSON.stringify({ bench: 'rush', ...line }));
  console.log('');
  print({ name: 'bookings_per_second', value: Math.round(perSecond), goal: GOALS.perSecond });
  print({ name: 'book_p99', ms: quantile(notes.latencies.book, 0.99), goal: GOALS.p99 });
  printRatios([
    { bench: 'rush', name: 'rush_vs_plain_bookings', ratio: perSecond / plain.perSecond, goal: GOALS.ratio },
  ]);
  print({ name: 'sweep', bookings: swept.bookings, faults: faults.length, seed: SEED });
  for (const fault of faults.slice(0, 20)) console.log(`  ${fault}`);
  if (faults.length > 0) process.exitCode = 1;
}).catch((error) => {
  if (!stopping.aborted) throw error;
  process.exitCode = 130;
});
process.exit();
