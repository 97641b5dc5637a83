/**
 * Forces two pieces of work to interleave, so that a race test needs no luck: both stop at a pause point in the database
 * until everything that can wait is waiting. `alterFunction` puts pause points into the ledger of a test's database, and
 * takes guards away.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from '../src/platform/database/database.ts';

const PAUSE_POINT = 4_711;

/** A pool, or one connection. */
export interface Queries {
  // biome-ignore lint/suspicious/noExplicitAny: a row is whatever the query asks for
  query(text: string, values?: unknown[]): Promise<{ rows: any[] }>;
}

/** `ledger.after_pause(x)` is x, once the pause point is open. */
export async function addPausePoint(pool: Pool): Promise<void> {
  await pool.query(`
    create function ledger.after_pause(value anyelement) returns anyelement language plpgsql volatile as $$
    begin
      perform pg_advisory_xact_lock_shared(${PAUSE_POINT});
      return value;
    end $$`);
}

export async function alterFunction(queries: Queries, name: string, ...edits: [RegExp, string][]): Promise<void> {
  const { rows } = await queries.query('select pg_get_functiondef($1::regproc) as source', [name]);
  let source = rows[0]?.source ?? '';
  for (const [from, to] of edits) {
    if (source.search(from) < 0) throw new Error(`${name} has no ${from}`);
    source = source.replace(from, to);
  }
  await queries.query(source);
}

/** Waits until so many backends wait for a lock. */
export async function untilWaiting(pool: Pool, count: number): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ waiting: number }>(
      `select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if ((rows[0]?.waiting ?? 0) >= count) return;
    await pause(10);
  }
}

/** The first comes to the pause point, then the second is started and comes as far as it can; then both go on. */
export async function interleave<Result>(
  pool: Pool,
  first: () => Promise<Result>,
  second: () => Promise<Result>,
): Promise<PromiseSettledResult<Result>[]> {
  const holder = await pool.connect();
  try {
    await holder.query(`select pg_advisory_lock(${PAUSE_POINT})`);
    const work = [first()];
    await untilWaiting(pool, 1);
    work.push(second());
    await Promise.race([Promise.allSettled(work.slice(1)), untilWaiting(pool, 2)]);
    await holder.query(`select pg_advisory_unlock(${PAUSE_POINT})`);
    return await Promise.allSettled(work);
  } finally {
    holder.release(true);
  }
}
