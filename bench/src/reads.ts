/**
 * What everyone reads first, in one run: the movies list, a movie with 60 shows while their seats change 20 times a second, and a
 * customer's history, each compared with an authenticated echo of a response of the same size. Contenders alternate, medians count.
 * `npm run bench -- reads 5000000` adds that many bookings, half of them by one user, whose history is then read too.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@moviebooking/embedded-postgres';
import pg from 'pg';
import { migrate } from '../../server/src/platform/database/migrations.ts';
import { createTokens } from '../../server/src/platform/http/sessions.ts';
import { cpuTime, familyCpuTime, parentOf } from './cpu-time.ts';
import type { LoadOrder, LoadResult } from './load.ts';
import { fillForReads, MOVIE_ID } from './reads-data.ts';
import { median, printRatios, printTable } from './report.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 9);
const SECONDS = Number(process.env.SECONDS ?? 1);
const CONNECTIONS = 32;
const CHANGES_PER_SECOND = 20;
const FREE_SEATS = Array.from({ length: 10 }, (_, index) => `J${index + 1}`);
const JWT_SECRET = 'the benchmark keeps this secret to itself';
const here = (file: string) => new URL(file, import.meta.url);

const dataDir = await mkdtemp(join(tmpdir(), 'moviebooking-bench-'));
const postgres = await startEmbeddedPostgres({ application: 'MovieBooking', dataFolder: dataDir });
const { connection } = postgres;
await migrate(connection);
const client = new pg.Client(connection);
await client.connect();
const skewedBookings = Number(process.argv[3] ?? 0);
const { userIds, showIds, boxOfficeId } = await fillForReads(client, skewedBookings);
const { issue } = createTokens(JWT_SECRET);
const tokens = userIds.map((userId) => issue(userId));
const boxOffice = [issue(boxOfficeId)];

const server = fork(here('bench-server.ts'), {
  env: { ...process.env, BENCH: JSON.stringify({ connection, jwtSecret: JWT_SECRET }) },
});
const [{ port }] = (await once(server, 'message')) as [{ port: number }];
const generator = fork(here('load.ts'));
const site = `http://127.0.0.1:${port}`;
const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
const postmaster = parentOf(rows[0]?.pid ?? 0);

interface Run extends LoadResult {
  server: number;
  postgres: number;
}
const runs = new Map<string, Run[]>();

async function load([name, request, as]: Contender, seconds: number): Promise<void> {
  const before = { server: cpuTime(server.pid ?? 0), postgres: familyCpuTime(postmaster) };
  generator.send({ port, connections: CONNECTIONS, seconds, tokens: as, request } satisfies LoadOrder);
  const [result] = (await once(generator, 'message')) as [LoadResult & { error?: string }];
  if (result.error) throw new Error(result.error);
  if (result.statuses[200] !== result.requests) throw new Error(`${name} answered ${JSON.stringify(result.statuses)}`);
  const spent = {
    server: cpuTime(server.pid ?? 0) - before.server,
    postgres: familyCpuTime(postmaster) - before.postgres,
  };
  runs.set(name, [...(runs.get(name) ?? []), { ...result, ...spent }]);
}

async function send(token: string | undefined, path: string, body: object): Promise<{ id: number }> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const answer = await fetch(site + path, { method: 'POST', headers, body: JSON.stringify(body) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
  return JSON.parse(text).data;
}

/**
 * Books seats of the movie's shows and cancels those bookings again, by the clock, however busy the server is. Returns how many
 * changes that made.
 */
async function changeSeats(stop: AbortSignal): Promise<number> {
  const underWay: Promise<number>[] = [];
  const bookAndCancel = async (n: number): Promise<number> => {
    const token = tokens[n % tokens.length];
    const { id } = await send(token, '/api/bookings', {
      showId: showIds[n % showIds.length],
      seats: [FREE_SEATS[n % 10]],
    });
    await send(token, `/api/bookings/cancel/${id}`, {});
    return 2;
  };
  for (let n = 0; !stop.aborted; n += 1) {
    underWay.push(bookAndCancel(n).catch(() => 0));
    await new Promise((resolve) => setTimeout(resolve, 2000 / CHANGES_PER_SECOND));
  }
  return (await Promise.all(underWay)).reduce((sum, changes) => sum + changes, 0);
}

interface Read {
  name: string;
  paths: [string, ...string[]];
  goal?: number;
  tokens?: string[];
}

type Contender = [name: string, request: LoadOrder['request'], tokens: string[]];

const READS: Read[] = [
  { name: 'movies', paths: ['/api/movies'], goal: 0.7 },
  { name: 'movie', paths: [`/api/movies/${MOVIE_ID}`], goal: 0.6 },
  { name: 'history', paths: ['/api/bookings/history'], goal: skewedBookings > 0 ? 0.6 : 0.5 },
  ...(skewedBookings > 0
    ? [{ name: 'history_of_box_office', paths: ['/api/bookings/history?limit=11'] as Read['paths'], tokens: boxOffice }]
    : []),
  { name: 'shows', paths: [`/api/shows?movieId=${MOVIE_ID}`] },
  { name: 'cinemas', paths: ['/api/cinemas'] },
  { name: 'seatmaps', paths: showIds.map((id) => `/api/bookings/seats/${id}`) as Read['paths'] },
];

async function echoOf(path: string, token: string | undefined): Promise<LoadOrder['request']> {
  const answer = await fetch(site + path, { headers: { authorization: `Bearer ${token}` } });
  return { kind: 'post', path: '/api/echo', body: await answer.text() };
}

const contenders: Contender[] = [];
for (const { name, paths, tokens: as = tokens } of READS) {
  contenders.push([name, { kind: 'get in turns', paths }, as], [`${name} echo`, await echoOf(paths[0], as[0]), as]);
}

const stop = new AbortController();
const changing = changeSeats(stop.signal);
const began = performance.now();
for (const contender of contenders) await load(contender, 1);
runs.clear();
for (let round = 0; round < ROUNDS; round += 1) {
  for (const contender of contenders) await load(contender, SECONDS);
}
stop.abort();
const changesPerSecond = ((await changing) / (performance.now() - began)) * 1000;

const medianOf = (name: string, figure: (run: Run) => number) => median((runs.get(name) ?? []).map(figure));
const speed = (name: string) => medianOf(name, (run) => run.perSecond);
printTable(
  contenders.map(([name]) => ({
    contender: name,
    'per second': Math.round(speed(name)),
    'p50 ms': Math.round(medianOf(name, (run) => run.p50)),
    'p99 ms': Math.round(medianOf(name, (run) => run.p99)),
    'server µs': Math.round(medianOf(name, (run) => (run.server / run.requests) * 1000)),
    'postgres µs': Math.round(medianOf(name, (run) => (run.postgres / run.requests) * 1000)),
  })),
);
console.log(`  seats changed ${Math.round(changesPerSecond)} times a second during the run`);
printRatios(
  READS.map(({ name, goal }) => ({
    bench: 'reads',
    name: `${name}_vs_echo`,
    // Of the same round, so that whatever else the machine does slows both alike.
    ratio: median(
      (runs.get(name) ?? []).map((run, round) => run.perSecond / (runs.get(`${name} echo`)?.[round]?.perSecond ?? 0)),
    ),
    ...(goal === undefined ? {} : { goal }),
  })),
);

server.disconnect();
generator.disconnect();
await client.end();
await postgres.stop();
await rm(dataDir, { recursive: true, force: true });
