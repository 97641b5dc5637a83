/**
 * npm run chaos -- --minutes 30 --seed 7
 *
 * A rush with one fault after another (rush/fault-list.ts), in an order that the seed decides. After each fault the crowd continues
 * briefly and then pauses; within ten seconds of the fault's end every customer must see the seats as they are in the database. At
 * the end it compares the whole database with the acknowledged requests and checks each show's history. Fails if anything is wrong.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { keepChanges } from '../../server/test/check-history.ts';
import { randomFrom } from '../../server/test/random-from.ts';
import type { RunningServer } from '../../server/test/running-server.ts';
import { printTable } from './report.ts';
import { closingAll } from './rush/closing.ts';
import { type Crowd, startCrowd } from './rush/crowd-process.ts';
import { openRushDatabase, portOf, type RushDatabase, startRushServer, stopServers } from './rush/database.ts';
import { type Fault, listFaults } from './rush/fault-list.ts';
import { openProxy } from './rush/proxy.ts';
import { mountSmallDisk } from './rush/small-disk.ts';
import { listenForStop } from './rush/stopping.ts';
import { sweep } from './rush/sweep.ts';
import { checkHistories, untilAllRight } from './rush/truth.ts';

const { minutes, seed, only } = readArguments();
const CUSTOMERS = 200;
const SERVERS = 2;
const HOT_SHOWS = 20;
const RELEASES_PER_MINUTE = 4;
const VISIT_EVERY_MS = 4000;
const THINKS_MS = 600;
const PATIENCE_MS = 5000;
const DISK_MB = 1536;
const FAULT_MS = { least: 2000, most: 7000 };
/** How long the crowd continues after a fault before it pauses. */
const GOES_ON_MS = 2000;
const QUIET_MS = 2000;
const RIGHT_AFTER_MS = 10_000;
/** Longer than any clock step, so that holds end only when their user leaves. */
const HOLDS = { holdSeconds: 600, holdMaxSeconds: 1800, holdGraceSeconds: 5 };
/** Set by tools/run.mjs if it found libfaketime. */
const FAKETIME = process.env.FAKETIME_LIBRARY;

function readArguments(): { minutes: number; seed: number; only: string } {
  const options = { minutes: { type: 'string' }, seed: { type: 'string' }, only: { type: 'string' } } as const;
  try {
    const { values } = parseArgs({ options });
    const minutes = Number(values.minutes ?? 5);
    const seed = Number(values.seed ?? Date.now() % 1_000_000);
    if (!(minutes > 0 && minutes <= 1440)) throw new Error('--minutes must be a number from 0 to 1440');
    if (!Number.isSafeInteger(seed) || seed < 0) throw new Error('--seed must be a whole number');
    return { minutes, seed, only: values.only ?? '' };
  } catch (error) {
    console.error(
      `${(error as Error).message}\nUsage: npm run chaos -- --minutes 30 --seed 7 --only "part of a fault's name"`,
    );
    process.exit(1);
  }
}

const random = randomFrom(seed);
const stopping = listenForStop();
const wait = (milliseconds: number) => pause(milliseconds, undefined, { signal: stopping });
const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;
const between = ({ least, most }: { least: number; most: number }) => least + random() * (most - least);
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

interface Round {
  fault: string;
  rightAfterMs: number;
  faults: string[];
}

async function suffer(fault: Fault, crowd: Crowd, database: RushDatabase): Promise<Round> {
  const bookedBefore = await crowd.booked();
  const lasts = between(FAULT_MS);
  await fault.begin();
  await wait(lasts);
  await fault.end();
  const endedAt = performance.now();
  await wait(GOES_ON_MS);
  await crowd.holdStill();
  const { took: rightAfterMs, stillWrong } = await untilAllRight(crowd, database.pool, endedAt, stopping);
  await crowd.goOn();
  await wait(QUIET_MS);
  const bookings = (await crowd.booked()) - bookedBefore;
  say(`${fault.name}, for ${seconds(lasts)}: recovered ${seconds(rightAfterMs)} after it ended; ${bookings} bookings`);
  const faults = [
    ...stillWrong,
    ...(rightAfterMs > RIGHT_AFTER_MS ? [`${fault.name}: customers were wrong for ${seconds(rightAfterMs)}`] : []),
    ...(bookings === 0 ? [`${fault.name}: nobody could book`] : []),
  ];
  return { fault: fault.name, rightAfterMs, faults };
}

function printRounds(rounds: Round[]): void {
  const byFault = Map.groupBy(rounds, ({ fault }) => fault);
  console.log('');
  printTable(
    [...byFault].map(([fault, times]) => ({
      fault,
      times: times.length,
      'right after, at most': seconds(Math.max(...times.map(({ rightAfterMs }) => rightAfterMs))),
    })),
  );
}

const folder = await mkdtemp(join(tmpdir(), 'moviebooking-chaos-'));
await closingAll(async (closeAtEnd) => {
  closeAtEnd(() => rm(folder, { recursive: true, force: true }));
  const dataFolder = join(folder, 'data');
  const disk = await mountSmallDisk(dataFolder, DISK_MB);
  if (disk) closeAtEnd(disk.close);
  else console.log('Skipping the full disk: this account cannot mount a small file system.');
  const clock = FAKETIME ? join(folder, 'clock') : undefined;
  if (clock) writeFileSync(clock, '+0\n', { mode: 0o644 });
  else console.log('Skipping the clock steps: libfaketime is missing (Debian: apt-get install faketime).');

  const database = await openRushDatabase({
    ...{
      dataFolder,
      customers: CUSTOMERS,
      hotShows: HOT_SHOWS,
      releases: Math.ceil(minutes * RELEASES_PER_MINUTE) + 4,
    },
    environment:
      FAKETIME && clock
        ? {
            LD_PRELOAD: FAKETIME,
            FAKETIME_TIMESTAMP_FILE: clock,
            FAKETIME_NO_CACHE: '1',
            FAKETIME_DISABLE_SHM: '1',
            FAKETIME_DONT_FAKE_MONOTONIC: '1',
          }
        : {},
  });
  closeAtEnd(database.close);
  const { pool, connection, customers, releases } = database;
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
      {
        ...{ PORT: String(port), HOLD_SECONDS: String(HOLDS.holdSeconds) },
        ...{ HOLD_MAX_SECONDS: String(HOLDS.holdMaxSeconds), HOLD_GRACE_SECONDS: String(HOLDS.holdGraceSeconds) },
      },
    );
  const servers = await Promise.all(Array.from({ length: SERVERS }, () => start()));
  closeAtEnd(() => stopServers(servers));
  const webProxies = await Promise.all(
    servers.map((server) => openProxy({ port: 0 }, { host: '127.0.0.1', port: portOf(server) }, random)),
  );
  for (const proxy of webProxies) closeAtEnd(proxy.close);
  const crowd = startCrowd(1, stopping);
  closeAtEnd(crowd.close);

  const faults = listFaults({
    ...{ pool, servers, webProxies, databaseProxy, disk, clock, random },
    async restartServer(index) {
      servers[index] = await start(portOf(servers[index] as RunningServer));
    },
    postmasterPid: () => Number(readFileSync(join(dataFolder, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0]),
  }).filter(({ name }) => name.includes(only));
  if (faults.length === 0) throw new Error(`Unknown fault "${only}"`);

  say(`${CUSTOMERS} customers, ${SERVERS} servers, ${minutes} minutes of ${faults.length} faults from seed ${seed}`);
  await crowd.open({
    ...{ seed, ports: webProxies.map(({ port }) => port), customers, releases },
    ...{ visitEveryMs: VISIT_EVERY_MS, thinksMs: THINKS_MS, patienceMs: PATIENCE_MS, mostUnderWay: CUSTOMERS },
  });
  await crowd.start();
  const until = performance.now() + minutes * 60_000;
  await wait(QUIET_MS);
  const rounds: Round[] = [];
  for (const fault of inRandomOrder(faults)) {
    if (performance.now() > until) break;
    rounds.push(await suffer(fault, crowd, database));
  }
  const notes = await crowd.finish();
  crowd.close();
  await stopServers(servers);

  printRounds(rounds);
  printTable(Object.entries(notes.outcomes).map(([outcome, times]) => ({ outcome, times })));
  const swept = await sweep(pool, notes);
  const histories = await checkHistories(pool, notes.operations);
  const wrong = [...rounds.flatMap((round) => round.faults), ...notes.faults, ...swept.faults, ...histories];
  const { bookings } = swept;
  console.log(JSON.stringify({ chaos: 'sweep', seed, minutes, rounds: rounds.length, bookings, faults: wrong.length }));
  for (const fault of wrong.slice(0, 30)) console.log(`  ${fault}`);
  if (wrong.length > 0) process.exitCode = 1;
}).catch((error) => {
  if (!stopping.aborted) console.error(error);
  process.exitCode = stopping.aborted ? 130 : 1;
});
process.exit();
