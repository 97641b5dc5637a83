/**
 * Measures several servers on one PostgreSQL, in one run, for docs/scale.md: commits with and without a notification, at the
 * disk's speed and 1 and 5 ms slower; bookings through one, two and three servers with the same delays, and with an eighth of a
 * CPU per server, so that the servers and not the machine are the bottleneck; seat maps through nginx compared with the server
 * alone; the CPU time per delivered change, and the memory per live connection. Rounds alternate, medians count.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { hasNginx, startNginx } from '../../server/test/nginx.ts';
import { type RunningServer, workersOf } from '../../server/test/running-server.ts';
import { limitProcessor } from './cpu-limit.ts';
import { cpuTime, familyCpuTime, familyMemoryMb, parentOf } from './cpu-time.ts';
import type { LoadOrder, LoadResult } from './load.ts';
import { median, printRatios, printTable } from './report.ts';
import { closingAll } from './rush/closing.ts';
import { delayCommits, openRushDatabase, portOf, startRushServer, stopServers } from './rush/database.ts';
import type { SocketOrder } from './sockets.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 3);
const SECONDS = Number(process.env.SECONDS ?? 3);
const MOST_SERVERS = 3;
const CONNECTIONS = 96;
const COMMIT_DELAYS_MS = [0, 1, 5];
const SHARE_OF_PROCESSOR = 1 / 8;
const LIVE_CONNECTIONS = 2000;
const WRITERS = 16;
const SETTLING_MS = 5000;
const SCREENS = 40;
const SHOWS_PER_RUN = 200;
const RUNS = ROUNDS * MOST_SERVERS * (COMMIT_DELAYS_MS.length + 1) + 3;
const GOAL_OF_TWO = 1.6;
const GOAL_THROUGH_NGINX = 0.9;

interface Run {
  perSecond: number;
  p50: number;
  p99: number;
  commits: number;
  servers: number;
  postgres: number;
  generators: number;
}

const folder = await mkdtemp(join(tmpdir(), 'moviebooking-scale-'));
await closingAll(async (closeAtEnd) => {
  closeAtEnd(() => rm(folder, { recursive: true, force: true }));
  const database = await openRushDatabase({
    ...{ dataFolder: join(folder, 'data'), customers: LIVE_CONNECTIONS, hotShows: SCREENS },
    releases: Math.ceil((RUNS * SHOWS_PER_RUN) / SCREENS),
  });
  closeAtEnd(database.close);
  const { pool, connection } = database;
  const shows = database.releases.flat().map(({ showId }) => showId);
  const tokens = database.customers.map(({ token }) => token);
  const servers = await Promise.all(Array.from({ length: MOST_SERVERS }, () => startRushServer(connection)));
  closeAtEnd(() => stopServers(servers));
  const first = servers[0] as RunningServer;
  const generators = servers.map(() => fork(new URL('load.ts', import.meta.url)));
  closeAtEnd(() => {
    for (const generator of generators) generator.disconnect();
  });
  const one = async <Row>(text: string) => (await pool.query(text)).rows[0] as Row;
  const postmaster = parentOf((await one<{ pid: number }>('select pg_backend_pid() as pid')).pid);
  const pidOf = ({ pid = 0 }: ChildProcess) => pid;
  const processorTimes = () => ({
    servers: servers.reduce((sum, { process }) => sum + familyCpuTime(pidOf(process)), 0),
    postgres: familyCpuTime(postmaster),
    generators: generators.reduce((sum, generator) => sum + cpuTime(pidOf(generator)), 0),
  });
  /** Only writing transactions have an id. */
  const commitsSoFar = async () =>
    Number((await one<{ next: string }>('select pg_snapshot_xmax(pg_current_snapshot()) as next')).next);

  async function order(generator: ChildProcess, sent: LoadOrder): Promise<LoadResult> {
    generator.send(sent);
    const [result] = (await once(generator, 'message')) as [LoadResult & { error?: string }];
    if (result.error) throw new Error(result.error);
    return result;
  }

  let usedShows = 0;
  async function book(through: RunningServer[]): Promise<Run> {
    const before = { times: processorTimes(), commits: await commitsSoFar() };
    const results = await Promise.all(
      through.map((server, n) => {
        const count = SHOWS_PER_RUN / through.length;
        const from = usedShows + Math.floor(n * count);
        return order(generators[n] as ChildProcess, {
          ...{ port: portOf(server), connections: CONNECTIONS / through.length, seconds: SECONDS, tokens },
          request: {
            kind: 'book',
            path: '/api/bookings',
            showIds: shows.slice(from, from + Math.floor(count)),
            first: 0,
          },
        });
      }),
    );
    usedShows += SHOWS_PER_RUN;
    const refused = results.flatMap(({ statuses }) => Object.keys(statuses)).filter((status) => status !== '201');
    if (refused.length > 0) throw new Error(`bookings were answered ${refused}`);
    const after = processorTimes();
    const share = (kind: keyof typeof after) => (after[kind] - before.times[kind]) / SECONDS / 10;
    return {
      perSecond: results.reduce((sum, { perSecond }) => sum + perSecond, 0),
      p50: median(results.map(({ p50 }) => p50)),
      p99: Math.max(...results.map(({ p99 }) => p99)),
      commits: ((await commitsSoFar()) - before.commits) / SECONDS,
      ...{ servers: share('servers'), postgres: share('postgres'), generators: share('generators') },
    };
  }

  const runs = new Map<string, Run[]>();
  const note = (name: string, run: Run) => runs.set(name, [...(runs.get(name) ?? []), run]);
  const of = (name: string, value: keyof Run) => median((runs.get(name) ?? []).map((run) => run[value]));

  /** Microseconds. */
  async function serverTimePerBooking(): Promise<number> {
    const { servers: percent, perSecond } = await book(servers.slice(0, 1));
    return (percent * 10_000) / perSecond;
  }

  function startJoining() {
    const clients = fork(new URL('sockets.ts', import.meta.url));
    return {
      async all(port: number, showIds: number[]): Promise<void> {
        const size = { connections: LIVE_CONNECTIONS, seconds: 0 };
        clients.send({ kind: 'join', port, tokens, showIds, ...size } satisfies SocketOrder);
        const [joined] = (await once(clients, 'message')) as [{ error?: string }];
        if (joined.error) throw new Error(joined.error);
      },
      close: () => clients.connected && clients.disconnect(),
    };
  }

  /** Transactions that write one row each, from many connections, with or without a notification. */
  async function commitsPerSecond(withNotify: boolean): Promise<number> {
    const statement = `insert into probe select 1 ${withNotify ? `from pg_notify('probe', 'a change')` : ''}`;
    const end = performance.now() + SECONDS * 1000;
    let commits = 0;
    await Promise.all(
      writers.map(async (writer) => {
        while (performance.now() < end) {
          await writer.query(statement);
          commits += 1;
        }
      }),
    );
    return commits / SECONDS;
  }

  const seatMaps = new Map<string, number[]>();
  const nginx = hasNginx ? await startNginx(servers.slice(0, 1)) : undefined;
  if (nginx) closeAtEnd(nginx.stop);
  else console.log('Skipping seat maps through nginx: nginx or openssl is missing.');
  async function askSeatMaps(name: string): Promise<void> {
    if (!nginx) return;
    const ways = { alone: first.url, 'through nginx': nginx.url };
    for (const [way, url] of Object.entries(ways)) {
      const { perSecond } = await order(generators[0] as ChildProcess, {
        ...{
          port: Number(new URL(url).port),
          isSecure: url.startsWith('https'),
          connections: 32,
          seconds: SECONDS,
          tokens,
        },
        request: { kind: 'get', path: `/api/bookings/seats/${shows[0]}` },
      });
      seatMaps.set(`${way}${name}`, [...(seatMaps.get(`${way}${name}`) ?? []), perSecond]);
    }
  }

  async function measureAll(name: string): Promise<void> {
    for (let count = 1; count <= MOST_SERVERS; count++) note(`${count} ${name}`, await book(servers.slice(0, count)));
  }

  console.log(
    `${availableParallelism()} processors, shared by servers, PostgreSQL and the load; ${CONNECTIONS} bookings under way`,
  );
  await book(servers);
  await pool.query('create table probe (n integer)');
  const writers = await Promise.all(
    Array.from({ length: WRITERS }, async () => {
      const writer = new pg.Client(connection);
      await writer.connect();
      closeAtEnd(() => writer.end());
      return writer;
    }),
  );
  const commits: Record<string, number | string>[] = [];
  for (const milliseconds of COMMIT_DELAYS_MS) {
    await delayCommits(pool, milliseconds * 1000);
    const [plain, notifying] = [await commitsPerSecond(false), await commitsPerSecond(true)].map(Math.round);
    commits.push({ 'commits take': `+${milliseconds} ms`, 'per second': plain ?? 0, 'that notify': notifying ?? 0 });
  }
  console.log(`\n  Commits of ${WRITERS} connections:`);
  printTable(commits);

  for (let round = 0; round < ROUNDS; round++) {
    for (const milliseconds of COMMIT_DELAYS_MS) {
      await delayCommits(pool, milliseconds * 1000);
      await measureAll(`+${milliseconds} ms`);
    }
    await delayCommits(pool, 0);
    await askSeatMaps('');
  }
  const pids = (await Promise.all(servers.map(workersOf))).flat();
  const unlimit = limitProcessor(pids, SHARE_OF_PROCESSOR);
  if (unlimit) {
    closeAtEnd(unlimit);
    for (let round = 0; round < ROUNDS; round++) {
      await measureAll('limited');
      await askSeatMaps(', limited');
    }
    unlimit();
  } else console.log('Skipping limited servers: that needs root and the cpu controller of cgroups.');

  console.log('\n  Bookings and CPU use:');
  printTable(
    [...runs.keys()].map((name) => ({
      'servers, commits': name,
      'bookings per second': Math.round(of(name, 'perSecond')),
      'p50 ms': Math.round(of(name, 'p50')),
      'p99 ms': Math.round(of(name, 'p99')),
      'commits per second': Math.round(of(name, 'commits')),
      'servers %': Math.round(of(name, 'servers')),
      'PostgreSQL %': Math.round(of(name, 'postgres')),
      'load %': Math.round(of(name, 'generators')),
    })),
  );

  if (nginx) console.log('\n  Seat maps:');
  printTable([...seatMaps].map(([way, rounds]) => ({ way, 'per second': Math.round(median(rounds)) })));

  const unwatched = await serverTimePerBooking();
  const watched = shows.slice(usedShows, usedShows + SHOWS_PER_RUN);
  const viewing = startJoining();
  closeAtEnd(viewing.close);
  await viewing.all(portOf(first), watched);
  const viewers = LIVE_CONNECTIONS / watched.length;
  const perViewer = ((await serverTimePerBooking()) - unwatched) / viewers;
  viewing.close();
  console.log(
    `\n  A booking told to each of ${viewers} who look: ${Math.round(perViewer)} µs of the server for each of them`,
  );

  const fresh = await startRushServer(connection);
  closeAtEnd(() => stopServers([fresh]));
  await pause(SETTLING_MS);
  const empty = familyMemoryMb(pidOf(fresh.process));
  const more = startJoining();
  closeAtEnd(more.close);
  await more.all(portOf(fresh), watched);
  await pause(SETTLING_MS);
  const full = familyMemoryMb(pidOf(fresh.process));
  more.close();
  console.log(
    `  ${LIVE_CONNECTIONS} live connections to a server: ${Math.round(empty)} → ${Math.round(full)} MB, ` +
      `${Math.round(((full - empty) * 1024) / LIVE_CONNECTIONS)} kB each\n`,
  );

  const ratio = (name: string, above: string, below: string, goal?: number) => ({
    ...{ bench: 'scale', name, ratio: of(above, 'perSecond') / of(below, 'perSecond') },
    ...(goal ? { goal } : {}),
  });
  const throughNginx = (name: string) =>
    median(seatMaps.get(`through nginx${name}`) ?? []) / median(seatMaps.get(`alone${name}`) ?? []);
  printRatios([
    ...(nginx ? [{ bench: 'scale', name: 'through_nginx', ratio: throughNginx(''), goal: GOAL_THROUGH_NGINX }] : []),
    ...(nginx && unlimit
      ? [{ bench: 'scale', name: 'through_nginx_limited', ratio: throughNginx(', limited'), goal: GOAL_THROUGH_NGINX }]
      : []),
    ...COMMIT_DELAYS_MS.map((delay) => ratio(`two_servers_${delay}_ms`, `2 +${delay} ms`, `1 +${delay} ms`)),
    ...(unlimit
      ? [
          ratio('two_servers_limited', '2 limited', '1 limited', GOAL_OF_TWO),
          ratio('three_servers_limited', '3 limited', '1 limited'),
        ]
      : []),
  ]);
});
process.exit();
