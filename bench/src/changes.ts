/**
 * Customers (CUSTOMERS, 200) change, cancel, wait for and book one show for a minute (SECONDS) on two servers. At the end it
 * compares the whole database and the history of the show with what the customers were told. Fails if anything is wrong.
 */
import { keepChanges } from '../../server/test/check-history.ts';
import { printTable, quantile } from './report.ts';
import { printFaults, runAndExit } from './running.ts';
import { startCrowd } from './rush/crowd-process.ts';
import { fillForRush, openDatabase, portOf, startRushServer, stopServers } from './rush/database.ts';
import { MEASURES } from './rush/notes.ts';
import { sweep } from './rush/sweep.ts';
import { checkHistories } from './rush/truth.ts';

const SECONDS = Number(process.env.SECONDS ?? 60);
const CUSTOMERS = Number(process.env.CUSTOMERS ?? 200);
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);
const PACE = { visitEveryMs: 2000, thinksMs: 400, patienceMs: 20_000, changesAndWaits: true, fewSeats: -1 };
/** Without faults, none of these may happen. */
const DISHONEST = /without an answer|given up|broken|missed/;

await runAndExit(async (around) => {
  const { pool, connection } = await openDatabase(around, await around.makeFolder('changes'));
  const { customers, releases } = await fillForRush(pool, { customers: CUSTOMERS, hotShows: 1, releases: 1 });
  await keepChanges(pool);
  const settings = { OFFER_MINUTES: '0.08', HOLD_SECONDS: '5' };
  const servers = await Promise.all([1, 2].map(() => startRushServer(connection, settings)));
  around.closeAtEnd(() => stopServers(servers));
  const crowd = startCrowd(around);
  await crowd.open({ ...{ seed: SEED, ports: servers.map(portOf), customers, releases }, ...PACE });
  await crowd.start();
  await crowd.measure();
  await around.wait(SECONDS * 1000);
  const notes = await crowd.finish();
  await stopServers(servers);

  printTable(
    MEASURES.filter((what) => what !== 'event delivery' && notes.latencies[what].length > 0).map((what) => ({
      ...{ what, 'per second': Math.round(notes.latencies[what].length / SECONDS) },
      ...{ p50: quantile(notes.latencies[what], 0.5), p99: quantile(notes.latencies[what], 0.99) },
    })),
  );
  printTable(Object.entries(notes.outcomes).map(([outcome, times]) => ({ outcome, times })));
  const { bookings, faults: swept } = await sweep(pool, notes);
  const dishonest = Object.entries(notes.outcomes).filter(([outcome]) => DISHONEST.test(outcome));
  const faults = [
    ...[...notes.faults, ...swept, ...(await checkHistories(pool, notes))],
    ...dishonest.map(([outcome, times]) => `${outcome}: ${times}`),
  ];
  console.log(JSON.stringify({ bench: 'changes', name: 'sweep', seed: SEED, bookings, faults: faults.length }));
  printFaults(faults);
});
