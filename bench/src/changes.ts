/**
 * Customers (CUSTOMERS, 200) change, cancel, wait for and book one show, and come in at the door, for a minute (SECONDS) on two servers. At the end it
 * compares the whole database and the history of the show with what the customers were told. Fails if anything is wrong.
 *
 * Then 10 bookings with 50 seats of a show are cancelled at once, for whose seats 10,000 users wait, while other shows are booked.
 */
import type { Pool } from '../../server/src/platform/database/database.ts';
import { keepChanges } from '../../server/test/check-history.ts';
import type { RunningServer } from '../../server/test/running-server.ts';
import { printTable, quantile } from './report.ts';
import { printFaults, runAndExit } from './running.ts';
import { startCrowd } from './rush/crowd-process.ts';
import {
  fillForRush,
  issueToken,
  openDatabase,
  portOf,
  startRushServer,
  stopServers,
  zoneOfNoon,
} from './rush/database.ts';
import { MEASURES } from './rush/notes.ts';
import { sweep } from './rush/sweep.ts';
import { checkHistories, findUnheardOffers } from './rush/truth.ts';

const SECONDS = Number(process.env.SECONDS ?? 60);
const CUSTOMERS = Number(process.env.CUSTOMERS ?? 200);
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);
const WAITING = 10_000;
const OTHER_BOOKINGS = 40;
const GOAL_MS = 1000;
const OFFER_MINUTES = 0.08;
const PACE = { visitEveryMs: 2000, thinksMs: 400, patienceMs: 20_000, changesAndWaits: true, fewSeats: -1 };
/** Without faults, none of these may happen. */
const DISHONEST = /without an answer|given up|broken|missed/;
/** Otherwise the run says nothing about them. */
const MUST_HAPPEN = ['booked', 'changed', 'cancelled', 'waits', 'offer heard', 'offer declined', 'came in'];

/** Returns how long the cancellations took with their offers, and the slowest booking of another show during that time and alone. */
async function cancelBlock(pool: Pool, url: string) {
  const { rows: shows } = await pool.query<{ id: number }>(
    `insert into shows (movie_id, screen_id, starts_at, price_paise)
     select 1, 1, now() + n * interval '7 days', 25000 from generate_series(1, 2 * $1::int + 1) n returning id`,
    [OTHER_BOOKINGS],
  );
  const [showId = 0, ...others] = shows.map(({ id }) => id);
  const { rows: users } = await pool.query<{ id: number }>(
    `insert into users (name, email, password_hash)
     select 'Waiting ' || n, n || '@waits.example', 'x' from generate_series(1, $1::int + 1) n returning id`,
    [WAITING],
  );
  const [owner = 0, ...waiting] = users.map(({ id }) => id);
  const { rows: bookings } = await pool.query<{ id: number }>(
    `with made as (
       insert into bookings (show_id, user_id, seats, price_paise)
       select $1, $2, array(select generate_series(n * 5, n * 5 + 4)), 25000 from generate_series(0, 19) n returning *
     ), taken as (
       insert into seats (show_id, seat, user_id, booking_id) select show_id, unnest(seats), user_id, id from made
     )
     select id from made order by id limit 10`,
    [showId, owner],
  );
  await pool.query(`insert into waitlist (show_id, user_id, seats, since) select $1, unnest($2::int[]), 2, now()`, [
    showId,
    waiting,
  ]);
  await pool.query('vacuum analyze waitlist');
  const headers = { authorization: `Bearer ${issueToken(owner)}`, 'content-type': 'application/json' };
  const timed = async (path: string, body?: object) => {
    const began = performance.now();
    const answer = await fetch(`${url}/api${path}`, {
      method: 'POST',
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
    return performance.now() - began;
  };
  const bookAll = (showIds: number[]) =>
    Promise.all(showIds.map((other) => timed('/bookings', { showId: other, seats: ['A1'] })));
  const alone = await bookAll(others.slice(OTHER_BOOKINGS));
  const [cancelled, booked] = await Promise.all([
    Promise.all(bookings.map(({ id }) => timed(`/bookings/cancel/${id}`))),
    bookAll(others.slice(0, OTHER_BOOKINGS)),
  ]);
  const { rows } = await pool.query('select count(*)::int as seats from seats where show_id = $1 and offered', [
    showId,
  ]);
  return {
    ms: Math.round(Math.max(...cancelled)),
    offered: rows[0]?.seats as number,
    slowestOtherBookingMs: Math.round(Math.max(...booked)),
    slowestAloneMs: Math.round(Math.max(...alone)),
  };
}

await runAndExit(async (around) => {
  const { pool, connection } = await openDatabase(around, await around.makeFolder('changes'));
  const size = { customers: CUSTOMERS, hotShows: 1, releases: 1, startsInHours: 3 };
  const { customers, releases, doorToken } = await fillForRush(pool, size);
  await keepChanges(pool);
  const settings = { OFFER_MINUTES: String(OFFER_MINUTES), HOLD_SECONDS: '5', TIME_ZONE: zoneOfNoon() };
  const servers = await Promise.all([1, 2].map(() => startRushServer(connection, settings)));
  around.closeAtEnd(() => stopServers(servers));
  const crowd = startCrowd(around);
  await crowd.open({ ...{ seed: SEED, ports: servers.map(portOf), customers, releases, doorToken }, ...PACE });
  await crowd.start();
  await crowd.measure();
  await around.wait(SECONDS * 1000);
  const end = Date.now();
  const notes = await crowd.finish();
  const { bookings, faults: swept } = await sweep(pool, notes);
  const histories = await checkHistories(pool, notes);
  const unheard = await findUnheardOffers(pool, notes, end, OFFER_MINUTES * 60_000);
  const block = await cancelBlock(pool, `http://127.0.0.1:${portOf(servers[0] as RunningServer)}`);
  await stopServers(servers);

  printTable(
    MEASURES.filter((what) => what !== 'event delivery' && notes.latencies[what].length > 0).map((what) => ({
      ...{ what, 'per second': Math.round(notes.latencies[what].length / SECONDS) },
      ...{ p50: quantile(notes.latencies[what], 0.5), p99: quantile(notes.latencies[what], 0.99) },
    })),
  );
  printTable(Object.entries(notes.outcomes).map(([outcome, times]) => ({ outcome, times })));
  console.log(
    JSON.stringify({ bench: 'changes', name: 'cancelled block', waiting: WAITING, ...block, goalMs: GOAL_MS }),
  );
  const dishonest = Object.entries(notes.outcomes).filter(([outcome]) => DISHONEST.test(outcome));
  const faults = [
    ...[...notes.faults, ...swept, ...histories, ...unheard],
    ...(block.ms > GOAL_MS || block.offered !== 50 ? [`the cancelled block: ${JSON.stringify(block)}`] : []),
    ...MUST_HAPPEN.filter((outcome) => !notes.outcomes[outcome]).map((outcome) => `never happened: ${outcome}`),
    ...dishonest.map(([outcome, times]) => `${outcome}: ${times}`),
  ];
  console.log(JSON.stringify({ bench: 'changes', name: 'sweep', seed: SEED, bookings, faults: faults.length }));
  printFaults(faults);
});
