/** Calls the ledger's SQL functions directly, with one database per test file and one show and screen per test. */
import { setTimeout as pause } from 'node:timers/promises';
import pg, { type PoolClient } from 'pg';
import { expect } from 'vitest';
import type { Pool } from '../../src/platform/database/database.ts';
import { factoryFor } from '../factory.ts';
import { untilWaiting } from '../interleaving.ts';
import { freshDatabase } from '../test-app.ts';
import { whenOver } from '../when-over.ts';

export interface Change {
  showId: number;
  version: number;
  change: { kind: string; userId?: number; seats?: number[] };
}

export async function openLedger() {
  const { pool, db, connection } = await freshDatabase();
  const make = factoryFor(db);
  // biome-ignore lint/suspicious/noExplicitAny: a row has the columns of the query
  const rows = async (text: string, values: unknown[] = []): Promise<any[]> => (await pool.query(text, values)).rows;

  const listener = new pg.Client(connection);
  await listener.connect();
  whenOver(() => listener.end());
  const heard: Record<string, string[]> = { seats: [], lines: [] };
  listener.on('notification', ({ channel, payload = '' }) => heard[channel]?.push(payload));
  await listener.query('listen seats; listen lines; listen told');
  const told = async (channel: string) => {
    // PostgreSQL delivers notifications in order, so all earlier ones have arrived with this one.
    heard.told = [];
    await pool.query(`select pg_notify('told', '')`);
    while (heard.told.length === 0) await pause(5);
    return heard[channel]?.splice(0) ?? [];
  };

  /** Fails unless the statement waits while another transaction holds the lock. */
  const expectToWait = async (lock: string, statement: string): Promise<void> => {
    const waiting = withLock(pool, lock, (caller) => caller.query(statement));
    await expect(waiting).rejects.toThrow('lock timeout');
  };

  return {
    pool,
    db,
    make,
    rows,
    /** Returns the seat changes since the last call. */
    changes: async (): Promise<Change[]> => (await told('seats')).flatMap((payload) => JSON.parse(payload)),
    /** Returns the shows whose queues have changed since the last call. */
    changedLines: async (): Promise<number[]> => (await told('lines')).flatMap((payload) => JSON.parse(payload)),
    async users(count: number): Promise<number[]> {
      const added = await rows(
        `insert into users (name, email, password_hash, email_confirmed_at)
         select 'Asha', gen_random_uuid() || '@example.com', 'x', now() from generate_series(1, $1::int) returning id`,
        [count],
      );
      return added.map(({ id }) => id);
    },
    deleteUser: (id: number) => rows('update users set deleted_at = now(), email = null where id = $1', [id]),
    /** Inserts a place in the queue of a show. */
    async place(showId: number, userId: number, state: 'WAITING' | 'INSIDE', changed: Record<string, string> = {}) {
      const isInside = state === 'INSIDE';
      const place: Record<string, string> = {
        joined_at: `now() - interval '10 minutes'`,
        admitted_at: isInside ? `now() - interval '5 minutes'` : 'null',
        ends_at: isInside ? `now() + interval '5 minutes'` : 'null',
        servers: `'{}'`,
        leased_until: `now() + interval '1 hour'`,
        ...changed,
      };
      await rows('insert into lines (show_id) values ($1) on conflict do nothing', [showId]);
      await rows(
        `insert into line_places (show_id, user_id, state, ${Object.keys(place)}) values ($1, $2, $3, ${Object.values(place)})`,
        [showId, userId, state],
      );
    },
    /** Fails unless the call waits for this show only, longer than the session would. Returns how long the commit may wait. */
    async waitsForShow(showId: number, call: (lockWaitMs: number) => string): Promise<string> {
      const lock = (shows: string) => `select from seat_versions where ${shows} for no key update`;
      await withLock(pool, lock(`show_id <> ${showId}`), (caller) => caller.query(call(100)));
      return withLock(pool, lock(`show_id = ${showId}`), async (caller, unlock) => {
        await caller.query(`set local lock_timeout = '1ms'`);
        const answer = caller.query(call(60_000));
        const first = await Promise.race([answer.then(() => 'is done'), untilWaiting(pool, 1).then(() => 'waits')]);
        expect(first).toBe('waits');
        await unlock();
        await answer;
        return (await caller.query('show lock_timeout')).rows[0].lock_timeout;
      });
    },
    /** Fails unless the call waits for the queue of this show only. */
    async waitsForLine(showId: number, call: string): Promise<void> {
      const lock = (shows: string) => `select from lines where ${shows} for no key update`;
      await withLock(pool, lock(`show_id <> ${showId}`), (caller) => caller.query(call));
      await expectToWait(lock(`show_id = ${showId}`), call);
    },
    expectToWait,
    /**
     * Fails unless the statement locks the row with the lower key first. The planner must scan the table, and `column` of the lower
     * row is rewritten, so a statement that does not sort reaches it last.
     */
    async expectToLockInOrder(
      [table, key, column]: readonly [table: string, key: string, column: string],
      [lower, higher]: readonly [lower: number, higher: number],
      statement: string,
    ): Promise<void> {
      await pool.query(`update ${table} set ${column} = ${column} where ${key} = ${lower}`);
      await withLock(pool, `select from ${table} where ${key} = ${lower} for no key update`, async (caller, unlock) => {
        await caller.query('discard plans; set local lock_timeout = 0');
        await caller.query('set local enable_indexscan = off; set local enable_bitmapscan = off');
        await caller.query('set local random_page_cost = 1000000');
        const answer = caller.query(statement);
        await Promise.race([answer, untilWaiting(pool, 1)]);
        const free = `select from ${table} where ${key} = ${higher} for no key update skip locked`;
        expect((await pool.query(free)).rowCount).toBe(1);
        await unlock();
        await answer;
      });
    },
    /** Fails if the statement waits for any other show. */
    expectToWaitForNoOtherShow: (showId: number, statement: string) =>
      withLock(pool, `select from seat_versions where show_id <> ${showId} for no key update`, (caller) =>
        caller.query(statement),
      ),
  };
}

/** Runs while another transaction has these rows locked. Waits up to 100 ms for locks, then rolls back. */
async function withLock<Result>(
  pool: Pool,
  lock: string,
  work: (caller: PoolClient, unlock: () => Promise<unknown>) => Promise<Result>,
): Promise<Result> {
  const [holder, caller] = [await pool.connect(), await pool.connect()];
  try {
    await holder.query('begin');
    await holder.query(lock);
    await caller.query(`begin; set local lock_timeout = '100ms'`);
    return await work(caller, () => holder.query('commit'));
  } finally {
    holder.release(true);
    caller.release(true);
  }
}
