import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SERVING_ROLE } from '../../../test/global-setup.ts';
import { databaseUrl, freshDatabase } from '../../../test/test-app.ts';
import { whenOver } from '../../../test/when-over.ts';
import { openPool, type Pool } from './database.ts';
import { startDatabase } from './start-database.ts';

const FORBIDDEN = [
  'drop table seats',
  'truncate seats',
  'alter table users add column note text',
  'create table notes ()',
  'create function ledger.nothing() returns void language sql as $$ $$',
  `create or replace function ledger.milliseconds(moment timestamptz) returns bigint language sql return 0`,
  'create role helper superuser',
  `alter role ${SERVING_ROLE} superuser`,
  'delete from users',
  'delete from bookings',
  'delete from booking_keys',
  'delete from tickets',
  'delete from scan_conflicts',
  `update booking_details set user_name = 'x'`,
  `update audit_log set action = 'CREATE'`,
  'delete from schema_migrations',
  'delete from ledger.applied',
  'alter table seats disable trigger all',
  `copy users to '/tmp/users'`,
  `copy users to program 'cat'`,
  `select pg_read_file('postgresql.conf')`,
  'set session_replication_role = replica',
  'reset role; drop table seats',
];

async function expectLeastRights(pool: Pool): Promise<void> {
  for (const statement of FORBIDDEN)
    await expect(pool.query(statement), statement).rejects.toThrow(
      /permission denied|must be (owner|superuser)|cannot (update|delete)/,
    );
}

const start = (settings: { databaseUrl?: string; databaseOwnerUrl?: string; dataDir?: string }) =>
  startDatabase(
    {
      ...{ databaseUrl: undefined, databaseOwnerUrl: undefined, databaseDirectUrl: undefined, databasePrepared: true },
      ...{ dataDir: '', databasePoolSize: 10, ...settings },
    },
    { report: () => {}, warn: () => {} },
  );

describe('the serving role', () => {
  it('can change rows, but not tables, functions, roles, files or history', async () => {
    const { connection } = await freshDatabase();
    const pool = openPool({ ...connection, user: SERVING_ROLE });
    await pool.query(`insert into cinemas (name) values ('Regal')`);
    await expectLeastRights(pool);
    await pool.end();
  });

  it('serves requests on the embedded database', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'moviebooking-roles-'));
    whenOver(() => rm(dataDir, { recursive: true, force: true }));
    for (const _ of ['first start', 'second start']) {
      const { pool, close } = await start({ dataDir });
      expect((await pool.query('select current_user as name')).rows[0].name).toBe('moviebooking_server');
      await expectLeastRights(pool);
      await close();
    }
  });

  it('serves requests on another server, where the owner creates the role if it is missing', async () => {
    const database = await freshDatabase('template0');
    const name = `server_${database.connection.database}`;
    const serving = databaseUrl({ ...database, connection: { ...database.connection, user: `${name}:secret` } });
    const settings = { databaseUrl: serving, databaseOwnerUrl: databaseUrl(database) };
    const [first, second] = await Promise.all([start(settings), start(settings)]);
    expect((await first.pool.query('select current_user as name')).rows[0].name).toBe(name);
    await expectLeastRights(first.pool);
    await first.close();
    await second.close();
    await database.pool.query(`drop owned by ${name}; drop role ${name}`);
  });

  it('the start fails and names the grant if the owner cannot create the role', async () => {
    const database = await freshDatabase('template0');
    const { database: name } = database.connection;
    const [owner, serving] = [`owner_${name}`, `serving_${name}`];
    await database.pool.query(`create role ${owner} login; alter database ${name} owner to ${owner}`);
    whenOver(() =>
      database.pool.query(`drop owned by ${owner}; alter database ${name} owner to current_user; drop role ${owner}`),
    );
    const as = (user: string) => databaseUrl({ ...database, connection: { ...database.connection, user } });
    const settings = { databaseUrl: as(`${serving}:secret`), databaseOwnerUrl: as(owner) };
    await expect(start(settings)).rejects.toThrow(
      `The database owner ${owner} cannot create the role ${serving}, which serves requests. Ask a superuser to grant it ` +
        `the privilege (alter role "${owner}" createrole) or to create the role (create role "${serving}" login password '…').`,
    );
    await database.pool.query(`alter role ${owner} createrole`);
    const { pool, close } = await start(settings);
    expect((await pool.query('select current_user as name')).rows[0].name).toBe(serving);
    await close();
    await database.pool.query(`drop owned by ${serving}; drop role ${serving}`);
  });
});
