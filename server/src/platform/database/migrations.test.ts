import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { freshDatabase } from '../../../test/test-app.ts';
import { migrate } from './migrations.ts';
import { productFunctions } from './sql-functions.ts';

const folder = await mkdtemp(join(tmpdir(), 'moviebooking-migrations-'));
afterAll(() => rm(folder, { recursive: true }));

async function applied(pool: { query: (text: string) => Promise<{ rows: { version: number }[] }> }) {
  const { rows } = await pool.query('select version::int from schema_migrations where version > 0 order by version');
  return rows.map((row) => row.version);
}

describe('migrations', () => {
  it('ten servers that start at once on an empty database apply each migration once', async () => {
    const { connection, pool } = await freshDatabase('template0');
    await Promise.all(Array.from({ length: 10 }, () => migrate(connection)));
    const versions = await applied(pool);
    expect(versions[0]).toBe(1);
    expect(new Set(versions).size).toBe(versions.length);
  });

  it('a failing migration rolls back all pending ones, and the error says why', async () => {
    const { connection, pool } = await freshDatabase('template0');
    await writeFile(join(folder, '001.do.first.sql'), 'create table first (id int)');
    await writeFile(join(folder, '002.do.broken.sql'), 'create table second (id int); select 1 / 0');
    await expect(migrate(connection, { migrations: folder })).rejects.toThrow('division by zero');
    const { rows } = await pool.query("select tablename from pg_tables where schemaname = 'public'");
    expect(rows).toEqual([]);
  });

  it('refuses a migration that was changed after it was applied', async () => {
    const { connection } = await freshDatabase('template0');
    const changed = join(folder, 'changed');
    await cp(new URL('../../../migrations', import.meta.url), changed, { recursive: true });
    await migrate(connection, { migrations: changed });
    await writeFile(join(changed, '001.do.accounts-and-catalogue.sql'), '-- something else');
    await expect(migrate(connection, { migrations: changed })).rejects.toThrow(/checksum/i);
  });

  it('refuses a database older than the first release and tells the operator what to do', async () => {
    const { connection, pool } = await freshDatabase('template0');
    await pool.query('create table schema_migrations (version bigint primary key, name text, md5 text)');
    await pool.query(
      `insert into schema_migrations values (0, null, null), (1, 'another', 'x'), (2, 'seat-ledger', 'y')`,
    );
    await expect(migrate(connection)).rejects.toThrow(
      /^This database is older than version 0\.2\.0, .*Delete the data folder .* or set DATABASE_URL to an empty database\.$/,
    );
  });

  it('an older version refuses to start on a newer schema and says which version to start', async () => {
    const { connection, pool } = await freshDatabase('template0');
    const newer = join(folder, 'newer');
    await cp(new URL('../../../migrations', import.meta.url), newer, { recursive: true });
    await writeFile(join(newer, '900.do.something-new.sql'), 'create table something_new (id int)');
    const functions = { ...productFunctions, version: '9.1.0' };
    await migrate(connection, { migrations: newer, functions });
    const own = (await applied(pool)).at(-2);
    const start = (version: string) => migrate(connection, { functions: { ...productFunctions, version } });
    await expect(start('9.0.3')).rejects.toThrow(
      `MovieBooking 9.0.3 (migrations up to ${own}) cannot start on this database, which MovieBooking 9.1.0 ` +
        'has migrated to 900. Start MovieBooking 9.1.0 or newer, or restore a backup from before the upgrade.',
    );
    await expect(start('9.1.0')).rejects.toThrow('Start the newer version, or restore');
    // The newer version is recorded even if its SQL functions are the same.
    const upgraded = await freshDatabase();
    await migrate(upgraded.connection, { migrations: newer, functions });
    const { rows } = await upgraded.pool.query('select version from ledger.applied');
    expect(rows).toEqual([{ version: '9.1.0' }]);
  });
});
