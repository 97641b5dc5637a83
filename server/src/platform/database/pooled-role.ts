/**
 * A pooler such as PgBouncer refuses settings at the start of a connection, and a session that others get next must not be
 * changed. So the limits of every statement are kept with the role, in this database only: a role may set its own, and each
 * connection that the pooler opens from then on begins with them.
 */
import pg from 'pg';
import { type DatabaseOptions, SESSION_SETTINGS, withoutTimeLimits } from './database.ts';
import { lockMigrationsForTransaction } from './migrations.ts';

/** `direct` connects as the role that works through the pooler. */
export async function keepSettingsWithRole(direct: DatabaseOptions): Promise<void> {
  await withoutTimeLimits({ ...direct, max: 1 }, async (pool) => {
    const connection = await pool.connect();
    try {
      await connection.query('begin');
      await lockMigrationsForTransaction(connection);
      const { rows } = await connection.query<{ name: string }>('select current_database() as name');
      const database = pg.escapeIdentifier(rows[0]?.name ?? '');
      for (const [name, value] of Object.entries(SESSION_SETTINGS))
        await connection.query(`alter role current_user in database ${database} set ${name} = '${value}'`);
      await connection.query('commit');
    } finally {
      connection.release(true);
    }
  });
}
