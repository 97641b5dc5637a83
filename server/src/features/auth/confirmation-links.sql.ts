import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

const LINK_DAYS = 7;

/** Returns undefined if the account is gone or its address is already confirmed. */
export async function insertConfirmationLink(
  db: Database,
  userId: number,
  tokenHash: Buffer,
): Promise<Date | undefined> {
  const { rows } = await sql<{ expires_at: Date }>`
    insert into confirmation_links (token_hash, user_id, expires_at)
    select ${tokenHash}, id, now() + make_interval(days => ${LINK_DAYS}) from users
    where id = ${userId} and deleted_at is null and email_confirmed_at is null
    returning expires_at`.execute(db);
  return rows[0]?.expires_at;
}

/** Returns undefined if the link is unknown or has expired. */
export async function selectLinkOwner(db: Database, tokenHash: Buffer): Promise<number | undefined> {
  const link = await db
    .selectFrom('confirmation_links')
    .select('user_id')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return link?.user_id;
}

export async function deleteConfirmationLinks(db: Database, userId: number): Promise<void> {
  await db.deleteFrom('confirmation_links').where('user_id', '=', userId).execute();
}

export async function deleteExpiredConfirmationLinks(db: Database): Promise<void> {
  await sql`delete from confirmation_links where expires_at < now()`.execute(db);
}

export async function selectConfirmationLinks(db: Database, userId: number) {
  const rows = await db
    .selectFrom('confirmation_links')
    .select(['created_at', 'expires_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
  return rows.map((link) => ({ createdAt: link.created_at.toISOString(), expiresAt: link.expires_at.toISOString() }));
}
