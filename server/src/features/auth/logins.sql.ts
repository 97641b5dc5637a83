import type { Login } from '@moviebooking/contract/accounts';
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';

export const ENDED_LOGINS_CHANNEL = 'logins_ended';

/** Longer than any transaction takes to commit: a statement may take five seconds. */
const LATE_COMMIT_SECONDS = 30;
const KEPT_AFTER_EXPIRY_DAYS = 30;

export interface NewLogin {
  address: string;
  device: string;
  userId: number;
  sessionNumber: number;
  usedSecondFactor: boolean;
}

/**
 * Returns undefined if the session number has changed because the password was changed, or if the account is gone. Fails with
 * `logins_need_second_factor` if the account has a second factor that was not used.
 */
export async function insertLogin(db: Database, login: NewLogin & { days: number }): Promise<number | undefined> {
  const { userId, sessionNumber, usedSecondFactor, address, device, days } = login;
  const { rows } = await sql<{ id: number }>`
    with account as (
      update users set last_login_at = now()
      where id = ${userId} and session_number = ${sessionNumber} and deleted_at is null
      returning id
    )
    insert into logins (user_id, address, device, used_second_factor, expires_at)
    select id, ${address}, ${device}, ${usedSecondFactor}::boolean, now() + make_interval(days => ${days}) from account
    returning id`.execute(db);
  return rows[0]?.id;
}

/** Returns the new session number: tokens with a lower one are refused once this is committed. */
export async function endAllLogins(db: Database, userId: number): Promise<number> {
  const { rows } = await sql<{ session_number: number }>`
    with marked as (update logins set ended_at = now() where user_id = ${userId} and ended_at is null)
    update users set session_number = session_number + 1, sessions_ended_at = now() where id = ${userId}
    returning session_number, pg_notify(${ENDED_LOGINS_CHANNEL}, '')`.execute(db);
  return rows[0]?.session_number ?? 0;
}

/**
 * Ends all logins except the one that just proved a second factor, and all tokens issued before logins were stored.
 * Lock the account first.
 */
export async function endOtherLogins(tx: Tx, userId: number, loginId: number): Promise<void> {
  await sql`
    with marked as (
      update logins set ended_at = now() where user_id = ${userId} and id <> ${loginId} and ended_at is null
    ), kept as (
      update logins set used_second_factor = true where user_id = ${userId} and id = ${loginId}
    )
    update users set sessions_ended_at = now() where id = ${userId}
    returning pg_notify(${ENDED_LOGINS_CHANNEL}, '')`.execute(tx);
}

export async function markSecondFactor(tx: Tx, userId: number, loginId: number): Promise<void> {
  const login = tx.updateTable('logins').where('id', '=', loginId).where('user_id', '=', userId);
  await login.set({ used_second_factor: true }).execute();
}

export async function selectUsedSecondFactor(tx: Tx, userId: number, loginId: number): Promise<boolean> {
  const login = await tx
    .selectFrom('logins')
    .select('used_second_factor')
    .where('id', '=', loginId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return login?.used_second_factor ?? false;
}

export async function endLogin(db: Database, userId: number, loginId: number): Promise<void> {
  await sql`
    with ended as (
      update logins set ended_at = now() where id = ${loginId} and user_id = ${userId} and ended_at is null returning id
    )
    select pg_notify(${ENDED_LOGINS_CHANNEL}, '') from ended`.execute(db);
}

/** Returns those whose tokens haven't expired yet. Times are in milliseconds. */
export async function selectEndedLogins(db: Database, since: Date | undefined, days: number) {
  const from = since
    ? sql`${since}::timestamptz - make_interval(secs => ${LATE_COMMIT_SECONDS})`
    : sql`now() - make_interval(days => ${days})`;
  const { rows } = await sql<{
    logins: [number, number][];
    users: [number, number, number][];
    tokens_since: Date | null;
    read_at: Date;
  }>`
    select now() as read_at, (select tokens_since from account_rules) as tokens_since, coalesce((
        select json_agg(json_build_array(id, extract(epoch from expires_at) * 1000)) from logins
        where ended_at >= ${from} and expires_at > now()
      ), '[]') as logins, coalesce((
        select json_agg(json_build_array(id, session_number, extract(epoch from sessions_ended_at) * 1000)) from users
        where sessions_ended_at >= ${from}
      ), '[]') as users`.execute(db);
  const [found] = rows as [(typeof rows)[number]];
  return {
    logins: found.logins.map(([id, expiresAt]) => ({ id, expiresAt })),
    users: found.users.map(([id, sessionNumber, endedAt]) => ({ id, sessionNumber, endedAt })),
    /** Every token issued earlier has ended. */
    tokensSince: found.tokens_since?.getTime() ?? 0,
    /** Pass it to the next read, which then returns only what has ended since. */
    readAt: found.read_at,
  };
}

export async function deleteOldLogins(db: Database): Promise<void> {
  await sql`delete from logins where expires_at < now() - make_interval(days => ${KEPT_AFTER_EXPIRY_DAYS})`.execute(db);
}

/** Returns the newest first. */
export async function selectLogins(
  db: Database,
  userId: number,
  { currentId, limit }: { currentId: number | undefined; limit: number | null },
): Promise<Login[]> {
  const rows = await db
    .selectFrom('logins')
    .select(['id', 'at', 'address', 'device'])
    .select(sql<boolean>`coalesce(used_second_factor, false)`.as('usedSecondFactor'))
    .select(sql<boolean>`ended_at is null and expires_at > now()`.as('isActive'))
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ at, ...login }) => ({ ...login, at: at.toISOString(), isCurrent: login.id === currentId }));
}

export async function deleteLogins(db: Database, userId: number): Promise<void> {
  await db.deleteFrom('logins').where('user_id', '=', userId).execute();
}
