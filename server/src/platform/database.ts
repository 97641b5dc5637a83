/**
 * Access to PostgreSQL: one pool, typed queries over it (Kysely) and plain named statements for the hot path. Every
 * statement and every wait for a lock has a time limit, so that a request never hangs on a database that does not
 * answer, and `isUnavailable` separates such failures (try again later) from real faults.
 */
import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;
export type Tx = Transaction<Tables>;
export type Pool = pg.Pool;

export interface DatabaseOptions extends pg.PoolConfig {
  onIdleError?: (error: Error) => unknown;
}

pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export function openPool({ onIdleError, ...options }: DatabaseOptions): Pool {
  const pool = new pg.Pool({
    max: 10,
    connectionTimeoutMillis: 3000,
    idleTimeoutMillis: 60_000,
    statement_timeout: 5000,
    lock_timeout: 3000,
    idle_in_transaction_session_timeout: 10_000,
    query_timeout: 6000,
    keepAlive: true,
    application_name: 'moviebooking',
    options: '-c jit=off -c timezone=UTC',
    ...options,
  });
  pool.on('error', (error) => onIdleError?.(error));
  // A connection that breaks while in use fails its query; without a listener it would end the process as well.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

export function openDatabase(pool: Pool): Database {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}

/** For the work of a start, such as migrations, which may take minutes: the same database without time limits. */
export async function withoutTimeLimits<Result>(
  options: DatabaseOptions,
  work: (pool: Pool) => Promise<Result>,
): Promise<Result> {
  const noLimits = { statement_timeout: 0, lock_timeout: 0, query_timeout: 0, idle_in_transaction_session_timeout: 0 };
  const pool = openPool({ ...options, ...noLimits });
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

export function databaseError(error: unknown): pg.DatabaseError | undefined {
  return error instanceof pg.DatabaseError ? error : undefined;
}

/** Does this refusal come from the named constraint or unique index? */
export function violates(error: unknown, constraint: string): boolean {
  return databaseError(error)?.constraint === constraint;
}

const SYSTEM_ERRORS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EAI_AGAIN',
]);
/** connection lost, shutting down, starting up, too many connections, out of disk or memory, lock or statement time-out, deadlock */
const SQL_STATES = /^(08|53|57P0|57014|55P03|40P01|40001|25P03)/;
const DRIVER_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Cannot use a pool after calling end)/;

/** True when the same request may well succeed in a moment. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return SYSTEM_ERRORS.has(code) || SQL_STATES.test(code) || DRIVER_MESSAGES.test(error.message);
}
