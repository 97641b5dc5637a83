/**
 * Runs an hour (MINUTES) of mixed load: 500 customers on two servers look, hold, change their minds, book and
 * cancel as in a rush, at a pace that the machine can sustain. Prints the memory of both servers before, twelve times during, and
 * some minutes after the load: it must stay level and return. Ends with a check of the whole database, and fails if anything is
 * wrong.
 */
import { familyMemoryMb } from './cpu-time.ts';
import { printRatios, printTable } from './report.ts';
import { printFaults, runAndExit } from './running.ts';
import { startCrowd } from './rush/crowd-process.ts';
import { openRush, portOf } from './rush/database.ts';
import { sweep } from './rush/sweep.ts';

const MINUTES = Number(process.env.MINUTES ?? 60);
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);
const CUSTOMERS = 500;
const VISITS_PER_SECOND = 60;
const PACE = { visitEveryMs: (CUSTOMERS / VISITS_PER_SECOND) * 1000, thinksMs: 600, patienceMs: 20_000 };
const SETTLING_MS = 10_000;
const LOOKS = 12;
const QUIET_MS = Math.min(5, MINUTES / 4) * 60_000;
const GOALS = { level: 1.1, back: 1.5 };

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

await runAndExit(async (around) => {
  const needed = Math.ceil(MINUTES * 60 * (VISITS_PER_SECOND / 600)) + 4;
  const size = { customers: CUSTOMERS, hotShows: 20, releases: needed };
  const { pool, servers, customers, releases } = await openRush(around, size);
  const crowd = startCrowd(around);
  const memory = () => Math.round(servers.reduce((sum, { process: { pid = 0 } }) => sum + familyMemoryMb(pid), 0));

  await around.wait(SETTLING_MS);
  const rows: { minute: string; MB: number; bookings: number }[] = [];
  const look = async (minute: string) => {
    rows.push({ minute, MB: memory(), bookings: await crowd.booked() });
    console.log(JSON.stringify(rows.at(-1)));
  };
  await look('before');
  await crowd.open({ ...{ seed: SEED, ports: servers.map(portOf), customers, releases }, ...PACE });
  await crowd.start();
  for (let n = 1; n <= LOOKS; n++) {
    await around.wait((MINUTES * 60_000) / LOOKS);
    await look(String(Math.round((n * MINUTES) / LOOKS)));
  }
  const notes = await crowd.finish();
  const { bookings, faults } = await sweep(pool, notes);
  await around.wait(QUIET_MS);
  const after = memory();

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
  printFaults(all);
});
