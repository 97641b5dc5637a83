import type { Pool } from '../../platform/database/database.ts';

export interface LoginOfUser {
  userId: number;
  /** Undefined in tokens issued before logins were stored. */
  loginId: number | undefined;
}

/** Tells for each login whether its user is an administrator and the login may act as one. */
export async function selectAdmins(pool: Pool, logins: readonly LoginOfUser[]): Promise<boolean[]> {
  const { rows } = await pool.query<{ ordinal: number }>(
    `select r.ordinal::integer from unnest($1::integer[], $2::bigint[]) with ordinality as r (user_id, login_id, ordinal)
       join acting_roles u on u.user_id = r.user_id
     where u.role = 'ADMIN' and (not u.needs_second_factor or exists (
       select from logins l where l.id = r.login_id and l.user_id = r.user_id and l.used_second_factor
     ))`,
    [logins.map(({ userId }) => userId), logins.map(({ loginId }) => loginId ?? null)],
  );
  const ordinals = new Set(rows.map(({ ordinal }) => ordinal));
  return logins.map((_, index) => ordinals.has(index + 1));
}
