import type { Pool } from '../../platform/database.ts';

/** Which of these users are administrators now. */
export async function selectAdmins(pool: Pool, userIds: number[]): Promise<Set<number>> {
  const { rows } = await pool.query<{ user_id: number }>(
    `select user_id from acting_roles where user_id = any ($1) and role = 'ADMIN'`,
    [userIds],
  );
  return new Set(rows.map(({ user_id }) => user_id));
}
