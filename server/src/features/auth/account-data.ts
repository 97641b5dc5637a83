/** Reads and deletes what this feature stores about one account. */
import type { Login, User } from '@moviebooking/contract/accounts';
import { type Database, type Tx, violates } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors/refusal.ts';
import { recordDeletion } from '../audit/account-events.ts';
import { forgetUser, lockAccountToDelete, selectUser } from './auth.sql.ts';
import { deleteLinks, selectLinks } from './links.sql.ts';
import { deleteLogins, endAllLogins, selectLogins } from './logins.sql.ts';
import type { Logins } from './logins.ts';
import { deletePasskeys, selectPasskeys } from './passkeys.sql.ts';
import { countRecoveryCodes, deleteSecondFactor, selectSecondFactor } from './second-factor.sql.ts';

export const listLogins = (db: Database, userId: number, currentId: number | undefined): Promise<Login[]> =>
  selectLogins(db, userId, { currentId, limit: 50 });

export async function readAccountData(db: Database, userId: number) {
  const user: User | undefined = await selectUser(db, userId);
  if (!user) throw new Refusal('UNAUTHENTICATED');
  const factor = await selectSecondFactor(db, userId);
  const logins = await selectLogins(db, userId, { currentId: undefined, limit: null });
  return {
    user,
    logins: logins.map(({ isCurrent: _, ...login }) => login),
    secondFactor: factor
      ? {
          startedAt: factor.startedAt.toISOString(),
          isOn: factor.confirmedAt !== null,
          recoveryCodesLeft: await countRecoveryCodes(db, userId),
        }
      : null,
    passkeys: (await selectPasskeys(db, userId)).map(({ id: _, ...passkey }) => passkey),
    resetLinks: await selectLinks(db, 'reset_links', userId),
    confirmationLinks: await selectLinks(db, 'confirmation_links', userId),
  };
}

/**
 * Deletes the account unless `check` refuses. The account is locked first, so bookings in progress are committed by the time
 * `check` runs, and new ones wait.
 */
export async function deleteAccount(
  { db, logins }: { db: Database; logins: Logins },
  userId: number,
  check: (tx: Tx) => Promise<void>,
): Promise<void> {
  try {
    await db.transaction().execute(async (tx) => {
      const account = await lockAccountToDelete(tx, userId);
      if (!account) throw new Refusal('UNAUTHENTICATED');
      await check(tx);
      await recordDeletion(tx, account);
      await endAllLogins(tx, userId);
      await deleteLogins(tx, userId);
      await deleteSecondFactor(tx, userId);
      await deletePasskeys(tx, userId);
      await deleteLinks(tx, 'reset_links', userId);
      await deleteLinks(tx, 'confirmation_links', userId);
      await forgetUser(tx, userId);
    });
  } catch (error) {
    if (violates(error, 'users_last_admin')) throw new Refusal('LAST_ADMIN');
    throw error;
  }
  await logins.reread();
}
