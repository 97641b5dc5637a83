import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';

const LINK_MINUTES = 60;

interface NewResetLink {
  tokenHash: Buffer;
  /** If false, an administrator passes it on. */
  isSentByMail: boolean;
}

export async function insertResetLink(
  db: Database,
  userId: number,
  { tokenHash, isSentByMail }: NewResetLink,
): Promise<Date> {
  const { rows } = await sql<{ expires_at: Date }>`
    insert into reset_links (token_hash, user_id, expires_at, sent_by_mail)
    values (${tokenHash}, ${userId}, now() + make_interval(mins => ${LINK_MINUTES}), ${isSentByMail})
    returning expires_at`.execute(db);
  return (rows[0] as { expires_at: Date }).expires_at;
}

/** Returns undefined if the link is unknown or has expired. Nobody else can use it until the transaction ends. */
export async function lockResetLink(
  tx: Tx,
  tokenHash: Buffer,
): Promise<{ userId: number; isSentByMail: boolean } | undefined> {
  return tx
    .selectFrom('reset_links')
    .select(['user_id as userId', 'sent_by_mail as isSentByMail'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', sql<Date>`now()`)
    .forUpdate()
    .executeTakeFirst();
}

export async function deleteResetLinks(db: Database, userId: number): Promise<void> {
  await db.deleteFrom('reset_links').where('user_id', '=', userId).execute();
}

export async function deleteExpiredResetLinks(db: Database): Promise<void> {
  await sql`delete from reset_links where expires_at < now()`.execute(db);
}

export async function selectResetLinks(db: Database, userId: number) {
  const rows = await db
    .selectFrom('reset_links')
    .select(['created_at', 'expires_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
  return rows.map((link) => ({ createdAt: link.created_at.toISOString(), expiresAt: link.expires_at.toISOString() }));
}
