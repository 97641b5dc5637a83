/**
 * Applies the SQL functions of server/functions. They are code, not history: if the files differ from what the database has,
 * all are applied again in the migrations' transaction. Running servers use the new functions from their next statement on.
 * A function is replaced in place, and dropped only if it is gone or its parameters or result changed.
 *
 * An older server never restores old functions: it refuses to start. If files differ within one version, during development,
 * the last start wins. `ledger.applied` holds the newest version that has started on the database.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MAX_SEATS_PER_BOOKING } from '@moviebooking/contract/limits';
import type pg from 'pg';
import { StartError } from '../errors/start-error.ts';
import { VERSION } from '../process/program.ts';

export interface FunctionSource {
  folder: string;
  /** The product version of these files: `0.2.0`. */
  version: string;
}

export const productFunctions: FunctionSource = {
  folder: fileURLToPath(new URL('../../../functions', import.meta.url)),
  version: VERSION,
};

export async function applySqlFunctions(connection: pg.ClientBase, { folder, version }: FunctionSource): Promise<void> {
  const files = await readFiles(folder);
  const checksum = createHash('sha256').update(JSON.stringify(files)).digest('hex');
  const { rows } = await connection.query<{ version: string; checksum: string }>(
    'select version, checksum from ledger.applied',
  );
  const applied = rows[0];
  if (applied?.checksum === checksum) {
    if (isNewer(version, applied.version)) await connection.query('update ledger.applied set version = $1', [version]);
    return;
  }
  if (applied && isNewer(applied.version, version)) {
    throw new StartError(
      `MovieBooking ${applied.version} uses this database, and this is ${version}, whose SQL functions are older. ` +
        `Start ${applied.version} or newer.`,
    );
  }
  await dropChangedFunctions(connection, files);
  await run(connection, files);
  await connection.query('delete from ledger.applied');
  await connection.query('insert into ledger.applied (version, checksum) values ($1, $2)', [version, checksum]);
}

interface File {
  name: string;
  text: string;
}

async function readFiles(folder: string): Promise<File[]> {
  const paths = (await readdir(folder, { recursive: true })).filter((path) => path.endsWith('.sql'));
  const files = paths.map(async (path) => ({ name: basename(path), text: await readFile(join(folder, path), 'utf8') }));
  return [LIMITS, ...(await Promise.all(files)).sort((a, b) => (a.name < b.name ? -1 : 1))];
}

const LIMITS = {
  name: 'limits',
  text: `create or replace function ledger.max_seats_per_booking() returns integer language sql immutable
    return ${MAX_SEATS_PER_BOOKING}`,
};

async function run(connection: pg.ClientBase, files: File[]): Promise<void> {
  for (const { name, text } of files) {
    await connection.query(text).catch((error) => {
      throw new Error(`functions/${name}: ${error.message}`, { cause: error });
    });
  }
}

/** A trial run that is rolled back shows which functions the files create. All others are dropped. */
async function dropChangedFunctions(connection: pg.ClientBase, files: File[]): Promise<void> {
  const current = await selectFunctions(connection);
  await connection.query('savepoint trial_run');
  await drop(connection, current);
  await run(connection, files);
  const wanted = new Set((await selectFunctions(connection)).map(({ declaration }) => declaration));
  await connection.query('rollback to savepoint trial_run');
  await drop(
    connection,
    current.filter(({ declaration }) => !wanted.has(declaration)),
  );
}

interface SqlFunction {
  signature: string;
  declaration: string;
}

/** Without trigger functions: their declarations never change, and migrations drop them with their triggers. */
async function selectFunctions(connection: pg.ClientBase): Promise<SqlFunction[]> {
  const { rows } = await connection.query<SqlFunction>(
    `select oid::regprocedure as signature,
       format('%s(%s) returns %s', proname, pg_get_function_arguments(oid), pg_get_function_result(oid)) as declaration
     from pg_proc where pronamespace = 'ledger'::regnamespace and prorettype <> 'trigger'::regtype`,
  );
  return rows;
}

async function drop(connection: pg.ClientBase, functions: SqlFunction[]): Promise<void> {
  // `cascade` may already have dropped it with a function it depends on.
  for (const { signature } of functions) await connection.query(`drop function if exists ${signature} cascade`);
}

export const isNewer = (version: string, than: string): boolean =>
  version.localeCompare(than, 'en', { numeric: true }) > 0;
