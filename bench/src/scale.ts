/**
 * What several servers do over one PostgreSQL, on one machine in one run, for docs/scale.md: plain bookings through one,
 * two and three server processes, with commits as fast as the disk and with commits that take 1 and 5 ms longer; the same
 * with servers that get an eighth of a processor each, so that they are what is short and not the machine; seat maps
 * through nginx beside the server alone; and what a live connection costs in memory. Rounds alternate, medians count.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasNginx, startNginx } from '../../server/test/nginx.ts';
import type { RunningServer } from '../../server/test/running-server.ts';
import { limitProcessor } from './cpu-limit.ts';
import { cpuTime, familyCpuTime, memoryMb, parentOf } from './cpu-time.ts';
import type { LoadOrder, LoadResult } from './load.ts';
import { median, printRatios, printTable } from './report.ts';
import { closingAll } from './rush/closing.ts';
import { openRushDatabase, portOf, startRushServer, stopServers } from './rush/database.ts';
import type { SocketOrder } from './sockets.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 3);
const SECONDS = Number(process.env.SECONDS ?? 3);
const MOST_SERVERS = 3;
const CONNECTIONS = 96;
const COMMIT_DELAYS_MS = [0, 1, 5];
const SHARE_OF_PROCESSOR = 1 / 8;
const LIVE_CONNECTIONS = 2000;
const SCREENS = 40;
const SHOWS_PER_RUN = 200;
const RUNS = ROUNDS * MOST_SERVERS * (COMMIT_DELAYS_MS.length + 1) + 1;
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
  const generators = servers.map(() => fork(new URL('load.ts', import.meta.url)));
  closeAtEnd(() => {
    for (const generator of generators) generator.disconnect();
  });
  const one = async <Row>(text: string) => (await pool.query(text)).rows[0] as Row;
  const postmaster = parentOf((await one<{ pid: number }>('select pg_backend_pid() as pid')).pid);
  const pidOf = ({ pid = 0 }: ChildProcess) => pid;
  const processorTimes = () => ({
    servers: servers.reduce((sum, { process }) => sum + cpuTime(pidOf(process)), 0),
    postgres: familyCpuTime(postmaster),
    generators: generators.reduce((sum, generator) => sum + cpuTime(pidOf(generator)), 0),
  });
  const commitsSoFar = async () =>
    (
      await one<{ commits: number }>(
        `select pg_stat_force_next_flush(), xact_commit::int as commits from pg_stat_database where datname = current_database()`,
      )
    ).commits;

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
        const first = usedShows + Math.floor(n * count);
        return order(generators[n] as ChildProcess, {
          ...{ port: portOf(server), connections: CONNECTIONS / through.length, seconds: SECONDS, tokens },
          request: {
            kind: 'book',
            path: '/api/bookings',
            showIds: shows.slice(first, first + Math.floor(count)),
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

  async function delayCommits(milliseconds: number): Promise<void> {
    await pool.query(`alter system set commit_delay = ${milliseconds * 1000}`);
    await pool.query('alter system set commit_siblings = 0');
    await pool.query('select pg_reload_conf()');
  }

  async function measureAll(name: string): Promise<void> {
    for (let count = 1; count <= MOST_SERVERS; count++) note(`${count} ${name}`, await book(servers.slice(0, count)));
  }

  console.log(
    `${availableParallelism()} processors, shared by servers, PostgreSQL and the load; ${CONNECTIONS} bookings under way`,
  );
  await book(servers);
  for (let round = 0; round < ROUNDS; round++) {
    for (const milliseconds of COMMIT_DELAYS_MS) {
      await delayCommits(milliseconds);
      await measureAll(`+${milliseconds} ms`);
    }
  }
  await delayCommits(0);
  const unlimit = limitProcessor(
    servers.map(({ process }) => pidOf(process)),
    SHARE_OF_PROCESSOR,
  );
  if (unlimit) {
    closeAtEnd(unlimit);
    for (let round = 0; round < ROUNDS; round++) await measureAll('limited');
    unlimit();
  } else console.log('Processes cannot be limited here (root and the cpu controller of cgroups): left out.');

  printTable(
    [...runs.keys()].map((name) => ({
      'servers, commits': name,
      'bookings per second': Math.round(of(name, 'perSecond')),
      'p50 ms': of(name, 'p50'),
      'p99 ms': of(name, 'p99'),
      'commits per second': Math.round(of(name, 'commits')),
      'servers %': Math.round(of(name, 'servers')),
      'PostgreSQL %': Math.round(of(name, 'postgres')),
      'load %': Math.round(of(name, 'generators')),
    })),
  );

  const first = servers[0] as RunningServer;
  const nginx = hasNginx ? await startNginx([first]) : undefined;
  const seatMaps: Record<'alone' | 'through nginx', number[]> = { alone: [], 'through nginx': [] };
  if (nginx) {
    closeAtEnd(nginx.stop);
    const ask = (port: number, isSecure: boolean) =>
      order(generators[0] as ChildProcess, {
        ...{ port, isSecure, connections: 32, seconds: SECONDS, tokens },
        request: { kind: 'get', path: `/api/bookings/seats/${shows[0]}` },
      });
    for (let round = 0; round < ROUNDS; round++) {
      seatMaps.alone.push((await ask(portOf(first), false)).perSecond);
      seatMaps['through nginx'].push((await ask(Number(new URL(nginx.url).port), true)).perSecond);
    }
    console.log('\n  Seat maps per second:');
    printTable(Object.entries(seatMaps).map(([way, rounds]) => ({ way, 'per second': Math.round(median(rounds)) })));
  } else console.log('\n  This machine has no nginx or no openssl: left out.');

  const live = fork(new URL('sockets.ts', import.meta.url));
  closeAtEnd(() => live.connected && live.disconnect());
  const empty = memoryMb(pidOf(first.process));
  live.send({
    ...{ kind: 'join', port: portOf(first), tokens, showIds: shows.slice(0, 20) },
    ...{ connections: LIVE_CONNECTIONS, seconds: 0 },
  } satisfies SocketOrder);
  const [joined] = (await once(live, 'message')) as [{ error?: string }];
  if (joined.error) throw new Error(joined.error);
  const full = memoryMb(pidOf(first.process));
  console.log(
    `\n  ${LIVE_CONNECTIONS} live connections in 20 rooms: ${Math.round(empty)} → ${Math.round(full)} MB, ` +
      `${Math.round(((full - empty) * 1024) / LIVE_CONNECTIONS)} kB each\n`,
  );

  const ratio = (name: string, above: string, below: string, goal?: number) => ({
    ...{ bench: 'scale', name, ratio: of(above, 'perSecond') / of(below, 'perSecond') },
    ...(goal ? { goal } : {}),
  });
  printRatios([
    ...(nginx
      ? [
          {
            ...{ bench: 'scale', name: 'through_nginx', goal: GOAL_THROUGH_NGINX },
            ratio: median(seatMaps['through nginx']) / median(seatMaps.alone),
          },
        ]
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
