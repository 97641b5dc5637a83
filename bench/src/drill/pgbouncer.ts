/** npm run drill -- pgbouncer: a rush through PgBouncer in transaction mode, which is killed and restarted. */
import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from '../../../server/src/platform/database/database.ts';
import { startPgBouncer } from '../../../server/test/pgbouncer.ts';
import { freePorts, makeFolder } from '../../../server/test/programs.ts';
import { openRushDatabase } from '../rush/database.ts';
import { findPrograms } from './machine.ts';
import { type Around, type Drilled, rushThrough, SIZE } from './rush-through.ts';

const SERVER = 'moviebooking_server';
const PASSWORD = 'of the drill';
const AWAY_MS = 3000;

export async function pgbouncer(around: Around): Promise<Drilled> {
  const { stopping, closeAtEnd, say } = around;
  findPrograms('pgbouncer');
  const folder = makeFolder('pgbouncer');
  closeAtEnd(() => rmSync(folder, { recursive: true, force: true }));
  const dataFolder = makeFolder('drill');
  closeAtEnd(() => rmSync(dataFolder, { recursive: true, force: true }));
  const { pool, connection, customers, releases, close } = await openRushDatabase({ dataFolder, ...SIZE });
  closeAtEnd(close);
  const { value: port } = await freePorts().next();
  const start = () => startPgBouncer({ folder, port, primary: connection, password: PASSWORD });
  let { program } = await start();
  closeAtEnd(() => program.kill());
  say('Started PostgreSQL, and PgBouncer in transaction mode.');

  const { host, database } = connection;
  const directUrl = (user: string) => `postgres://${user}@localhost/${database}?host=${host}&port=${connection.port}`;
  return rushThrough(
    {
      ...{ pool, customers, releases },
      variables: {
        DATABASE_URL: `postgres://${SERVER}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/moviebooking`,
        DATABASE_DIRECT_URL: directUrl(SERVER),
        DATABASE_OWNER_URL: directUrl(connection.user),
        DATABASE_PREPARED: 'off',
      },
      async strike() {
        await program.kill();
        return 'kill -9 of PgBouncer.';
      },
      async mend() {
        await pause(AWAY_MS, undefined, { signal: stopping });
        ({ program } = await start());
        say('Restarted PgBouncer.');
      },
      async afterwards() {
        const { pooled, listening } = await countConnections(pool);
        const said = `PgBouncer has ${pooled} connections to PostgreSQL, and the servers have ${listening} of their own.`;
        return { said, figures: { pooled, listening }, faults: [] };
      },
    },
    around,
  );
}

async function countConnections(pool: Pool): Promise<{ pooled: number; listening: number }> {
  const { rows } = await pool.query<{ pooled: number; listening: number }>(
    `select count(*) filter (where application_name <> 'moviebooking live')::integer as pooled,
       count(*) filter (where application_name = 'moviebooking live')::integer as listening
     from pg_stat_activity where usename = $1`,
    [SERVER],
  );
  return rows[0] ?? { pooled: 0, listening: 0 };
}
