/**
 * Measures memory over an hour (MINUTES) of mixed load: 500 customers on two servers look, hold, change their minds, book and
 * cancel as in a rush, at a pace that the machine can sustain. Prints the memory of both servers before, twelve times during, and
 * some minutes after the load: it must stay level and return. Ends with a check of the whole database, and fails if anything is
 * wrong.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { familyMemoryMb } from './cpu-time.ts';
import { printRatios, printTable } from './report.ts';
import { closingAll } from './rush/closing.ts';
import { startCrowd } from './rush/crowd-process.ts';
import { openRushDatabase, portOf, startRushServer, stopServers } from './rush/database.ts';
import { listenForStop } from './rush/stopping.ts';
import { sweep } from './rush/sweep.ts';

const MINUTES = Number(process.env.MINUTES ?? 60);
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);
const CUSTOMERS = 500;
const HOT_SHOWS = 20;
const VISITS_PER_SECOND = 60;
const THINKS_MS = 600;
const PATIENCE_MS = 20_000;
const MOST_UNDER_WAY = 200;
const LOOKS = 12;
const MS_PER_LOOK = (MINUTES * 60_000) / LOOKS;
const QUIET_MS = Math.min(5, MINUTES / 4) * 60_000;
const GOALS = { level: 1.1, back: 1.5 };

const stopping = listenForStop();
const wait = (milliseconds: number) => pause(milliseconds, undefined, { signal: stopping });
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

const dataFolder = await mkdtemp(join(tmpdir(), 'moviebooking-memory-'));
await closingAll(async (closeAtEnd) => {
  closeAtEnd(() => rm(dataFolder, { recursive: true, force: true }));
  const releases = Math.ceil(MINUTES * 60 * (VISITS_PER_SECOND / 600)) + 4;
  const database = await openRushDatabase({ dataFolder, customers: CUSTOMERS, hotShows: HOT_SHOWS, releases });
  closeAtEnd(database.close);
  const servers = await Promise.all([1, 2].map(() => startRushServer(database.connection)));
  closeAtEnd(() => stopServers(servers));
  const crowd = startCrowd(1, stopping);
  closeAtEnd(crowd.close);
  const memory = () => servers.reduce((sum, { process: { pid = 0 } }) => sum + familyMemoryMb(pid), 0);

  await wait(10_000);
  const rows: { minute: string; MB: number; bookings: number }[] = [];
  const look = async (minute: string) => {
    rows.push({ minute, MB: Math.round(memory()), bookings: await crowd.booked() });
    console.log(JSON.stringify(rows.at(-1)));
  };
  await look('before');
  await crowd.open({
    ...{ seed: SEED, ports: servers.map(portOf), customers: database.customers, releases: database.releases },
    visitEveryMs: (CUSTOMERS / VISITS_PER_SECOND) * 1000,
    ...{ thinksMs: THINKS_MS, patienceMs: PATIENCE_MS, mostUnderWay: MOST_UNDER_WAY },
  });
  await crowd.start();
  for (let n = 1; n <= LOOKS; n++) {
    await wait(MS_PER_LOOK);
    await look(String(Math.round((n * MINUTES) / LOOKS)));
  }
  const notes = await crowd.finish();
  const { bookings, faults } = await sweep(database.pool, notes);
  await wait(QUIET_MS);
  const after = Math.round(memory());

  console.log('\n  Memory of both servers together:');
  printTable([...rows, { minute: 'after', MB: after, bookings }]);
  const [before = 0, ...during] = rows.map(({ MB }) => MB);
  const thirdOf = (from: number) => mean(during.slice(from, from + LOOKS / 3));
  console.log('');
  printRatios([
    { bench: 'memory', name: 'last_third_vs_first', ratio: thirdOf((LOOKS * 2) / 3) / thirdOf(0), goal: GOALS.level },
    { bench: 'memory', name: 'after_vs_before', ratio: after / before, goal: GOALS.back },
  ]);
  const all = [...notes.faults, ...faults];
  console.log(JSON.stringify({ bench: 'memory', name: 'sweep', bookings, faults: all.length, seed: SEED }));
  for (const fault of all.slice(0, 20)) console.log(`  ${fault}`);
  if (all.length > 0) process.exitCode = 1;
}).catch((error) => {
  if (!stopping.aborted) throw error;
  process.exitCode = 130;
});
process.exit();
