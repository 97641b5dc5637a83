import { ALL_SEATS } from '@moviebooking/contract/seats';
import { afterAll, describe, expect, it } from 'vitest';
import { openBookings } from '../src/features/booking/booking.ts';
import { openSeatCommits } from '../src/features/seating/seat-commits.ts';
import { openSeating } from '../src/features/seating/seating.ts';
import type { Pool } from '../src/platform/database/database.ts';
import { Refusal } from '../src/platform/errors/refusal.ts';
import { createTokens } from '../src/platform/http/sessions.ts';
import { keepChanges } from './check-history.ts';
import { openConnection } from './live-connection.ts';
import { type Customer, checkLedger, race } from './race.ts';
import { randomFrom } from './random-from.ts';
import { type RunningServer, startServer } from './running-server.ts';
import { addShow, addShows } from './shows.ts';
import { databaseUrl, freshDatabase, type TestDatabase } from './test-app.ts';
import { whenOver } from './when-over.ts';

/** `ROUNDS=50 SEED=… vitest run server/test/race.test.ts` for the full size. */
const ROUNDS = Number(process.env.ROUNDS ?? 2);
const FIRST_SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);
const CUSTOMERS = 300;
const WITH_SOCKET = 80;
const JWT_SECRET = 'a secret that only the race knows, long enough';

const running: RunningServer[] = [];
afterAll(async () => {
  for (const server of running) server.process.kill('SIGKILL');
  await Promise.all(running.map(({ ended }) => ended));
});

async function openRace(database: TestDatabase): Promise<Customer[]> {
  const servers = await Promise.all(
    [1, 2].map(() => startServer({ DATABASE_URL: databaseUrl(database), JWT_SECRET, SEED_DEMO: 'false' })),
  );
  running.push(...servers);
  const tokens = createTokens(JWT_SECRET);
  const { rows } = await database.pool.query<{ id: number }>(
    `insert into users (name, email, password_hash)
     select 'Customer ' || n, 'customer' || n || '@example.com', 'x' from generate_series(1, $1::int) n returning id`,
    [CUSTOMERS],
  );
  return Promise.all(
    rows.map(async ({ id }, n) => {
      const { url } = servers[n % servers.length] as RunningServer;
      const customer = { userId: id, token: tokens.issue(id), url };
      if (n >= WITH_SOCKET) return customer;
      const connection = await openConnection(Number(new URL(url).port), customer.token);
      whenOver(() => connection.close());
      return { ...customer, connection };
    }),
  );
}

/** Removes the guards from the SQL functions: no primary key on seats, and no locks. */
async function takeGuardsAway(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ source: string }>(
    `select pg_get_functiondef(oid) as source from pg_proc 
     where proname in ('book_seats', 'hold_seats', 'cancel_bookings') and prosrc like '%seat_versions%'`,
  );
  await pool.query('alter table seats drop constraint seats_pkey');
  await pool.query('create index seats_by_place on seats (show_id, seat)');
  for (const { source } of rows) {
    const unguarded = source
      .replace(/perform from seat_versions[^;]+for no key update;/g, '')
      .replace(/on conflict \(show_id, seat\) do update\s+set [^)]+/g, '');
    expect(unguarded).not.toBe(source);
    await pool.query(unguarded);
  }
}

async function countDeadlocks(pool: Pool): Promise<number> {
  await pool.query('select pg_stat_clear_snapshot()');
  const { rows } = await pool.query<{ deadlocks: number }>(
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  );
  return rows[0]?.deadlocks ?? -1;
}

describe('the race', async () => {
  const database = await freshDatabase();
  await keepChanges(database.pool);
  const customers = await openRace(database);

  it(
    `${CUSTOMERS} customers on two servers race for 100 seats: no seat has two owners, no booking is partial, nothing acknowledged is lost [BOOK-12]`,
    async () => {
      for (let seed = FIRST_SEED; seed < FIRST_SEED + ROUNDS; seed++) {
        const faults = await race(database.pool, await addShow(database.db), customers, seed);
        expect(faults, `seed ${seed}`).toEqual([]);
      }
      expect(await countDeadlocks(database.pool)).toBe(0);
      console.warn(`race: ${ROUNDS} rounds from seed ${FIRST_SEED}, no fault`);
    },
    300_000 + ROUNDS * 20_000,
  );

  it('batches over many shows, cancellations, expiries, renewals and deletions never deadlock [BOOK-12]', async () => {
    const { pool, db } = await freshDatabase();
    const showIds = await addShows(db, 12);
    const { rows: users } = await pool.query<{ id: number }>(
      `insert into users (name, email, password_hash) select 'U', n || '@example.com', 'x' from generate_series(1, 40) n returning id`,
    );
    const config = { holdSeconds: 1, holdMaxSeconds: 2, holdGraceSeconds: 1 };
    const servers = [1, 2, 3].map(() => {
      const commits = openSeatCommits({ ledgerPool: pool });
      return { seating: openSeating({ pool, commits, config }), bookings: openBookings({ pool, commits }) };
    });
    const random = randomFrom(FIRST_SEED);
    const any = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
    const end = Date.now() + 2000;
    const act = async () => {
      while (Date.now() < end) {
        const { seating, bookings } = any(servers);
        const request = { showId: any(showIds), userId: any(users).id, seats: [any(ALL_SEATS)] };
        const choice = random();
        const attempt =
          choice < 0.4
            ? bookings
                .book({ ...request, key: random() < 0.5 ? `key ${Math.floor(random() * 50)}` : undefined })
                .then(({ id }) => (random() < 0.5 ? bookings.cancel(id, request.userId) : undefined))
            : choice < 0.7
              ? seating.holdSeats({ ...request, isInRoom: true })
              : choice < 0.85
                ? seating.releaseHolds({ ...request, seats: undefined })
                : choice < 0.9
                  ? seating.releaseExpiredHolds()
                  : choice < 0.97
                    ? seating.renewLeases(users.map(({ id }) => ({ showId: any(showIds), userId: id })))
                    : pool.query('delete from shows where id = $1', [any(showIds)]);
        await attempt.catch((error) => {
          const isExpected = error instanceof Refusal || error.constraint === 'bookings_show_id_fkey';
          if (!isExpected) throw error;
        });
      }
    };
    await Promise.all(Array.from({ length: 40 }, act));
    expect(await countDeadlocks(pool)).toBe(0);
    for (const showId of showIds) expect(await checkLedger(pool, showId)).toEqual([]);
    const orphans = 'select from seat_versions where show_id not in (select id from shows)';
    expect(await pool.query(orphans)).toMatchObject({ rowCount: 0 });
  });

  // Last, because the shared database keeps no guards.
  it('control: without the guards the same race shows violations [BOOK-12]', async () => {
    await takeGuardsAway(database.pool);
    const faults: string[] = [];
    for (let round = 0; round < 5 && faults.length === 0; round++) {
      faults.push(...(await race(database.pool, await addShow(database.db), customers, FIRST_SEED + round)));
    }
    expect(faults.join('\n')).toMatch(/two owners|of its|no single seat/);
  });
});
