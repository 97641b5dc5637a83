/**
 * Measures joining a show, in one run: join, hold and book compared with plain bookings, on 60 shows at a time; a thousand
 * connections that are cut and reconnect at once during bookings; and how soon a hold arrives in rooms of 300 and 1000 at 20
 * changes per second. Contenders alternate, medians count.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { openBenchScene } from './bench-scene.ts';
import type { LoadOrder, LoadResult } from './load.ts';
import { median, printRatios, printTable } from './report.ts';
import type { SocketOrder } from './sockets.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 3);
const SECONDS = Number(process.env.SECONDS ?? 3);
const FLOW_CONNECTIONS = 128;
const BOOKING_CONNECTIONS = 32;
const CUT_CONNECTIONS = 1000;
const SCREENS = 60;
const SHOWS_AT_A_TIME = 60;
/** Waits for the background work of bookings (totals every few seconds), so that it does not count for the next contender. */
const SETTLING_MS = 4000;

const scene = await openBenchScene();
const users = await scene.addCinema({ users: CUT_CONNECTIONS + 1, screens: SCREENS });
const shows = await scene.ids(`insert into shows (movie_id, screen_id, starts_at, price_paise)
  select 1, screen, now() + slot * interval '3 hours', 25000
  from generate_series(1, 320) slot, generate_series(1, ${SCREENS}) screen returning id`);
/** Each run uses new shows, so no seat is booked twice. */
function takeShows(windows: number): number[] {
  const taken = shows.splice(0, windows * SHOWS_AT_A_TIME);
  if (taken.length < windows * SHOWS_AT_A_TIME) throw new RangeError('The benchmark needs more shows');
  return taken;
}

const tokens = scene.tokensOf(users);
const server = await scene.startServer();

const live = (kind: SocketOrder['kind'], showIds: number[], connections: number, seconds = SECONDS) =>
  server.live({ kind, tokens, showIds, showsAtATime: SHOWS_AT_A_TIME, connections, seconds });

async function book(seconds: number): Promise<LoadResult> {
  const request: LoadOrder['request'] = { kind: 'book', path: '/api/bookings', showIds: takeShows(20), first: 0 };
  const result = await server.load({ tokens, connections: BOOKING_CONNECTIONS, seconds, request });
  if (result.statuses['201'] !== result.requests)
    throw new Error(`bookings answered ${JSON.stringify(result.statuses)}`);
  return result;
}

const contenders = ['book', 'flow'] as const;
const runs = new Map<string, { perSecond: number; server: number; postgres: number }[]>();
for (let round = 0; round <= ROUNDS; round++) {
  for (const kind of contenders) {
    const seconds = round === 0 ? 1 : SECONDS;
    const used = await server.measure(() => live(kind, takeShows(12), FLOW_CONNECTIONS, seconds));
    const { perSecond, requests } = used.result;
    const microseconds = (ms: number) => Math.round((ms * 1000) / requests);
    const costs = { server: microseconds(used.server), postgres: microseconds(used.postgres) };
    if (round > 0) runs.set(kind, [...(runs.get(kind) ?? []), { perSecond, ...costs }]);
    process.stderr.write('.');
    await pause(SETTLING_MS);
  }
}
const measured = (kind: string, what: 'perSecond' | 'server' | 'postgres') =>
  median((runs.get(kind) ?? []).map((result) => result[what]));

const rooms = takeShows(1);
await live('join', rooms, CUT_CONNECTIONS);
const undisturbed: number[] = [];
const disturbed: number[] = [];
const rejoined: number[] = [];
for (let round = 1; round <= ROUNDS; round++) {
  undisturbed.push((await book(SECONDS)).p99);
  const booking = book(SECONDS);
  await pause(200);
  const { perSecond } = await live('cut', rooms, CUT_CONNECTIONS);
  rejoined.push((CUT_CONNECTIONS / perSecond) * 1000);
  disturbed.push((await booking).p99);
  process.stderr.write('.');
}

const delivery = [];
for (const viewers of [300, 1000]) delivery.push({ viewers, ...(await live('room', takeShows(1), viewers + 1, 8)) });
process.stderr.write('\n');

printTable([
  ...contenders.flatMap((kind) => [
    { what: kind, value: Math.round(measured(kind, 'perSecond')), unit: 'per second' },
    { what: `one ${kind}, server`, value: measured(kind, 'server'), unit: 'µs' },
    { what: `one ${kind}, PostgreSQL`, value: measured(kind, 'postgres'), unit: 'µs' },
  ]),
  { what: `${CUT_CONNECTIONS} cut connections rejoin`, value: Math.round(median(rejoined)), unit: 'ms' },
  { what: 'p99 of bookings, undisturbed', value: Math.round(median(undisturbed)), unit: 'ms' },
  { what: 'p99 of bookings during rejoin', value: Math.round(median(disturbed)), unit: 'ms' },
  ...delivery.map(({ viewers, p50 }) => ({ what: `a hold reaching ${viewers}, median`, value: p50, unit: 'ms' })),
  ...delivery.map(({ viewers, p99 }) => ({ what: `a hold reaching ${viewers}, p99`, value: p99, unit: 'ms' })),
]);
const printTime = (name: string, ms: number, goal: number) =>
  console.log(JSON.stringify({ bench: 'join', name, ms: Math.round(ms * 10) / 10, goal }));
printRatios([
  {
    bench: 'join',
    name: 'flow_vs_book',
    ratio: measured('flow', 'perSecond') / measured('book', 'perSecond'),
    goal: 0.35,
  },
  { bench: 'join', name: 'book_p99_while_rejoining', ratio: median(disturbed) / median(undisturbed), goal: 4 },
]);
printTime('rejoin_1000', median(rejoined), 3000);
for (const { viewers, p50, p99, missed } of delivery) {
  console.log(JSON.stringify({ bench: 'join', name: `heard_by_${viewers}_p50`, ms: p50, inSnapshots: missed }));
  printTime(`heard_by_${viewers}_p99`, p99, viewers === 300 ? 25 : 120);
}

await scene.close();
