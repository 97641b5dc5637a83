/**
 * The SQL functions of server/functions are code, not history: when the files differ from those that the database has, all of
 * them are applied again in the transaction of the start. Servers that run meanwhile go on, with the new rules from their
 * next statement on: a function is replaced in place, and dropped only when it is gone or its parameters or result differ.
 *
 * A server of an older version does not put old rules back: it refuses to start. Files that differ within one version are
 * development, and the last start wins. `ledger.applied` names the newest version that has started on the database.
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
  /** The version of the product that these files belong to: `0.2.0`. */
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
      `This database is used by MovieBooking ${applied.version}, and this is ${version}, whose rules for seats are older. ` +
        `Start ${applied.version} or a newer version.`,
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

/** A first run without any function there, taken back, shows which functions the files make; others have to go. */
async function dropChangedFunctions(connection: pg.ClientBase, files: File[]): Promise<void> {
  const current = await selectFunctions(connection);
  await connection.query('savepoint first_run');
  await drop(connection, current);
  await run(connection, files);
  const wanted = new Set((await selectFunctions(connection)).map(({ declaration }) => declaration));
  await connection.query('rollback to savepoint first_run');
  await drop(
    connection,
    current.filter(({ declaration }) => !wanted.has(declaration)),
  );
}

interface SqlFunction {
  signature: string;
  declaration: string;
}

/** Trigger functions are left out: all are declared alike, and one goes with its triggers, by a migration. */
async function selectFunctions(connection: pg.ClientBase): Promise<SqlFunction[]> {
  const { rows } = await connection.query<SqlFunction>(
    `select oid::regprocedure as signature,
       format('%s(%s) returns %s', proname, pg_get_function_arguments(oid), pg_get_function_result(oid)) as declaration
     from pg_proc where pronamespace = 'ledger'::regnamespace and prorettype <> 'trigger'::regtype`,
  );
  return rows;
}

async function drop(connection: pg.ClientBase, functions: SqlFunction[]): Promise<void> {
  // One may be gone already, with another on which it depended.
  for (const { signature } of functions) await connection.query(`drop function if exists ${signature} cascade`);
}

export const isNewer = (version: string, than: string): boolean =>
  version.localeCompare(than, 'en', { numeric: true }) > 0;
