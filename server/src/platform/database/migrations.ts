/**
 * Brings the database up to date at every start: tables by numbered SQL files, forward only, each file's checksum compared
 * with what was applied; then the SQL functions (ledger.ts) and the rights of the serving role. All servers that start at once queue on one advisory lock;
 * whatever is pending is applied in one transaction, so a failure leaves nothing behind.
 */
import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import Postgrator from 'postgrator';
import { StartError } from '../errors/start-error.ts';
import { type DatabaseOptions, withoutTimeLimits } from './database.ts';
import { grantServing, type ServingRole } from './serving-role.ts';
import { applySqlFunctions, type FunctionSource, isNewer, productFunctions } from './sql-functions.ts';

const MIGRATION_LOCK = 7_206_194;
const ownMigrations = fileURLToPath(new URL('../../../migrations', import.meta.url));

interface Options {
  migrations?: string;
  functions?: FunctionSource;
  /** Gets the rights that serving requests needs. */
  servingRole?: ServingRole | undefined;
  /** Done first, in the same transaction; may apply migrations up to one of them. */
  before?: ((connection: pg.ClientBase, migrateTo: (version: number) => Promise<void>) => Promise<void>) | undefined;
  /** Done last, in the same transaction. */
  after?: (connection: pg.ClientBase) => Promise<unknown>;
}

/** Shared by those whom a migration would disturb. */
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
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`The database could not be brought up to date: ${reason}`, { cause: error });
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

/** Before 0.2.0, the first release, the migrations were others; their first one had another name. */
const FIRST_MIGRATION = 'accounts-and-catalogue';

async function refuseUnreleased(connection: pg.ClientBase): Promise<void> {
  const { rows: tables } = await connection.query(`select to_regclass('schema_migrations') as found`);
  if (!tables[0]?.found) return;
  const { rows } = await connection.query('select from schema_migrations where version = 1 and name <> $1', [
    FIRST_MIGRATION,
  ]);
  if (rows.length === 0) return;
  throw new StartError(
    'This database is from before version 0.2.0, the first release, and cannot be upgraded. Delete the data folder ' +
      '(DATA_DIR, .data by default) to begin anew, or set DATABASE_URL to an empty database.',
  );
}

/** An older program would write rows that the newer tables do not expect. Servers that run already go on: docs/operating.md. */
async function refuseNewer(connection: pg.ClientBase, folder: string, ownVersion: string): Promise<void> {
  const { rows: tables } = await connection.query(`select to_regclass('ledger.applied') as found`);
  if (!tables[0]?.found) return;
  const { rows } = await connection.query<{ schema: number; version: string }>(
    `select (select max(version)::integer from schema_migrations) as schema, version from ledger.applied`,
  );
  const [applied] = rows;
  const own = Math.max(...(await readdir(folder)).map((name) => Number.parseInt(name, 10)).filter(Number.isInteger));
  if (!applied || applied.schema <= own) return;
  const next = isNewer(applied.version, ownVersion) ? `MovieBooking ${applied.version} or newer` : 'the newer program';
  throw new StartError(
    `MovieBooking ${ownVersion}, which has migrations up to ${own}, cannot start on this database, which ` +
      `MovieBooking ${applied.version} has migrated to ${applied.schema}: start ${next}, or restore a backup from before the upgrade.`,
  );
}
