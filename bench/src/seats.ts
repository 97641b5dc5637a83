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
import type { LoadOrder } from './load.ts';
import { measureLockedShow } from './locked-show.ts';
import { median, medianOfRun, printRatios, printTable, type Run } from './report.ts';
import { runAndExit } from './running.ts';
import { fillForRush } from './rush/database.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 5);
const SECONDS = Number(process.env.SECONDS ?? 4);
const CONNECTIONS = 256;
const SCREENS = 40;
const SHOWS_PER_CONTENDER = 4000;
const PGBENCH_CLIENTS = 32;
const HOLDING_CONNECTIONS = 256;
const ROOM_CONNECTIONS = 1000;
const UNLOCKED_SHOWS = 50;
/** Set by tools/run.mjs if it found pgbench. */
const PGBENCH = process.env.PGBENCH_PATH ?? '';

const pgbenchScript = (firstShow: number) => `
\\set k :n * ${PGBENCH_CLIENTS} + :client_id
\\set n :n + 1
\\set show ${firstShow} + :k % ${SHOWS_PER_CONTENDER}
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

await runAndExit(async (around) => {
  const releases = Math.ceil((3 * SHOWS_PER_CONTENDER) / SCREENS) + 3;
  const scene = await openBenchScene(around, (client) =>
    fillForRush(client, { customers: ROOM_CONNECTIONS + 1, hotShows: SCREENS, releases }),
  );
  const { client, filled, site } = scene;
  const tokens = filled.customers.map(({ token }) => token);
  const free = filled.releases.flat().map(({ showId }) => showId);
  const shows = {
    batched: free.splice(0, SHOWS_PER_CONTENDER),
    single: free.splice(0, SHOWS_PER_CONTENDER),
    pgbench: free.splice(0, SHOWS_PER_CONTENDER),
    held: free.splice(0, SCREENS),
  };

  const load = (name: string, request: LoadOrder['request'], seconds: number) =>
    scene.load(name, { connections: CONNECTIONS, seconds, tokens, request }, request.kind === 'book' ? 201 : 200);
  const live = (kind: 'hold' | 'room', connections: number, seconds: number) =>
    scene.live({ kind, tokens, showIds: shows.held, connections, seconds });

  const booked = { batched: 0, single: 0, pgbench: 0 };
  async function book(name: 'batched' | 'single', path: string, seconds: number) {
    const result = await load(name, { kind: 'book', path, showIds: shows[name], first: booked[name] }, seconds);
    booked[name] += result.requests;
    return result;
  }

  /** Cancels the bookings of `batched` in their order. */
  async function cancel(seconds: number) {
    const { rows } = await client.query<{ id: number; user_id: number }>(
      `select id, user_id from bookings where status = 'CONFIRMED' and show_id = any ($1) order by id`,
      [shows.batched],
    );
    const bookings = rows.map(({ id, user_id }) => ({
      ...{ id, token: filled.customers.findIndex(({ userId }) => userId === user_id) },
    }));
    return load('cancel', { kind: 'cancel', bookings }, seconds);
  }

  const script = join(await around.makeFolder('pgbench'), 'booking.pgbench');
  await writeFile(script, pgbenchScript(shows.pgbench[0] ?? 0));
  let pgbenchStart = 0;
  async function pgbench(seconds: number) {
    const { stdout } = await promisify(execFile)(PGBENCH, [
      ...['-h', client.host, '-p', String(client.port), '-U', String(client.user), '-n', '-M', 'prepared'],
      ...['-c', String(PGBENCH_CLIENTS), '-j', '2', '-T', String(seconds), '-D', `n=${pgbenchStart}`, '-f', script],
      String(client.database),
    ]);
    const requests = Number(/actually processed: (\d+)/.exec(stdout)?.[1]);
    if (Number(/failed transactions: (\d+)/.exec(stdout)?.[1]) > 0) throw new Error(stdout);
    booked.pgbench += requests;
    // Clients progress unequally, so the next run starts well beyond the fastest.
    pgbenchStart += Math.ceil((requests / PGBENCH_CLIENTS) * 1.5) + 50;
    return { requests, perSecond: Number(/tps = ([\d.]+)/.exec(stdout)?.[1]), p50: Number.NaN, p99: Number.NaN };
  }

  const [hotShow] = shows.batched;
  const map = `/api/bookings/seats/${hotShow}`;
  const mapText = await (await fetch(site + map, { headers: { authorization: `Bearer ${tokens[0]}` } })).text();
  const echo = (body: string) => ({ kind: 'post' as const, path: '/api/echo', body });
  const contenders: Record<string, (seconds: number) => Promise<Omit<Run, 'server' | 'postgres'>>> = {
    ...(PGBENCH ? { pgbench } : {}),
    batched: (seconds) => book('batched', '/api/bookings', seconds),
    cancel,
    single: (seconds) => book('single', '/api/single/bookings', seconds),
    holds: (seconds) => live('hold', HOLDING_CONNECTIONS, seconds),
    echo: (seconds) => load('echo', echo(JSON.stringify({ showId: hotShow, seats: ['A1', 'A2'] })), seconds),
    seatmap: (seconds) => load('seatmap', { kind: 'get', paths: [map] }, seconds),
    'map echo': (seconds) => load('map echo', echo(mapText), seconds),
  };
  for (const contend of Object.values(contenders)) await contend(1);
  const runs = new Map<string, Run[]>(Object.keys(contenders).map((name) => [name, []]));
  for (let round = 1; round <= ROUNDS; round++) {
    for (const [name, contend] of Object.entries(contenders)) {
      await client.query('checkpoint');
      runs.get(name)?.push(await scene.measure(() => contend(SECONDS)));
      process.stderr.write('.');
    }
  }
  process.stderr.write('\n');

  const [lockedShowId = 0, ...showIds] = free.slice(0, UNLOCKED_SHOWS + 1);
  const lockedShow = await measureLockedShow(scene, tokens, showIds, lockedShowId);
  const room = await live('room', ROOM_CONNECTIONS + 1, 10);

  const { rows: wrong } = await client.query(`
    select b.id from bookings b left join seats s on s.booking_id = b.id and s.show_id = b.show_id and s.user_id = b.user_id
      and s.seat = any (b.seats) group by b.id, b.seats having count(s.seat) <> case b.status when 'CANCELLED' then 0 else 2 end`);
  if (wrong.length > 0)
    throw new Error(`${wrong.length} bookings without their two seats, or cancelled ones with seats`);
  for (const [name, answered] of Object.entries(booked)) {
    const { rows } = await client.query('select from bookings where show_id = any ($1)', [shows[name as 'batched']]);
    if (rows.length !== answered)
      throw new Error(`${name}: ${rows.length} bookings in the database, ${answered} answered`);
  }

  printTable([...runs].map(([contender, ofContender]) => ({ contender, ...medianOfRun(ofContender) })));
  if (!PGBENCH) console.log('  Skipped pgbench: it is missing (Debian: apt-get install postgresql-contrib)');
  const { p50, p99, missed, requests } = room;
  console.log(
    `  room of ${ROOM_CONNECTIONS} connections: a hold arrives after ${p50} ms (median), ${p99} ms (p99); ` +
      `${missed} of ${requests + missed} arrived in a snapshot instead`,
  );
  const { undisturbedP99, lockedP99, refused, sent, refusedOfLockedShow } = lockedShow;
  console.log(
    `  show locked for 10 s: bookings of ${UNLOCKED_SHOWS} others take ${lockedP99} ms (p99), undisturbed ` +
      `${undisturbedP99} ms; ${refused} of ${sent} were refused, and ${refusedOfLockedShow} of the locked show`,
  );
  const speed = (name: string) => median((runs.get(name) ?? []).map(({ perSecond }) => perSecond));
  const ratio = (name: string, ours: string, theirs: string, goal: number) => ({
    ...{ bench: 'seats', name, ratio: speed(ours) / speed(theirs), goal },
  });
  printRatios([
    ...(PGBENCH ? [ratio('book_vs_pgbench', 'batched', 'pgbench', 1.3)] : []),
    ratio('book_vs_single', 'batched', 'single', 2.5),
    ratio('book_vs_echo', 'batched', 'echo', 0.5),
    ratio('seatmap_vs_echo', 'seatmap', 'map echo', 0.6),
    ratio('cancel_vs_book', 'cancel', 'batched', 0.8),
    { bench: 'seats', name: 'locked_show_p99', ratio: lockedP99 / undisturbedP99, goal: 2, refused },
  ]);
});
