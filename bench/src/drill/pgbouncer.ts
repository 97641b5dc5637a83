/** npm run drill -- pgbouncer: a rush through PgBouncer in transaction mode, which is killed and restarted. */
import { rmSync } from 'node:fs';
import { startPgBouncer } from '../../../server/test/pgbouncer.ts';
import { freePorts, makeFolder } from '../../../server/test/programs.ts';
import { fillForRush, openDatabase } from '../rush/database.ts';
import { findPrograms } from './machine.ts';
import { type DrillAround, rushThrough, SIZE } from './rush-through.ts';

const SERVER = 'moviebooking_server';
const PASSWORD = 'of the drill';
const AWAY_MS = 3000;

export async function pgbouncer(around: DrillAround) {
  const { wait, closeAtEnd, say } = around;
  findPrograms('pgbouncer');
  const folder = makeFolder('pgbouncer');
  closeAtEnd(() => rmSync(folder, { recursive: true, force: true }));
  const { pool, connection } = await openDatabase(around, await around.makeFolder('drill'));
  const people = await fillForRush(pool, SIZE);
  const { value: port } = await freePorts().next();
  const start = () => startPgBouncer({ folder, port, primary: connection, password: PASSWORD });
  let { program } = await start();
  closeAtEnd(() => program.kill());
  say('Started PostgreSQL, and PgBouncer in transaction mode.');

  const { host, database } = connection;
  const directUrl = (user: string) => `postgres://${user}@localhost/${database}?host=${host}&port=${connection.port}`;
  return rushThrough(
    {
      ...{ pool, ...people },
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
        await wait(AWAY_MS);
        ({ program } = await start());
        say('Restarted PgBouncer.');
      },
      async afterwards() {
        const { rows } = await pool.query<{ isOwn: boolean }>(
          `select application_name = 'moviebooking live' as "isOwn" from pg_stat_activity where usename = $1`,
          [SERVER],
        );
        const listening = rows.filter(({ isOwn }) => isOwn).length;
        const pooled = rows.length - listening;
        const said = `PgBouncer has ${pooled} connections to PostgreSQL, and the servers have ${listening} of their own.`;
        return { said, figures: { pooled, listening }, faults: [] };
      },
    },
    around,
  );
}
