/**
 * npm run chaos -- --minutes 30 --seed 7
 *
 * A rush with one fault after another (rush/fault-list.ts), in an order that the seed decides. After each fault the crowd continues
 * briefly and then pauses; within ten seconds of the fault's end every customer must see the seats as they are in the database. At
 * the end it compares the whole database with the acknowledged requests and checks each show's history. Fails if anything is wrong.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Pool } from '../../server/src/platform/database/database.ts';
import { keepChanges } from '../../server/test/check-history.ts';
import { randomFrom } from '../../server/test/random-from.ts';
import type { RunningServer } from '../../server/test/running-server.ts';
import { readArguments } from './arguments.ts';
import { printTable } from './report.ts';
import { type Around, printFaults, runAndExit } from './running.ts';
import { type Crowd, startCrowd } from './rush/crowd-process.ts';
import {
  fillForRush,
  LONG_HOLDS,
  openDatabase,
  portOf,
  startRushServer,
  stopServers,
  zoneOfNoon,
} from './rush/database.ts';
import { type Fault, listFaults } from './rush/fault-list.ts';
import { openProxy } from './rush/proxy.ts';
import { mountSmallDisk } from './rush/small-disk.ts';
import { sweep } from './rush/sweep.ts';
import { checkHistories, untilAllRight } from './rush/truth.ts';

const USAGE = 'npm run chaos -- --minutes 30 --seed 7 --only "part of a fault\'s name"';
const { minutes, seed, only = '' } = readArguments(USAGE, 'only');
const SERVERS = 2;
const SIZE = { startsInHours: 6, customers: 200, hotShows: 20, releases: Math.ceil(minutes * 4) + 4 };
const PACE = { visitEveryMs: 4000, thinksMs: 600, patienceMs: 5000, changesAndWaits: true, fewSeats: 0 };
const DISK_MB = 1536;
const FAULT_MS = { least: 2000, most: 7000 };
/** How long the crowd continues after a fault before it pauses. */
const GOES_ON_MS = 2000;
const QUIET_MS = 2000;
const RIGHT_AFTER_MS = 10_000;
const SHOWN_FAULTS = 30;
/** Set by tools/run.mjs if it found libfaketime. */
const FAKETIME = process.env.FAKETIME_LIBRARY;

const random = randomFrom(seed);
const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;
const began = performance.now();
const say = (line: string) =>
  console.log(`${((performance.now() - began) / 60_000).toFixed(1).padStart(5)} min  ${line}`);

/** Yields each fault once in random order, then repeats. */
function* inRandomOrder(faults: Fault[]): Generator<Fault> {
  for (;;) {
    const left = [...faults];
    while (left.length > 0) yield left.splice(Math.floor(random() * left.length), 1)[0] as Fault;
  }
}

async function suffer(fault: Fault, crowd: Crowd, pool: Pool, { wait, stopping }: Around) {
  const bookedBefore = await crowd.booked();
  const lasts = FAULT_MS.least + random() * (FAULT_MS.most - FAULT_MS.least);
  await fault.begin();
  await wait(lasts);
  await fault.end();
  const endedAt = performance.now();
  await wait(GOES_ON_MS);
  await crowd.holdStill();
  const { took: rightAfterMs, stillWrong } = await untilAllRight(crowd, pool, endedAt, stopping);
  await crowd.goOn();
  await wait(QUIET_MS);
  const bookings = (await crowd.booked()) - bookedBefore;
  say(`${fault.name}, for ${seconds(lasts)}: recovered ${seconds(rightAfterMs)} after it ended; ${bookings} bookings`);
  const faults = [...stillWrong];
  if (rightAfterMs > RIGHT_AFTER_MS) faults.push(`${fault.name}: customers were wrong for ${seconds(rightAfterMs)}`);
  if (bookings === 0) faults.push(`${fault.name}: nobody could book`);
  return { fault: fault.name, rightAfterMs, faults };
}

await runAndExit(async (around) => {
  const { closeAtEnd, wait } = around;
  const folder = await around.makeFolder('chaos');
  const dataFolder = join(folder, 'data');
  const disk = await mountSmallDisk(dataFolder, DISK_MB);
  if (disk) closeAtEnd(disk.close);
  else console.log('Skipping the full disk: this account cannot mount a small file system.');
  const clock = FAKETIME ? join(folder, 'clock') : undefined;
  if (clock) writeFileSync(clock, '+0\n', { mode: 0o644 });
  else console.log('Skipping the clock steps: libfaketime is missing (Debian: apt-get install faketime).');

  const noCache = { FAKETIME_NO_CACHE: '1', FAKETIME_DISABLE_SHM: '1', FAKETIME_DONT_FAKE_MONOTONIC: '1' };
  const faketime = FAKETIME && clock ? { LD_PRELOAD: FAKETIME, FAKETIME_TIMESTAMP_FILE: clock, ...noCache } : {};
  const { pool, connection } = await openDatabase(around, dataFolder, faketime);
  const { customers, releases, doorToken } = await fillForRush(pool, SIZE);
  await pool.query(`alter system set max_wal_size = '256MB'`);
  await pool.query('select pg_reload_conf()');
  await keepChanges(pool);

  const sockets = join(folder, 'sockets');
  const socketOf = (host: string) => join(host, `.s.PGSQL.${connection.port}`);
  const databaseProxy = await openProxy({ path: socketOf(sockets) }, { path: socketOf(connection.host) }, random);
  closeAtEnd(databaseProxy.close);
  const start = (port = 0): Promise<RunningServer> =>
    startRushServer(
      { ...connection, host: sockets },
      { PORT: String(port), ...LONG_HOLDS, OFFER_MINUTES: '0.1', TIME_ZONE: zoneOfNoon() },
    );
  const servers = await Promise.all(Array.from({ length: SERVERS }, () => start()));
  closeAtEnd(() => stopServers(servers));
  const webProxies = await Promise.all(
    servers.map((server) => openProxy({ port: 0 }, { host: '127.0.0.1', port: portOf(server) }, random)),
  );
  for (const proxy of webProxies) closeAtEnd(proxy.close);
  const crowd = startCrowd(around);

  const faults = listFaults({
    ...{ pool, servers, webProxies, databaseProxy, disk, clock, random },
    async restartServer(index) {
      servers[index] = await start(portOf(servers[index] as RunningServer));
    },
    postmasterPid: () => Number(readFileSync(join(dataFolder, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0]),
  }).filter(({ name }) => name.includes(String(only)));
  if (faults.length === 0) throw new Error(`Unknown fault "${only}"`);

  say(
    `${SIZE.customers} customers, ${SERVERS} servers, ${minutes} minutes of ${faults.length} faults from seed ${seed}`,
  );
  await crowd.open({ ...{ seed, ports: webProxies.map(({ port }) => port), customers, releases, doorToken }, ...PACE });
  await crowd.start();
  const until = performance.now() + minutes * 60_000;
  await wait(QUIET_MS);
  const rounds: Awaited<ReturnType<typeof suffer>>[] = [];
  for (const fault of inRandomOrder(faults)) {
    if (performance.now() > until) break;
    rounds.push(await suffer(fault, crowd, pool, around));
  }
  const notes = await crowd.finish();
  await stopServers(servers);

  console.log('');
  printTable(
    [...Map.groupBy(rounds, ({ fault }) => fault)].map(([fault, times]) => ({
      fault,
      times: times.length,
      'right after, at most': seconds(Math.max(...times.map(({ rightAfterMs }) => rightAfterMs))),
    })),
  );
  printTable(Object.entries(notes.outcomes).map(([outcome, times]) => ({ outcome, times })));
  const { bookings, faults: swept } = await sweep(pool, notes);
  const histories = await checkHistories(pool, notes);
  const wrong = [...rounds.flatMap((round) => round.faults), ...notes.faults, ...swept, ...histories];
  console.log(JSON.stringify({ chaos: 'sweep', seed, minutes, rounds: rounds.length, bookings, faults: wrong.length }));
  printFaults(wrong, SHOWN_FAULTS);
});
