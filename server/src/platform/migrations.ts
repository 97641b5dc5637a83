/**
 * Brings the database's schema up to date: plain SQL files, forward only, each file's checksum compared with what was
 * applied. All servers that start at once queue on one advisory lock; whatever is pending is applied in one
 * transaction, so a failed migration leaves nothing behind.
 */
import { fileURLToPath } from 'node:url';
import Postgrator from 'postgrator';
import { type DatabaseOptions, type Pool, withoutTimeLimits } from './database.ts';
import { StartError } from './start-error.ts';

const MIGRATION_LOCK = 7_206_194;
const ourMigrations = fileURLToPath(new URL('../../migrations', import.meta.url));

export async function migrate(database: DatabaseOptions, folder = ourMigrations): Promise<void> {
  try {
    await withoutTimeLimits(database, (pool) => applyPending(pool, folder));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`The database could not be brought up to date: ${reason}`, { cause: error });
  }
}

async function applyPending(pool: Pool, folder: string): Promise<void> {
  const connection = await pool.connect();
  try {
    await connection.query(`select pg_advisory_lock(${MIGRATION_LOCK})`);
    await connection.query('begin');
    const postgrator = new Postgrator({
      driver: 'pg',
      migrationPattern: `${folder}/*.do.*.sql`,
      schemaTable: 'schema_migrations',
      newline: 'LF',
      execQuery: (query) => connection.query(query),
    });
    await postgrator.migrate();
    await connection.query('commit');
  } finally {
    // Ending the connection gives back the lock and, after a failure, the transaction.
    connection.release(true);
  }
}
