/**
 * The connections for everything that changes seats. They serve nothing else and stay open, so a flood of reads or reconnects
 * cannot delay a booking. Most run batches; the rest may wait for shows that somebody keeps locked.
 */

import { StartError } from '../errors/start-error.ts';
import { type DatabaseOptions, openPool, type Pool } from './database.ts';

/** One batch of bookings, holds, releases and cancellations, two batches of reads, expired holds, and leases. */
const STATEMENTS_AT_ONCE = 5;
export const SMALLEST_LEDGER_POOL = STATEMENTS_AT_ONCE + 1;
/** The connection that listens for notifications. */
const LISTENING = 1;

interface LedgerPoolOptions {
  connection: DatabaseOptions;
  config: { workers?: number; databasePoolSize: number; ledgerPoolSize: number };
  onIdleError: (error: Error) => void;
}

/** Throws a StartError if all workers together would need more connections than PostgreSQL allows. */
export async function openLedgerPool(
  pool: Pool,
  { connection, config, onIdleError }: LedgerPoolOptions,
): Promise<Pool> {
  const { workers = 1, databasePoolSize, ledgerPoolSize } = config;
  if (!connection.isPooled) await refuseTooMany(pool, { workers, databasePoolSize, ledgerPoolSize });
  return openPool({
    ...connection,
    max: ledgerPoolSize,
    longWaits: ledgerPoolSize - STATEMENTS_AT_ONCE,
    idleTimeoutMillis: 0,
    application_name: 'moviebooking ledger',
    onIdleError,
  });
}

async function refuseTooMany(
  pool: Pool,
  { workers, databasePoolSize, ledgerPoolSize }: Required<LedgerPoolOptions['config']>,
): Promise<void> {
  const needed = workers * (databasePoolSize + ledgerPoolSize + LISTENING);
  const allowed = await selectConnectionLimit(pool);
  if (needed > allowed) {
    throw new StartError(
      `DATABASE_POOL_SIZE (${databasePoolSize}), LEDGER_POOL_SIZE (${ledgerPoolSize}) and ${LISTENING} more ` +
        `${workers > 1 ? `for each of ${workers} WORKERS ` : ''}are ${needed} connections, ` +
        `and this PostgreSQL allows at most ${allowed} in total. ` +
        `Use smaller pools${workers > 1 ? ' or fewer WORKERS' : ''}, or raise max_connections.`,
    );
  }
}

/** The lowest of the limits of server (without connections reserved for superusers), database and role (-1: none). */
async function selectConnectionLimit(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ allowed: number }>(`
    select least(
      current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer
        - coalesce(current_setting('reserved_connections', true), '0')::integer,
      nullif(datconnlimit, -1), nullif(rolconnlimit, -1)
    ) as allowed
    from pg_database, pg_roles where datname = current_database() and rolname = current_user`);
  return rows[0]?.allowed ?? Number.POSITIVE_INFINITY;
}
