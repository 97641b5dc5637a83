import type { Database, Tx } from '../../platform/database/database.ts';

/** Replaces one that was started and never confirmed. Returns false if one is in force. */
export async function insertSecondFactor(db: Database, userId: number, sealedSecret: string): Promise<boolean> {
  const started = await db
    .insertInto('second_factors')
    .values({ user_id: userId, sealed_secret: sealedSecret })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ sealed_secret: sealedSecret, started_at: new Date(), last_step: 0 })
        .where('second_factors.confirmed_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst();
  return started !== undefined;
}

export const selectSecondFactor = (db: Database, userId: number) =>
  db
    .selectFrom('second_factors')
    .select(['sealed_secret as sealedSecret', 'started_at as startedAt', 'confirmed_at as confirmedAt'])
    .where('user_id', '=', userId)
    .executeTakeFirst();

/** Returns false if this code or a later one was already used. Of two simultaneous uses, one succeeds. */
export async function useStep(db: Database, userId: number, step: number): Promise<boolean> {
  const taken = await db
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .returning('user_id')
    .executeTakeFirst();
  return taken !== undefined;
}

/** Returns false if another request has confirmed it or switched it off. */
export async function confirmSecondFactor(tx: Tx, userId: number, codeHashes: Buffer[]): Promise<boolean> {
  const confirmed = await tx
    .updateTable('second_factors')
    .set({ confirmed_at: new Date() })
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  if (!confirmed) return false;
  await tx
    .insertInto('recovery_codes')
    .values(codeHashes.map((code_hash) => ({ user_id: userId, code_hash })))
    .execute();
  return true;
}

export async function useRecoveryCode(db: Database, userId: number, codeHash: Buffer): Promise<boolean> {
  const taken = await db
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', codeHash)
    .returning('user_id')
    .executeTakeFirst();
  return taken !== undefined;
}

export async function countRecoveryCodes(db: Database, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Returns whether it was in force. */
export async function deleteSecondFactor(db: Database, userId: number): Promise<boolean> {
  const deleted = await db
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .returning('confirmed_at')
    .executeTakeFirst();
  return Boolean(deleted?.confirmed_at);
}
