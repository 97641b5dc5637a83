/**
 * Writes a backup while servers run. All tables come from one PostgreSQL snapshot, so the backup is consistent whatever is
 * booked in the meantime, and it never blocks a booking. The folder gets its final name only after every file has been read
 * back and verified.
 */
import { createWriteStream } from 'node:fs';
import { chmod, mkdir, mkdtemp, open, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { type DatabaseOptions, withoutTimeLimits } from '../database/database.ts';
import { lockMigrations, unlockSharedMigrations } from '../database/migrations.ts';
import { StartError } from '../errors/start-error.ts';
import { readSecretFiles } from '../security/secrets.ts';
import {
  checkBackup,
  createMeter,
  FUNCTIONS_FILE,
  type Manifest,
  manifestFile,
  sha256,
  tableFile,
} from './backup-format.ts';

const PRIVATE = 0o600;

export interface BackupSource {
  /** Connects as the owner of the tables. */
  owner: DatabaseOptions;
  /** The folder with the secrets. */
  dataDir: string;
}

/** Throws a StartError if the folder is not empty, or if the database cannot be reached or has never been used. */
export async function writeBackup(source: BackupSource, target: string): Promise<Manifest> {
  const folder = resolve(target);
  await refuseUsed(folder);
  const parent = dirname(folder);
  await mkdir(parent, { recursive: true });
  const unfinished = await mkdtemp(join(parent, `.${basename(folder)}.unfinished-`));
  try {
    await chmod(unfinished, 0o700);
    await withoutTimeLimits(source.owner, (pool) => writeTables(pool, unfinished));
    for (const [name, text] of Object.entries(readSecretFiles(source.dataDir)))
      await writePrivate(join(unfinished, name), text);
    const manifest = await checkBackup(unfinished);
    await rmdir(folder).catch(() => {});
    await rename(unfinished, folder);
    await flush(parent);
    return manifest;
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

async function refuseUsed(folder: string): Promise<void> {
  const entries = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new StartError(`Cannot write the backup to ${folder}: ${error.message}`);
  });
  if (entries.length > 0)
    throw new StartError(`The folder ${folder} is not empty. Choose a folder that does not exist yet.`);
}

interface Table {
  name: string;
  columns: string[];
}

async function writeTables(pool: pg.Pool, folder: string): Promise<void> {
  const connection = await pool.connect().catch((error) => {
    throw new StartError(`Cannot reach the database: ${error.message}`);
  });
  try {
    // A migration between the snapshot and the locks would mix tables of one version with rows of another.
    await lockMigrations(connection, 'shared');
    await connection.query('begin isolation level repeatable read read only');
    const versions = await selectVersions(connection);
    const tables = await selectTables(connection);
    await connection.query(`lock table ${tables.map(({ name }) => name).join(', ')} in access share mode`);
    await unlockSharedMigrations(connection);

    const takenAt = new Date().toISOString();
    const written: Manifest['tables'] = [];
    for (const { name, columns } of tables) {
      const { stream, content } = createMeter();
      const copy = connection.query(copyTo(`copy ${name} (${columns.join(', ')}) to stdout`));
      const file = createWriteStream(tableFile(folder, name), { mode: PRIVATE, flags: 'wx', flush: true });
      await pipeline(copy, stream, createGzip(), file);
      written.push({ name, columns, ...content() });
    }
    const functions = await selectFunctions(connection);
    await writePrivate(join(folder, FUNCTIONS_FILE), functions);
    const manifest: Manifest = {
      format: 1,
      ...versions,
      takenAt,
      tables: written,
      sequences: await selectSequences(connection),
      functions: { sha256: sha256(functions) },
    };
    await writePrivate(manifestFile(folder), `${JSON.stringify(manifest, null, 2)}\n`);
    await flush(folder);
  } finally {
    connection.release(true);
  }
}

/** `product` is the newest server version that has used the database. */
async function selectVersions(connection: pg.ClientBase): Promise<Pick<Manifest, 'product' | 'postgres' | 'schema'>> {
  const nothing = 'There is nothing to back up: no server has been started on this database yet.';
  const { rows: tables } = await connection.query(`select to_regclass('ledger.applied') as found`);
  if (!tables[0]?.found) throw new StartError(nothing);
  const { rows } = await connection.query<Pick<Manifest, 'product' | 'postgres' | 'schema'>>(
    `select version as product, current_setting('server_version') as postgres,
       (select max(version) from schema_migrations) as schema from ledger.applied`,
  );
  if (!rows[0]) throw new StartError(nothing);
  return rows[0];
}

/** Persistent tables, each after the tables it references. Unlogged tables are skipped: PostgreSQL may empty them at any time. */
async function selectTables(connection: pg.ClientBase): Promise<Table[]> {
  const { rows } = await connection.query<Table>(`
    with recursive tables as (
      select c.oid, format('%I.%I', n.nspname, c.relname) as name
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'ledger') and c.relkind = 'r' and c.relpersistence = 'p'
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    ), depths (oid, depth) as (
      select oid, 0 from tables
      union all
      select key.conrelid, depth + 1 from depths join pg_constraint key on key.confrelid = depths.oid
      where key.contype = 'f' and key.conrelid <> key.confrelid
    )
    select name, array(
        select quote_ident(attname) from pg_attribute
        where attrelid = oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum
      ) as columns
    from tables join (select oid, max(depth) as depth from depths group by oid) d using (oid) order by depth, name`);
  return rows;
}

/** Read after the rows, so a restored sequence may skip numbers but never repeats one. */
async function selectSequences(connection: pg.ClientBase): Promise<Manifest['sequences']> {
  const { rows } = await connection.query<{ name: string; value: number }>(`
    select format('%I.%I', schemaname, sequencename) as name, last_value as value
    from pg_sequences where schemaname in ('public', 'ledger') and last_value is not null order by 1`);
  return rows;
}

/** Each function after those it depends on. */
async function selectFunctions(connection: pg.ClientBase): Promise<string> {
  const { rows } = await connection.query<{ definition: string }>(
    `with recursive depths (oid, depth) as (
       select oid, 0 from pg_proc where pronamespace = 'ledger'::regnamespace
       union all
       select use.objid, depth + 1 from depths join pg_depend use on use.refobjid = depths.oid
       where use.classid = 'pg_proc'::regclass and use.refclassid = 'pg_proc'::regclass and use.objid <> use.refobjid
     )
     select pg_get_functiondef(oid) as definition from depths
     group by oid order by max(depth), oid::regprocedure::text`,
  );
  return rows.map(({ definition }) => `${definition.trim()};\n`).join('\n');
}

const writePrivate = (file: string, text: string) => writeFile(file, text, { mode: PRIVATE, flag: 'wx', flush: true });

async function flush(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync();
  await handle.close();
}
