import { afterAll, describe, expect, it } from 'vitest';
import type { Pool } from '../src/platform/database.ts';
import { createTokens } from '../src/platform/sessions.ts';
import { freshDatabase, type TestDatabase } from './house.ts';
import { addShow } from './programme.ts';
import { type Customer, race } from './race.ts';
import { type RunningServer, startServer } from './running-server.ts';
import { openViewer } from './viewer.ts';

/** `ROUNDS=50 SEED=… vitest run server/test/race.test.ts` for the full fight. */
const ROUNDS = Number(process.env.ROUNDS ?? 4);
const FIRST_SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);
const CUSTOMERS = 300;
const WITH_SOCKET = 80;
const JWT_SECRET = 'a secret that only the race knows, long enough';

const running: RunningServer[] = [];
afterAll(async () => {
  for (const server of running) server.process.kill('SIGKILL');
  await Promise.all(running.map(({ ended }) => ended));
});

export const urlOf = ({ connection }: TestDatabase) =>
  `postgres://${connection.user}@localhost/${connection.database}?host=${connection.host}&port=${connection.port}`;

async function openFight(database: TestDatabase): Promise<Customer[]> {
  const servers = await Promise.all(
    [1, 2].map(() => startServer({ DATABASE_URL: urlOf(database), JWT_SECRET, SEED_DEMO: 'false' })),
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
      const viewer = await openViewer(Number(new URL(url).port), customer.token);
      afterAll(() => viewer.leave());
      return { ...customer, viewer };
    }),
  );
}

/** The same ledger with its guards taken away: no key on the seats, and nobody waits for anybody. */
async function takeGuardsAway(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ source: string }>(
    `select pg_get_functiondef(oid) as source from pg_proc where proname in ('book_seats', 'hold_seats', 'cancel_booking')`,
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

describe('the race', () => {
  it(
    `BOOK-12 ${CUSTOMERS} customers on two servers fight for 100 seats: no seat has two owners, no booking is partial, nothing answered is lost`,
    async () => {
      const database = await freshDatabase();
      const customers = await openFight(database);
      for (let seed = FIRST_SEED; seed < FIRST_SEED + ROUNDS; seed++) {
        const faults = await race(database.pool, await addShow(database.db), customers, seed);
        expect(faults, `seed ${seed}`).toEqual([]);
      }
      console.warn(`race: ${ROUNDS} rounds from seed ${FIRST_SEED}, no fault`);
    },
    60_000 + ROUNDS * 20_000,
  );

  it('BOOK-12 control: with the guards taken away the same race shows violations', async () => {
    const database = await freshDatabase();
    await takeGuardsAway(database.pool);
    const customers = await openFight(database);
    const faults: string[] = [];
    for (let round = 0; round < 5 && faults.length === 0; round++) {
      faults.push(...(await race(database.pool, await addShow(database.db), customers, FIRST_SEED + round)));
    }
    expect(faults.join('\n')).toMatch(/two owners|of its|no single seat/);
  }, 120_000);
});
