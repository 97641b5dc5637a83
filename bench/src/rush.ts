/**
 * A rush on one machine: 2000 customers on two servers want 20 popular shows; a sold-out show is replaced by the next. Each
 * customer opens the movie, looks, holds, changes their mind, books and cancels (rush/customer.ts). Prints the results of a
 * minute (SECONDS), latencies and CPU time, then the same for plain bookings alone. At the end it compares the whole database
 * with the acknowledged requests. Fails if anything is wrong or any request got an error.
 */
import { postmasterOf } from './bench-scene.ts';
import { startChild } from './child.ts';
import { cpuTime, familyCpuTime, familyMemoryMb, memoryMb } from './cpu-time.ts';
import type { LoadOrder, LoadResult } from './load.ts';
import { printRatios, printTable, quantile } from './report.ts';
import { printFaults, runAndExit } from './running.ts';
import { startCrowd } from './rush/crowd-process.ts';
import { openRush, portOf } from './rush/database.ts';
import { MEASURES } from './rush/notes.ts';
import { sweep } from './rush/sweep.ts';

const SECONDS = Number(process.env.SECONDS ?? 60);
const CONNECTIONS = Number(process.env.CONNECTIONS ?? 2000);
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);
const HOT_SHOWS = 20;
const CROWD_PROCESSES = 2;
/** Until then latencies still fall. */
const WARM_UP_SECONDS = 20;
const PLAIN_SECONDS = 4;
const PLAIN_RELEASES = 40;
/** More visits than bookings: some find no seats, and some end without one. */
const VISITS_PER_SECOND = 450;
const PACE = { visitEveryMs: (CONNECTIONS / VISITS_PER_SECOND) * 1000, thinksMs: 600, patienceMs: 20_000 };
const GOALS = { perSecond: 417, p99: 250, ratio: 0.3 };
/** The only outcomes allowed without faults. */
const HONEST = ['booked', 'booking refused', 'held', 'hold refused', 'released', 'cancelled', 'found no seats'];

await runAndExit(async (around) => {
  const needed = Math.ceil((SECONDS + WARM_UP_SECONDS) * (VISITS_PER_SECOND / 900)) + PLAIN_RELEASES + 4;
  const size = { customers: CONNECTIONS, hotShows: HOT_SHOWS, releases: needed };
  const { pool, servers, customers, releases } = await openRush(around, size);
  const ports = servers.map(portOf);
  const crowd = startCrowd(around, CROWD_PROCESSES);

  console.log(`${CONNECTIONS} customers connect to ${servers.length} servers (seed ${SEED}) …`);
  await crowd.open({ ...{ seed: SEED, ports, customers, releases: releases.slice(0, -PLAIN_RELEASES) }, ...PACE });
  await crowd.start();
  await around.wait(WARM_UP_SECONDS * 1000);

  const families = [
    ...servers.map((server, n) => ({ process: `server ${n + 1}`, pid: server.process.pid ?? 0 })),
    { process: 'PostgreSQL', pid: await postmasterOf(pool) },
  ].map((family) => ({ ...family, cpu: familyCpuTime, mb: familyMemoryMb }));
  const crowds = crowd.pids.map((pid, n) => ({ process: `crowd ${n + 1}`, pid, cpu: cpuTime, mb: memoryMb }));
  const processes = [...families, ...crowds].map((one) => ({ ...one, before: one.cpu(one.pid) }));
  await crowd.measure();
  await around.wait(SECONDS * 1000);
  const used = processes.map(({ process, pid, cpu, mb, before }) => ({
    process,
    'CPU %': Math.round((cpu(pid) - before) / SECONDS / 10),
    MB: Math.round(mb(pid)),
  }));
  const notes = await crowd.finish();

  const perSecond = notes.measuredBookings / SECONDS;
  console.log(`\n  ${Math.round(perSecond)} bookings per second during all other requests; latencies in milliseconds:`);
  printTable(
    MEASURES.filter((what) => notes.latencies[what].length > 0).map((what) => ({
      ...{ what, 'per second': Math.round(notes.latencies[what].length / SECONDS) },
      ...{ p50: quantile(notes.latencies[what], 0.5), p95: quantile(notes.latencies[what], 0.95) },
      p99: quantile(notes.latencies[what], 0.99),
    })),
  );
  console.log('\n  Outcomes of the requests, including the warm-up:');
  printTable(Object.entries(notes.outcomes).map(([outcome, times]) => ({ outcome, times })));
  console.log('\n  CPU use:');
  printTable(used);

  const swept = await sweep(pool, notes);
  const generator = startChild<LoadOrder>('load.ts', around);
  around.closeAtEnd(generator.kill);
  const showIds = releases.slice(-PLAIN_RELEASES).flatMap((shows) => shows.map(({ showId }) => showId));
  const plain = await generator.ask<LoadResult>({
    ...{ port: ports[0] ?? 0, connections: 64, seconds: PLAIN_SECONDS, tokens: customers.map(({ token }) => token) },
    request: { kind: 'book', path: '/api/bookings', showIds, first: 0 },
  });
  const dishonest = Object.entries(notes.outcomes).filter(([outcome]) => !HONEST.includes(outcome));
  const faults = [
    ...[...notes.faults, ...swept.faults],
    ...dishonest.map(([outcome, times]) => `${outcome}: ${times}`),
  ];
  const print = (line: object) => console.log(JSON.stringify({ bench: 'rush', ...line }));
  console.log('');
  print({ name: 'bookings_per_second', value: Math.round(perSecond), goal: GOALS.perSecond });
  print({ name: 'book_p99', ms: quantile(notes.latencies.book, 0.99), goal: GOALS.p99 });
  printRatios([
    { bench: 'rush', name: 'rush_vs_plain_bookings', ratio: perSecond / plain.perSecond, goal: GOALS.ratio },
  ]);
  print({ name: 'sweep', bookings: swept.bookings, faults: faults.length, seed: SEED });
  printFaults(faults);
});
