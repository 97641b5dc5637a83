/**
 * Measures the seat ledger under load, in one run: bookings with and without group commit, compared with pgbench (the same
 * booking as one prepared statement; skipped without pgbench) and with a plain echo; cancellations of those bookings; seat maps
 * of one show compared with an echo of the same size; holds over sockets. Contenders alternate, medians count, and the rows are
 * checked at the end. Finally a show is locked while others are booked.
 */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openBenchScene } from './bench-scene.ts';
import type { LoadOrder, LoadResult } from './load.ts';
import { measureLockedShow } from './locked-show.ts';
import { median, printRatios, printTable } from './report.ts';
import type { SocketOrder, SocketResult } from './sockets.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 5);
const SECONDS = Number(process.env.SECONDS ?? 4);
const CONNECTIONS = 256;
const SHOWS_PER_CONTENDER = 4000;
const PGBENCH_CLIENTS = 32;
const HOLDING_CONNECTIONS = 256;
const ROOM_CONNECTIONS = 1000;
const UNLOCKED_SHOWS = 50;
/** Set by tools/run.mjs if it found pgbench. */
const PGBENCH = process.env.PGBENCH_PATH ?? '';

const scene = await openBenchScene();
const { client, connection } = scene;
const users = await scene.addCinema({ users: 1001, screens: 40 });
const addShows = (count: number) =>
  scene.ids(`insert into shows (movie_id, screen_id, starts_at, price_paise)
    select 1, s, now() + interval '1 day' + n * interval '3 hours', 25000
    from generate_series(1, 40) s, generate_series(
      (select count(*) / 40 + 1 from shows), (select count(*) / 40 from shows) + ${count / 40}) n returning id`);
const shows = {
  batched: await addShows(SHOWS_PER_CONTENDER),
  single: await addShows(SHOWS_PER_CONTENDER),
  pgbench: await addShows(SHOWS_PER_CONTENDER),
  held: await addShows(40),
  unlocked: await addShows(80),
};
const tokens = scene.tokensOf(users);
const server = await scene.startServer();
const { port } = server;
const runs = new Map<string, LoadResult[]>();

async function load(name: string, request: LoadOrder['request'], seconds = SECONDS): Promise<number> {
  const result = await server.load({ connections: CONNECTIONS, seconds, tokens, request });
  const expected = request.kind === 'book' ? '201' : '200';
  if (result.statuses[expected] !== result.requests) {
    throw new Error(`${name} answered ${JSON.stringify(result.statuses)}`);
  }
  runs.set(name, [...(runs.get(name) ?? []), result]);
  return result.requests;
}

const live = (kind: SocketOrder['kind'], count: number, seconds = SECONDS): Promise<SocketResult> =>
  server.live({ kind, tokens, showIds: shows.held, connections: count, seconds });

async function hold(seconds = SECONDS): Promise<number> {
  const result = await live('hold', HOLDING_CONNECTIONS, seconds);
  const requests = Math.round(result.perSecond * seconds);
  runs.set('holds', [...(runs.get('holds') ?? []), { ...result, requests, statuses: {} }]);
  return requests;
}

const booked = { batched: 0, single: 0, pgbench: 0 };
async function book(name: 'batched' | 'single', seconds = SECONDS): Promise<number> {
  const path = name === 'batched' ? '/api/bookings' : '/api/single/bookings';
  const request = { kind: 'book' as const, path, showIds: shows[name], first: booked[name] };
  const requests = await load(name, request, seconds);
  booked[name] += requests;
  return requests;
}

/** Cancels the bookings of `batched` in their order. */
async function cancel(seconds = SECONDS): Promise<number> {
  const { rows } = await client.query<{ id: number; user_id: number }>(
    `select id, user_id from bookings where status = 'CONFIRMED' and show_id = any ($1) order by id`,
    [shows.batched],
  );
  const bookings = rows.map(({ id, user_id }) => ({ id, token: users.indexOf(user_id) }));
  return load('cancel', { kind: 'cancel', bookings }, seconds);
}

const PGBENCH_SCRIPT = `
\\set k :n * ${PGBENCH_CLIENTS} + :client_id
\\set n :n + 1
\\set show ${shows.pgbench[0]} + :k % ${SHOWS_PER_CONTENDER}
\\set seat 2 * (:k / ${SHOWS_PER_CONTENDER})
\\set user 1 + :k % 1000
with locked as materialized (
  select v.show_id, s.price_paise from seat_versions v join shows s on s.id = v.show_id
  where v.show_id = :show and s.starts_at > now() and not exists (
    select from seats t where t.show_id = :show and t.seat in (:seat, :seat + 1)
      and (t.booking_id is not null or t.user_id <> :user and t.held_until > now()))
  for no key update of v
), booking as (
  insert into bookings (show_id, user_id, seats, price_paise)
  select show_id, :user, array[:seat, :seat + 1], price_paise from locked returning id, show_id, user_id, seats
), taken as (
  insert into seats (show_id, seat, user_id, booking_id) select show_id, unnest(seats), user_id, id from booking
)
update seat_versions v set version = version + 1 from locked where v.show_id = locked.show_id;
`;
const script = join(scene.folder, 'booking.pgbench');
await writeFile(script, PGBENCH_SCRIPT);
const pgbenchRuns: number[] = [];
const cpuRuns = new Map<string, { server: number; postgres: number; requests: number }[]>();

/** Runs one contender and records the CPU time of its requests. */
async function measure(name: string, contend: (seconds?: number) => Promise<number>): Promise<void> {
  const { result: requests, ...used } = await server.measure(contend);
  cpuRuns.set(name, [...(cpuRuns.get(name) ?? []), { ...used, requests }]);
}
let pgbenchStart = 0;

async function pgbench(seconds = SECONDS): Promise<number> {
  const { stdout } = await promisify(execFile)(PGBENCH, [
    ...['-h', connection.host, '-p', String(connection.port), '-U', connection.user, '-n', '-M', 'prepared'],
    ...['-c', String(PGBENCH_CLIENTS), '-j', '2', '-T', String(seconds), '-D', `n=${pgbenchStart}`, '-f', script],
    connection.database,
  ]);
  const done = Number(/actually processed: (\d+)/.exec(stdout)?.[1]);
  const failed = Number(/failed transactions: (\d+)/.exec(stdout)?.[1]);
  if (failed > 0) throw new Error(stdout);
  booked.pgbench += done;
  // Clients progress unequally, so the next run starts well beyond the fastest.
  pgbenchStart += Math.ceil((done / PGBENCH_CLIENTS) * 1.5) + 50;
  pgbenchRuns.push(Number(/tps = ([\d.]+)/.exec(stdout)?.[1]));
  return done;
}

const hotShow = shows.batched[0] as number;
const map = `/api/bookings/seats/${hotShow}`;
const mapText = await (
  await fetch(`http://127.0.0.1:${port}${map}`, { headers: { authorization: `Bearer ${tokens[0]}` } })
).text();
const echoBody = JSON.stringify({ showId: hotShow, seats: ['A1', 'A2'] });
const echo = { kind: 'post' as const, path: '/api/echo', body: echoBody };
const mapEcho = { kind: 'post' as const, path: '/api/echo', body: mapText };

type Contender = [name: string, run: (seconds?: number) => Promise<number>];
const contenders: Contender[] = [
  ...(PGBENCH ? [['pgbench', pgbench] as Contender] : []),
  ['batched', (seconds) => book('batched', seconds)],
  ['cancel', cancel],
  ['single', (seconds) => book('single', seconds)],
  ['holds', hold],
  ['echo', (seconds) => load('echo', echo, seconds)],
  ['seatmap', (seconds) => load('seatmap', { kind: 'get', path: map }, seconds)],
  ['map echo', (seconds) => load('map echo', mapEcho, seconds)],
];

for (const [, contend] of contenders) await contend(1);
runs.clear();
pgbenchRuns.length = 0;
for (let round = 1; round <= ROUNDS; round++) {
  for (const [name, contend] of contenders) {
    await client.query('checkpoint');
    await measure(name, contend);
    process.stderr.write('.');
  }
}
process.stderr.write('\n');

const [lockedShowId = 0, ...unlockedShowIds] = shows.unlocked.slice(0, UNLOCKED_SHOWS + 1);
const lockedShow = await measureLockedShow({ client, port, tokens, lockedShowId, showIds: unlockedShowIds });
const room = await live('room', ROOM_CONNECTIONS + 1, 10);

const { rows: wrong } = await client.query(`
  select b.id from bookings b left join seats s on s.booking_id = b.id and s.show_id = b.show_id and s.user_id = b.user_id
    and s.seat = any (b.seats) group by b.id, b.seats having count(s.seat) <> case b.status when 'CANCELLED' then 0 else 2 end`);
const { rows: counted } = await client.query<{ name: string; count: number }>(`
  select case when show_id <= ${shows.batched.at(-1)} then 'batched' when show_id <= ${shows.single.at(-1)} then 'single'
    else 'pgbench' end as name, count(*)::int from bookings where show_id <= ${shows.pgbench.at(-1)} group by 1`);
for (const { name, count } of counted) {
  const expected = booked[name as keyof typeof booked];
  if (count !== expected) throw new Error(`${name}: ${count} bookings in the database, ${expected} answered`);
}
if (wrong.length > 0) throw new Error(`${wrong.length} bookings without their two seats, or cancelled ones with seats`);

const speed = (name: string) =>
  median(name === 'pgbench' ? pgbenchRuns : (runs.get(name) ?? []).map(({ perSecond }) => perSecond));
const latency = (name: string, which: 'p50' | 'p99') => {
  const values = (runs.get(name) ?? []).map((run) => run[which]);
  return values.length > 0 ? Math.round(median(values)) : '';
};
const cost = (name: string, which: 'server' | 'postgres') =>
  Math.round(median((cpuRuns.get(name) ?? []).map((run) => (run[which] / run.requests) * 1000)));
printTable(
  contenders.map(([name]) => ({
    contender: name,
    'per second': Math.round(speed(name)),
    'p50 ms': latency(name, 'p50'),
    'p99 ms': latency(name, 'p99'),
    'server µs': cost(name, 'server'),
    'postgres µs': cost(name, 'postgres'),
  })),
);
const ratio = (name: string, ours: string, theirs: string, goal: number) => ({
  bench: 'seats',
  name,
  ratio: speed(ours) / speed(theirs),
  goal,
});
if (!PGBENCH) console.log('  Skipped pgbench: it is missing (Debian: apt-get install postgresql-contrib)');
console.log(
  `  room of ${ROOM_CONNECTIONS} connections: a hold arrives after ${room.p50} ms (median), ${room.p99} ms (p99); ${room.missed} of ${Math.round(room.perSecond * 10) + room.missed} arrived in a snapshot instead`,
);
const { undisturbedP99, lockedP99, refused, sent, refusedOfLockedShow } = lockedShow;
console.log(
  `  show locked for 10 s: bookings of ${UNLOCKED_SHOWS} others take ${lockedP99} ms (p99), undisturbed ${undisturbedP99} ms; ${refused} of ${sent} were refused, and ${refusedOfLockedShow} of the locked show`,
);
printRatios([
  ...(PGBENCH ? [ratio('book_vs_pgbench', 'batched', 'pgbench', 1.3)] : []),
  ratio('book_vs_single', 'batched', 'single', 2.5),
  ratio('book_vs_echo', 'batched', 'echo', 0.5),
  ratio('seatmap_vs_echo', 'seatmap', 'map echo', 0.6),
  ratio('cancel_vs_book', 'cancel', 'batched', 0.8),
  { bench: 'seats', name: 'locked_show_p99', ratio: lockedP99 / undisturbedP99, goal: 2, refused },
]);

await scene.close();
