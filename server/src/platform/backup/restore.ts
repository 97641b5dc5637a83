/**
 * Restores a backup into an empty database, in one transaction: first the tables as the backup's own version created them, its
 * functions and rows, then the usual migrations of this version. An older backup is therefore upgraded on the way, and a
 * failed restore leaves nothing behind.
 *
 * A restore starts a new epoch of the ledger (docs/decisions/0016) and ends all sessions, because the backup knows neither
 * which sessions ended since nor which accounts will get the same ids.
 */
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { type DatabaseOptions, withoutTimeLimits } from '../database/database.ts';
import { migrate } from '../database/migrations.ts';
import type { ServingRole } from '../database/serving-role.ts';
import { isNewer, productFunctions } from '../database/sql-functions.ts';
import { messageOf, StartError } from '../errors/start-error.ts';
import { addSecretFiles, readSecretFiles } from '../security/secrets.ts';
import { FUNCTIONS_FILE, type Manifest, tableFile } from './backup-format.ts';

export interface RestoreTarget {
  /** Connects as the owner of the tables. */
  owner: DatabaseOptions;
  servingRole: ServingRole | undefined;
  /** If so, we are the only client, and may create more databases on the same server. */
  isEmbedded: boolean;
  dataDir: string;
}

export interface Restored {
  /** Tables in the backup that this product does not have. */
  leftOut: string[];
  /** The name under which the previous database was kept, unless it was empty. */
  keptAs: string | undefined;
}

const RESTORING = 'moviebooking_restoring';
const REPLACED = 'moviebooking_before_restore';

/** `manifest` comes from `checkBackup`. Throws a StartError if the backup is too new or the database is not empty. */
export async function restoreBackup(target: RestoreTarget, folder: string, manifest: Manifest): Promise<Restored> {
  refuseNewer(manifest);
  const restored = target.isEmbedded
    ? await restoreAndSwap(target, folder, manifest)
    : { leftOut: await restoreInto(target.owner, target, folder, manifest), keptAs: undefined };
  addSecretFiles(target.dataDir, readSecretFiles(folder));
  return restored;
}

function refuseNewer({ product }: Manifest): void {
  if (isNewer(product, productFunctions.version))
    throw new StartError(
      `MovieBooking ${product} made this backup, and this is ${productFunctions.version}. Restore it with ${product} or newer.`,
    );
}

async function restoreInto(
  owner: DatabaseOptions,
  { servingRole }: RestoreTarget,
  folder: string,
  manifest: Manifest,
): Promise<string[]> {
  let leftOut: string[] = [];
  await migrate(owner, {
    servingRole,
    before: async (connection, migrateTo) => {
      if (!(await isEmpty(connection)))
        throw new StartError(
          'This database is not empty, and a restore never overwrites data. Create a new database, set DATABASE_URL to it, and try again.',
        );
      try {
        await migrateTo(manifest.schema);
        leftOut = await fillTables(connection, folder, manifest);
      } catch (error) {
        throw new StartError(`Cannot restore the backup: ${messageOf(error)}`, { cause: error });
      }
    },
    after: async (connection) => {
      await connection.query('select ledger.start_epoch(epoch) from ledger.epoch');
      await connection.query('update account_rules set tokens_since = clock_timestamp()');
      await connection.query('update logins set ended_at = clock_timestamp() where ended_at is null');
    },
  });
  await withoutTimeLimits(owner, (pool) => pool.query('analyze'));
  return leftOut;
}

/** The embedded database is restored under another name and then swapped in. The old one is kept until the next restore. */
async function restoreAndSwap(target: RestoreTarget, folder: string, manifest: Manifest) {
  const { owner } = target;
  const own = pg.escapeIdentifier(owner.database ?? '');
  const wasEmpty = await withoutTimeLimits(owner, isEmpty);
  return withoutTimeLimits({ ...owner, database: 'postgres', max: 1 }, async (pool) => {
    await pool.query(`drop database if exists ${RESTORING}`);
    await pool.query(`create database ${RESTORING}`);
    try {
      const leftOut = await restoreInto({ ...owner, database: RESTORING }, target, folder, manifest);
      await pool.query(`drop database if exists ${REPLACED}`);
      await pool.query(
        `begin; alter database ${own} rename to ${REPLACED}; alter database ${RESTORING} rename to ${own}; commit`,
      );
      if (wasEmpty) await pool.query(`drop database ${REPLACED}`);
      return { leftOut, keptAs: wasEmpty ? undefined : REPLACED };
    } catch (error) {
      await pool.query('rollback');
      await pool.query(`drop database if exists ${RESTORING} with (force)`);
      throw error;
    }
  });
}

async function isEmpty(connection: pg.ClientBase | pg.Pool): Promise<boolean> {
  const { rows } = await connection.query<{ is_empty: boolean }>(`
    select not exists (
      select from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'ledger') and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    ) as is_empty`);
  return rows[0]?.is_empty ?? false;
}

async function fillTables(connection: pg.ClientBase, folder: string, manifest: Manifest): Promise<string[]> {
  await connection.query(`set local check_function_bodies = off`);
  await connection.query(await readFile(join(folder, FUNCTIONS_FILE), 'utf8'));
  await connection.query(`set local check_function_bodies = on`);
  const { rows: own } = await connection.query<{ name: string }>(
    'select name from unnest($1::text[]) name where to_regclass(name) is not null',
    [manifest.tables.map(({ name }) => name)],
  );
  const names = own.map(({ name }) => name);
  const toAll = (change: string) => connection.query(names.map((name) => `alter table ${name} ${change};`).join('\n'));
  await toAll('disable trigger user');
  await connection.query(`truncate ${names.join(', ')}`);
  for (const { name, columns } of manifest.tables) {
    if (!names.includes(name)) continue;
    const rows = connection.query(copyFrom(`copy ${name} (${columns.join(', ')}) from stdin`));
    await pipeline(createReadStream(tableFile(folder, name)), createGunzip(), rows);
  }
  await toAll('enable trigger user');
  for (const { name, value } of manifest.sequences)
    await connection.query('select setval(found, $2) from to_regclass($1) found where found is not null', [
      name,
      value,
    ]);
  // The views that go with the functions do not exist yet. Another checksum makes the migration apply all SQL files again.
  await connection.query(`update ledger.applied set checksum = 'restored'`);
  return manifest.tables.map(({ name }) => name).filter((name) => !names.includes(name));
}
