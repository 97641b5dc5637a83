/**
 * Migrates the database at every start: tables by numbered, forward-only SQL files whose checksums are verified, then the SQL
 * functions (sql-functions.ts) and the serving role's privileges. Servers that start at the same time queue on an advisory
 * lock. Everything pending runs in one transaction, so a failure leaves nothing behind.
 */
import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import Postgrator from 'postgrator';
import { messageOf, StartError } from '../errors/start-error.ts';
import { type DatabaseOptions, withoutTimeLimits } from './database.ts';
import { grantServing, type ServingRole } from './serving-role.ts';
import { applySqlFunctions, type FunctionSource, isNewer, productFunctions } from './sql-functions.ts';

const MIGRATION_LOCK = 7_206_194;
const ownMigrations = fileURLToPath(new URL('../../../migrations', import.meta.url));

interface Options {
  migrations?: string;
  functions?: FunctionSource;
  /** Gets the privileges needed to serve requests. */
  servingRole?: ServingRole | undefined;
  /** Runs first, in the same transaction. May migrate up to a given version. */
  before?: ((connection: pg.ClientBase, migrateTo: (version: number) => Promise<void>) => Promise<void>) | undefined;
  /** Runs last, in the same transaction. */
  after?: (connection: pg.ClientBase) => Promise<unknown>;
}

/** Take it shared for work that a migration would disturb. */
export async function lockMigrations(connection: pg.ClientBase, mode: 'alone' | 'shared'): Promise<void> {
  await connection.query(`select pg_advisory_lock${mode === 'shared' ? '_shared' : ''}(${MIGRATION_LOCK})`);
}

export async function lockMigrationsForTransaction(connection: pg.ClientBase): Promise<void> {
  await connection.query(`select pg_advisory_xact_lock(${MIGRATION_LOCK})`);
}

export async function unlockSharedMigrations(connection: pg.ClientBase): Promise<void> {
  await connection.query(`select pg_advisory_unlock_shared(${MIGRATION_LOCK})`);
}

export async function migrate(
  database: DatabaseOptions,
  { migrations = ownMigrations, functions = productFunctions, servingRole, before, after }: Options = {},
): Promise<void> {
  try {
    await withoutTimeLimits(database, async (pool) => {
      const connection = await pool.connect();
      try {
        await lockMigrations(connection, 'alone');
        await connection.query('begin');
        await before?.(connection, (version) => applyPending(connection, migrations, String(version)));
        await refuseUnreleased(connection);
        await refuseNewer(connection, migrations, functions.version);
        await applyPending(connection, migrations);
        await applySqlFunctions(connection, functions);
        if (servingRole) await grantServing(connection, servingRole);
        await after?.(connection);
        await connection.query('commit');
      } finally {
        // Ending the connection gives back the lock and, after a failure, the transaction.
        connection.release(true);
      }
    });
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`Cannot migrate the database: ${messageOf(error)}`, { cause: error });
  }
}

async function applyPending(connection: pg.ClientBase, folder: string, upTo = 'max'): Promise<void> {
  const postgrator = new Postgrator({
    driver: 'pg',
    migrationPattern: `${folder}/*.do.*.sql`,
    schemaTable: 'schema_migrations',
    newline: 'LF',
    execQuery: (query) => connection.query(query),
  });
  await postgrator.migrate(upTo);
}

/** Before 0.2.0, the first release, there were other migrations. The first one had another name. */
const FIRST_MIGRATION = 'accounts-and-catalogue';

async function refuseUnreleased(connection: pg.ClientBase): Promise<void> {
  const { rows: tables } = await connection.query(`select to_regclass('schema_migrations') as found`);
  if (!tables[0]?.found) return;
  const { rows } = await connection.query('select from schema_migrations where version = 1 and name <> $1', [
    FIRST_MIGRATION,
  ]);
  if (rows.length === 0) return;
  throw new StartError(
    'This database is older than version 0.2.0, the first release, and cannot be upgraded. Delete the data folder ' +
      '(DATA_DIR, .data by default) to start over, or set DATABASE_URL to an empty database.',
  );
}

/** An older version would write rows that newer tables do not expect. Running servers continue: docs/operating.md. */
async function refuseNewer(connection: pg.ClientBase, folder: string, ownVersion: string): Promise<void> {
  const { rows: tables } = await connection.query(`select to_regclass('ledger.applied') as found`);
  if (!tables[0]?.found) return;
  const { rows } = await connection.query<{ schema: number; version: string }>(
    `select (select max(version)::integer from schema_migrations) as schema, version from ledger.applied`,
  );
  const [applied] = rows;
  const own = Math.max(...(await readdir(folder)).map((name) => Number.parseInt(name, 10)).filter(Number.isInteger));
  if (!applied || applied.schema <= own) return;
  const next = isNewer(applied.version, ownVersion) ? `MovieBooking ${applied.version} or newer` : 'the newer version';
  throw new StartError(
    `MovieBooking ${ownVersion} (migrations up to ${own}) cannot start on this database, which ` +
      `MovieBooking ${applied.version} has migrated to ${applied.schema}. Start ${next}, or restore a backup from before the upgrade.`,
  );
}
