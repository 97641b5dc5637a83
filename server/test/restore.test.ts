/** Restores an older dump under two running servers with open pages: versions go back, and pages load again. */
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { openBookings } from '../src/features/booking/booking.ts';
import { openSeating } from '../src/features/seating/seating.ts';
import type { Pool } from '../src/platform/database/database.ts';
import { createTokens } from '../src/platform/http/sessions.ts';
import { alterFunction } from './interleaving.ts';
import { openConnection } from './live-connection.ts';
import { type LiveSeatMap, openSeatMap, untilAllAgree } from './live-seat-map.ts';
import { startServer } from './running-server.ts';
import { addShow } from './shows.ts';
import { databaseUrl, freshDatabase } from './test-app.ts';
import { whenOver } from './when-over.ts';

const JWT_SECRET = 'a secret that only the restore tests know, long enough';
const IDLE_MS = 2000;
/** Two idle servers need about ten. An unlimited loop would make thousands. */
const MOST_TRANSACTIONS_PER_SECOND = 60;

/** The embedded PostgreSQL has no pg_dump, so this copies all rows to another schema, and back in one transaction. */
async function dump(pool: Pool) {
  const { rows } = await pool.query<{ name: string; columns: string }>(`
    select format('%I.%I', t.table_schema, t.table_name) as name, string_agg(quote_ident(column_name), ', ') as columns
    from information_schema.tables t join information_schema.columns c using (table_schema, table_name)
    where t.table_schema in ('public', 'ledger') and table_type = 'BASE TABLE' and is_generated = 'NEVER'
    group by t.table_schema, t.table_name`);
  await pool.query('create schema dump');
  const copy = (name: string) => `dump."${name}"`;
  for (const { name } of rows) await pool.query(`create table ${copy(name)} as table ${name}`);
  return async (clear: (name: string) => string, isRestored = (_name: string) => true) => {
    const restored = rows.filter(({ name }) => isRestored(name));
    const statements = [
      ...restored.map(({ name }) => clear(name)),
      ...restored.map(
        ({ name, columns }) =>
          `insert into ${name} (${columns}) overriding system value select ${columns} from ${copy(name)}`,
      ),
    ];
    const all = ['set local session_replication_role = replica', ...statements].join(';');
    await pool.query(`begin; ${all}; commit`);
  };
}

async function openScene() {
  const database = await freshDatabase();
  const { pool, db } = database;
  const variables = { DATABASE_URL: databaseUrl(database), JWT_SECRET, SEED_DEMO: 'false' };
  const servers = await Promise.all([1, 2].map(() => startServer(variables)));
  const { rows } = await pool.query<{ id: number }>(
    `insert into users (name, email, password_hash)
     select 'Asha', n || '@example.com', 'x' from generate_series(1, 6) n returning id`,
  );
  const tokens = createTokens(JWT_SECRET);
  const seating = openSeating({ pool, config: { holdSeconds: 300, holdMaxSeconds: 900, holdGraceSeconds: 20 } });
  const bookings = openBookings({ pool });
  const userId = rows[0]?.id ?? 0;
  const showId = await addShow(db);
  const book = (seat: string) => bookings.book({ showId, userId, seats: [seat], key: undefined });
  await book('A1');
  const restore = await dump(pool);

  const pages = rows.map(({ id }, n) => openSeatMap(servers[n % 2]?.url ?? '', tokens.issue(id), showId));
  const untilRight = () => untilAllAgree(pages, () => seating.readSnapshot(showId));
  whenOver(async () => {
    for (const page of pages) page.close();
    for (const server of servers) server.process.kill('SIGKILL');
    await Promise.all(servers.map(({ ended }) => ended));
    bookings.close();
  });
  /** Books and holds seats that the dump does not contain. */
  const takeMoreSeats = async () => {
    for (const seat of ['B1', 'B2', 'B3']) await book(seat);
    await seating.holdSeats({ showId, userId, seats: ['C1', 'C2'], isInRoom: false });
    await untilRight();
  };
  return { pool, servers, token: tokens.issue(userId), showId, book, takeMoreSeats, restore, pages, untilRight };
}

async function transactionsPerSecond(pool: Pool): Promise<number> {
  const count = async () => {
    const { rows } = await pool.query<{ count: number }>(
      `select (xact_commit + xact_rollback)::int as count from pg_stat_database where datname = current_database()`,
    );
    return rows[0]?.count ?? 0;
  };
  const [before, began] = [await count(), performance.now()];
  await pause(IDLE_MS);
  return ((await count()) - before) / ((performance.now() - began) / 1000);
}

const truncateTable = (name: string) => `truncate ${name} cascade`;
const deleteRows = (name: string) => `delete from ${name}`;
const isSeatTable = (name: string) => /seats|seat_versions|bookings|idempotency_keys/.test(name);
const portOf = (url: string) => Number(new URL(url).port);
const bookedOf = (pages: LiveSeatMap[]) => pages.map((page) => page.map().bookedSeats.join());

describe('restoring an older dump under two running servers', () => {
  describe('starts a new epoch', async () => {
    const { pool, servers, token, showId, book, takeMoreSeats, restore, pages, untilRight } = await openScene();

    it.each([
      ['into new tables, as pg_restore does', truncateTable, undefined],
      ['row by row', deleteRows, undefined],
      ['row by row without the epoch, so that only the versions tell', deleteRows, isSeatTable],
    ])(
      '%s: pages and servers recover and become idle [LIVE-10]',
      { timeout: 300_000 },
      async (_, clear, isRestored) => {
        await takeMoreSeats();
        await restore(clear, isRestored);
        if (isRestored) await book('A2');
        const took = await untilRight();
        const booked = isRestored ? 'A1,A2' : 'A1';
        expect(bookedOf(pages)).toEqual(pages.map(() => booked));
        console.warn(`restore: all pages were right after ${Math.round(took)} ms`);

        for (const seat of ['D1', 'D2']) await book(seat);
        await untilRight();
        expect(bookedOf(pages)).toEqual(pages.map(() => `${booked},D1,D2`));
        for (const { url } of servers) {
          const late = await openConnection(portOf(url), token);
          expect(await late.ask('join-show', { showId })).toMatchObject({
            bookedSeats: [...booked.split(','), 'D1', 'D2'],
          });
          late.close();
        }
        expect(await transactionsPerSecond(pool)).toBeLessThan(MOST_TRANSACTIONS_PER_SECOND);
      },
    );
  });

  it('control: without a new epoch pages keep outdated seats [LIVE-10]', { timeout: 300_000 }, async () => {
    const { pool, takeMoreSeats, restore, pages } = await openScene();
    await takeMoreSeats();
    await pool.query('create sequence epochs_wanted');
    await alterFunction(pool, 'ledger.start_epoch', [/update [^;]*;/, `perform nextval('epochs_wanted');`]);
    await restore(deleteRows);
    const wanted = async () => Number((await pool.query('select last_value from epochs_wanted')).rows[0].last_value);
    await vi.waitUntil(async () => (await wanted()) > 4, { timeout: 120_000, interval: 100 });
    expect(bookedOf(pages)).toEqual(pages.map(() => 'A1,B1,B2,B3'));
    expect(await transactionsPerSecond(pool)).toBeLessThan(MOST_TRANSACTIONS_PER_SECOND);
  });
});
