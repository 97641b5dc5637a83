/**
 * Session settings for a role that connects through a pooler. PgBouncer rejects settings on connect, and a shared session must
 * not be changed, so they are stored with the role, for this database only. Every connection the pooler opens from then on
 * starts with them.
 */
import pg from 'pg';
import { type DatabaseOptions, SESSION_SETTINGS, withoutTimeLimits } from './database.ts';
import { lockMigrationsForTransaction } from './migrations.ts';

/** `direct` connects as the same role, without the pooler. */
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
