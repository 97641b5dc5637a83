/**
 * What everyone reads first, in one run: the movies list, a movie with 60 shows while their seats change 20 times a second, and a
 * customer's history, each compared with an authenticated echo of a response of the same size. Contenders alternate, medians count.
 * `npm run bench -- reads 5000000` adds that many bookings, half of them by one user, whose history is then read too.
 */
import { openBenchScene } from './bench-scene.ts';
import type { LoadOrder, LoadResult } from './load.ts';
import { fillForReads, MOVIE_ID } from './reads-data.ts';
import { median, printRatios, printTable } from './report.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 9);
const SECONDS = Number(process.env.SECONDS ?? 1);
const CONNECTIONS = 32;
const CHANGES_PER_SECOND = 20;
const FREE_SEATS = Array.from({ length: 10 }, (_, index) => `J${index + 1}`);

const scene = await openBenchScene();
const skewedBookings = Number(process.argv[3] ?? 0);
const { userIds, showIds, boxOfficeId } = await fillForReads(scene.client, skewedBookings);
const tokens = scene.tokensOf(userIds);
const boxOffice = scene.tokensOf([boxOfficeId]);
const server = await scene.startServer();
const site = `http://127.0.0.1:${server.port}`;

interface Run extends LoadResult {
  server: number;
  postgres: number;
}
const runs = new Map<string, Run[]>();

async function load([name, request, as]: Contender, seconds: number): Promise<void> {
  const used = await server.measure(() => server.load({ connections: CONNECTIONS, seconds, tokens: as, request }));
  const { statuses, requests } = used.result;
  if (statuses[200] !== requests) throw new Error(`${name} answered ${JSON.stringify(statuses)}`);
  const { server: serverMs, postgres } = used;
  runs.set(name, [...(runs.get(name) ?? []), { ...used.result, server: serverMs, postgres }]);
}

async function send(token: string | undefined, path: string, body: object): Promise<{ id: number }> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const answer = await fetch(site + path, { method: 'POST', headers, body: JSON.stringify(body) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
  return JSON.parse(text).data;
}

/**
 * Books and cancels seats of the movie's shows at a fixed rate, however busy the server is. Returns the number of changes.
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
    // Compares within a round, so that other load on the machine slows both.
    ratio: median(
      (runs.get(name) ?? []).map((run, round) => run.perSecond / (runs.get(`${name} echo`)?.[round]?.perSecond ?? 0)),
    ),
    ...(goal === undefined ? {} : { goal }),
  })),
);

await scene.close();
