/**
 * Forces two pieces of work to interleave, so that a race test does not depend on luck: both stop at a pause point in the
 * database until everything that can wait is waiting. `alterFunction` adds pause points to the SQL functions of a test's
 * database, and removes guards.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from '../src/platform/database/database.ts';

const PAUSE_POINT = 4_711;

/** A pool or a connection. */
export interface Queries {
  // biome-ignore lint/suspicious/noExplicitAny: a row has the columns of the query
  query(text: string, values?: unknown[]): Promise<{ rows: any[] }>;
}

/** `ledger.after_pause(x)` returns x when the pause point opens. */
export async function addPausePoint(pool: Pool): Promise<void> {
  await pool.query(`
    create function ledger.after_pause(value anyelement) returns anyelement language plpgsql volatile as $$
    begin
      perform pg_advisory_xact_lock_shared(${PAUSE_POINT});
      return value;
    end $$`);
}

export async function alterFunction(queries: Queries, name: string, ...edits: [RegExp, string][]): Promise<void> {
  // Of two with this name, the one with fewer parameters is for servers of the previous release.
  const { rows } = await queries.query(
    `select pg_get_functiondef(oid) as source from pg_proc
     where format('%s.%s', pronamespace::regnamespace, proname) = $1 order by pronargs desc limit 1`,
    [name],
  );
  let source = rows[0]?.source ?? '';
  for (const [from, to] of edits) {
    if (source.search(from) < 0) throw new Error(`${name} has no ${from}`);
    source = source.replace(from, to);
  }
  await queries.query(source);
}

/** Waits until this many backends wait for a lock. */
export async function untilWaiting(pool: Pool, count: number): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ waiting: number }>(
      `select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if ((rows[0]?.waiting ?? 0) >= count) return;
    await pause(10);
  }
}

/** Runs the first up to the pause point, then the second as far as it can go, then both to the end. */
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
