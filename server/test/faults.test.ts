import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { SeatBlockResponse } from '@moviebooking/contract/live';
import { ALL_SEATS } from '@moviebooking/contract/seats';
import { startEmbeddedPostgres } from '@moviebooking/embedded-postgres';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { bookSeats } from '../src/features/booking/booking.sql.ts';
import { openSeating } from '../src/features/seating/seating.ts';
import { openDatabase, openPool } from '../src/platform/database/database.ts';
import { migrate } from '../src/platform/database/migrations.ts';
import { createTokens } from '../src/platform/http/sessions.ts';
import { bookAndCancel, countBooked, HANGS_MS } from './bookings-under-faults.ts';
import { checkHistory, keepChanges } from './check-history.ts';
import { untilWaiting } from './interleaving.ts';
import { type LiveSeatMap, openSeatMap, untilAllAgree } from './live-seat-map.ts';
import { checkLedger } from './race.ts';
import { randomFrom } from './random-from.ts';
import { type RunningServer, startServer } from './running-server.ts';
import type { Operation } from './seat-history.ts';
import { addShow } from './shows.ts';
import { databaseUrl } from './test-app.ts';

/** Kills server and database in turn. `ROUNDS=20 SEED=…` for the full size. */
const ROUNDS = Number(process.env.ROUNDS ?? 2);
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);
const ROUND_MS = 2500;
const JWT_SECRET = 'a secret that only the fault tests know, long enough';

const dataDir = await mkdtemp(join(tmpdir(), 'moviebooking-faults-'));
const postgres = await startEmbeddedPostgres({ application: 'MovieBooking', dataFolder: dataDir });
const { connection } = postgres;
await migrate(connection);
const pool = openPool(connection);
await keepChanges(pool);
const db = openDatabase(pool);
const seating = openSeating({ pool, config: { holdSeconds: 300, holdMaxSeconds: 900, holdGraceSeconds: 20 } });

const variables = { DATABASE_URL: databaseUrl({ connection, pool, db }), JWT_SECRET, SEED_DEMO: 'false' };
const servers = await Promise.all([1, 2].map(() => startServer(variables)));
afterAll(async () => {
  for (const server of servers) server.process.kill('SIGKILL');
  await Promise.all(servers.map(({ ended }) => ended));
  await pool.end();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const tokens = createTokens(JWT_SECRET);
const { rows: users } = await pool.query<{ id: number }>(
  `insert into users (name, email, password_hash)
   select 'Customer ' || n, n || '@example.com', 'x' from generate_series(1, 32) n returning id`,
);
const customers = users.map(({ id }, n) => ({
  id,
  token: tokens.issue(id),
  url: servers[n % servers.length]?.url ?? '',
}));
type Customer = (typeof customers)[number];

async function holdOnce(customer: Customer, seatMap: LiveSeatMap, showId: number, seats: string[]): Promise<Operation> {
  const began = performance.now();
  const request = seatMap.socket.timeout(HANGS_MS).emitWithAck('block-seats', { showId, seats });
  const { blocked, conflicts, expiresAt } = (await request.catch(() => ({}))) as Partial<SeatBlockResponse>;
  const answer = { at: performance.now(), done: blocked ?? [], conflicts: conflicts ?? [] };
  return {
    ...{ verb: 'hold', userId: customer.id, seats, began },
    ...(blocked ? { answer: { ...answer, expiresAt: Date.parse(expiresAt ?? '') } } : {}),
  };
}

async function killDatabase(): Promise<void> {
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  const stat = await readFile(`/proc/${rows[0]?.pid}/stat`, 'utf8');
  process.kill(Number(stat.split(') ').at(-1)?.split(' ')[1]), 'SIGKILL');
}

async function killServer(index: number): Promise<void> {
  const server = servers[index] as RunningServer;
  server.process.kill('SIGKILL');
  await server.ended;
  servers[index] = await startServer({ ...variables, PORT: new URL(server.url).port });
}

describe('faults', () => {
  it(
    `kill -9 of a server or of PostgreSQL loses nothing acknowledged, and clients recover (${ROUNDS} rounds from seed ${SEED}) [LIVE-8, BOOK-13]`,
    async () => {
      const recoveries: number[] = [];
      let unanswered = 0;
      for (let round = 0; round < ROUNDS; round++) {
        const random = randomFrom(SEED + round);
        const showId = await addShow(db);
        const history = { operations: [] as Operation[], faults: [] as string[] };
        const seatMaps = customers.slice(0, 8).map(({ url, token }) => openSeatMap(url, token, showId));
        const end = Date.now() + ROUND_MS;
        const isOver = () => Date.now() > end && countBooked(history) > 0;
        const work = [
          ...customers
            .slice(8)
            .map((customer) => bookAndCancel(customer, { showId, seatCount: 80, random, isOver }, history)),
          ...customers.slice(0, 8).map(async (customer, n) => {
            await pause(200 + random() * 1500);
            const seats = ALL_SEATS.slice(80 + 2 * n, 82 + 2 * n);
            history.operations.push(await holdOnce(customer, seatMaps[n] as LiveSeatMap, showId, seats));
          }),
        ];
        await pause(300 + random() * 1200);
        const kill = round % 2 === 0 ? killServer(Math.floor(round / 2) % 2) : killDatabase();
        await Promise.all([...work, kill]);
        recoveries.push(await untilAllAgree(seatMaps, () => seating.readSnapshot(showId)));

        for (const seatMap of seatMaps) seatMap.close();
        const faults = [
          ...history.faults,
          ...(await checkLedger(pool, showId)),
          ...(await checkHistory(pool, showId, history.operations)),
        ];
        expect(faults, `round ${round} of seed ${SEED}`).toEqual([]);
        unanswered += history.operations.filter(({ answer }) => !answer).length;
      }
      console.warn(
        `faults: clients agreed ${recoveries.map((ms) => Math.round(ms)).join(', ')} ms after the work ended; ${unanswered} operations got no answer`,
      );
    },
    300_000 + ROUNDS * 30_000,
  );

  it('does not mistake a batch that waits to publish for one with a locked show [BOOK-15]', async () => {
    const showId = await addShow(db);
    const own = openPool({ ...connection, options: '-c synchronous_commit=local' });
    const standby = async (change: string) => {
      await own.query(`alter system ${change}`);
      await own.query('select pg_reload_conf()');
    };
    // A transaction that has published waits for a missing standby, and keeps the lock on notifications.
    await standby(`set synchronous_standby_names = 'nobody'`);
    const publisher = await pool.connect();
    const isWaiting = `select from pg_stat_activity where wait_event = 'SyncRep' and query like '%pg_logical_emit_message%'`;
    let publishing = Promise.resolve<unknown>(undefined);
    let isCommitted = true;
    try {
      // The setting takes effect when the checkpointer reads it, which cannot be observed. Earlier commits do not wait.
      await vi.waitUntil(async () => {
        if (isCommitted) {
          isCommitted = false;
          publishing = publisher
            .query(`select pg_logical_emit_message(true, 'publisher', ''), pg_notify('elsewhere', '')`)
            .then(() => {
              isCommitted = true;
            });
        }
        return ((await own.query(isWaiting)).rowCount ?? 0) > 0;
      }, HANGS_MS);
      const statement = bookSeats({
        ...{ showIds: [showId], userIds: [customers[0]?.id ?? 0], seatLists: ['0'], contested: [false] },
        ...{
          lockWaitMs: 1,
          keys: undefined,
          expectedTotals: undefined,
          seatsPerUser: 0,
          hasLines: false,
          areAccessible: [false],
        },
      });
      const book = own.query(statement).then(
        ({ rows: [row] }) => row?.outcome,
        ({ code }) => code,
      );
      await Promise.race([book, untilWaiting(own, 1)]);
      await pause(100);
      await standby('reset synchronous_standby_names');
      expect(await book).toBe('BOOKED');
    } finally {
      await standby('reset synchronous_standby_names');
      await publishing;
      publisher.release();
      await own.end();
    }
  });

  it('rooms recover after their listening connection is killed [LIVE-5]', async () => {
    const showId = await addShow(db);
    const seatMaps = customers.slice(0, 8).map(({ url, token }) => openSeatMap(url, token, showId));
    await untilAllAgree(seatMaps, () => seating.readSnapshot(showId));
    for (const seat of ['A1', 'B1', 'C1']) {
      await pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'moviebooking live'`,
      );
      await seating.holdSeats({ showId, userId: customers[20]?.id ?? 0, seats: [seat], isInRoom: false });
      await untilAllAgree(seatMaps, () => seating.readSnapshot(showId));
    }
    for (const seatMap of seatMaps) seatMap.close();
  });
});
