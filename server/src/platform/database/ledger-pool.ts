/**
 * The connections over which seats change. They are used for nothing else, so that a storm of reads or of reconnects never
 * stands before a booking, and they are kept open. Most of them carry the batches of the ledger's verbs; the others may
 * wait for shows that somebody keeps locked.
 */

import { StartError } from '../errors/start-error.ts';
import { type DatabaseOptions, openPool, type Pool } from './database.ts';

/** One that books, holds, releases and cancels, two batches of reads, expired holds and leases. */
const STATEMENTS_AT_ONCE = 5;
export const SMALLEST_LEDGER_POOL = STATEMENTS_AT_ONCE + 1;
/** The one that listens for notifications. */
const LISTENING = 1;

interface LedgerPoolOptions {
  connection: DatabaseOptions;
  config: { workers?: number; databasePoolSize: number; ledgerPoolSize: number };
  onIdleError: (error: Error) => void;
}

/** Refuses to start a server that would need more connections than PostgreSQL gives it. */
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

/** What a pooler opens it decides itself. */
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
        `and this PostgreSQL gives at most ${allowed} to all servers together. ` +
        `Set smaller sizes${workers > 1 ? ' or fewer WORKERS' : ''}, or raise max_connections.`,
    );
  }
}

/** The limits of the server, less what it keeps for administrators, and of this database and role (-1: none). */
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
