/** Links that confirm an address or reset a password. Only the hash of a link's token is stored. */
import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';

/** A random token for a link, and the hash to store for it. */
export function newLinkToken(): { token: string; tokenHash: Buffer } {
  const token = randomBytes(32).toString('base64url');
  return { token, tokenHash: hashOf(token) };
}

export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

type LinkTable = 'confirmation_links' | 'reset_links';

const CONFIRMATION_DAYS = 7;

/** Returns when the link expires, or undefined if the account is gone or its address is already confirmed. */
export async function insertConfirmationLink(
  db: Database,
  userId: number,
  tokenHash: Buffer,
): Promise<Date | undefined> {
  const { rows } = await sql<{ expires_at: Date }>`
    insert into confirmation_links (token_hash, user_id, expires_at)
    select ${tokenHash}, id, now() + make_interval(days => ${CONFIRMATION_DAYS}) from users
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

/** Returns when the link expires. If it is not sent by mail, an administrator passes it on. */
export async function insertResetLink(
  db: Database,
  userId: number,
  tokenHash: Buffer,
  { isSentByMail, hours }: { isSentByMail: boolean; hours: number },
): Promise<Date> {
  const { rows } = await sql<{ expires_at: Date }>`
    insert into reset_links (token_hash, user_id, expires_at, sent_by_mail)
    values (${tokenHash}, ${userId}, now() + make_interval(hours => ${hours}), ${isSentByMail})
    returning expires_at`.execute(db);
  return (rows[0] as { expires_at: Date }).expires_at;
}

/** Returns undefined if the link is unknown or has expired. Nobody else can use it until the transaction ends. */
export function lockResetLink(
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

export async function deleteLinks(db: Database, table: LinkTable, userId: number): Promise<void> {
  await db.deleteFrom(table).where('user_id', '=', userId).execute();
}

export async function deleteExpiredLinks(db: Database): Promise<void> {
  await sql`delete from confirmation_links where expires_at < now()`.execute(db);
  await sql`delete from reset_links where expires_at < now()`.execute(db);
}

export async function selectLinks(db: Database, table: LinkTable, userId: number) {
  const rows = await db
    .selectFrom(table)
    .select(['created_at', 'expires_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
  return rows.map((link) => ({ createdAt: link.created_at.toISOString(), expiresAt: link.expires_at.toISOString() }));
}
