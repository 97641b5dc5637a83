import type { Passkey } from '@moviebooking/contract/passkeys';
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';

const columns = ['id', 'name', 'created_at', 'last_used_at'] as const;

const toPasskey = (row: { id: number; name: string; created_at: Date; last_used_at: Date | null }): Passkey => ({
  ...{ id: row.id, name: row.name, createdAt: row.created_at.toISOString() },
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
});

export async function selectPasskeys(db: Database, userId: number): Promise<Passkey[]> {
  const rows = await db.selectFrom('passkeys').select(columns).where('user_id', '=', userId).orderBy('id').execute();
  return rows.map(toPasskey);
}

export const selectCredentialIds = (db: Database, userId: number) =>
  db.selectFrom('passkeys').select('credential_id').where('user_id', '=', userId).execute();

export const selectCredential = (db: Database, credentialId: Buffer) =>
  db
    .selectFrom('passkeys')
    .select(['id', 'user_id as userId', 'public_key as publicKey', 'counter'])
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();

interface NewCredential {
  user_id: number;
  credential_id: Buffer;
  public_key: Buffer;
  counter: number;
  name: string;
}

/** Returns undefined if the credential is stored already, for whichever account. */
export async function insertPasskey(tx: Tx, credential: NewCredential): Promise<Passkey | undefined> {
  const added = await tx
    .insertInto('passkeys')
    .values(credential)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning(columns)
    .executeTakeFirst();
  return added && toPasskey(added);
}

/** Returns false if the passkey is gone, or if its counter is not higher than before: a copy of it may be in use. */
export async function updateCounter(tx: Tx, id: number, counter: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('passkeys')
    .set({ counter, last_used_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where(sql<boolean>`(counter < ${counter} or (counter = 0 and ${counter} = 0))`)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0;
}

/** Returns false if the challenge was used before. Of two simultaneous uses, one succeeds. */
export async function insertUsedChallenge(tx: Tx, challenge: string, expiresAt: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('used_challenges')
    .values({ challenge: Buffer.from(challenge, 'base64url'), expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('challenge').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows > 0;
}

export async function deleteExpiredChallenges(db: Database): Promise<void> {
  await sql`delete from used_challenges where expires_at < now()`.execute(db);
}

export async function updateName(db: Database, userId: number, id: number, name: string): Promise<Passkey | undefined> {
  const own = db.updateTable('passkeys').set({ name }).where('user_id', '=', userId).where('id', '=', id);
  const renamed = await own.returning(columns).executeTakeFirst();
  return renamed && toPasskey(renamed);
}

/** Deletes one, or all. Returns whether there was any. */
export async function deletePasskeys(db: Database, userId: number, id?: number): Promise<boolean> {
  const all = db.deleteFrom('passkeys').where('user_id', '=', userId);
  const { numDeletedRows } = await (id === undefined ? all : all.where('id', '=', id)).executeTakeFirstOrThrow();
  return numDeletedRows > 0;
}
