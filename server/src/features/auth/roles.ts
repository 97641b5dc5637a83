/** Promotes and demotes accounts, and invites new staff. */
import type { Invitation, Role } from '@moviebooking/contract/accounts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors/refusal.ts';
import { clearPasswordReset, lockAccount, requirePasswordReset, selectIsAddressProven } from './auth.sql.ts';
import { createUser, setRole } from './auth.ts';
import { deleteLinks } from './links.sql.ts';
import { endAllLogins } from './logins.sql.ts';
import { createResetLink, type ResetLink } from './new-passwords.ts';
import { deletePasskeys } from './passkeys.sql.ts';
import { hashPassword, randomPassword } from './passwords.ts';
import { deleteSecondFactor } from './second-factor.sql.ts';

const RANK: Record<Role, number> = { USER: 0, STAFF: 1, ADMIN: 2 };

/**
 * A promotion ends all logins of the account. Anyone can sign up with someone else's address, so unless the address is
 * confirmed, its password, second factors and reset links end too and the user starts from a new link. Reread the ended
 * logins after the commit.
 */
export async function giveRole(tx: Tx, userId: number, role: Role): Promise<{ before: Role; link?: ResetLink }> {
  const account = await lockAccount(tx, userId);
  if (!account) throw new Refusal('NOT_FOUND', 'User not found');
  const { role: before, mustResetPassword } = account;
  await setRole(tx, userId, role);
  if (RANK[role] <= RANK[before]) {
    if (role === 'USER' && mustResetPassword) {
      // The old password is good enough for a customer, and the link may have reached the wrong person.
      await clearPasswordReset(tx, userId);
      await deleteLinks(tx, 'reset_links', userId);
    }
    return { before };
  }
  await endAllLogins(tx, userId);
  if (await selectIsAddressProven(tx, userId)) return { before };
  await requirePasswordReset(tx, userId);
  await deleteSecondFactor(tx, userId);
  await deletePasskeys(tx, userId);
  await deleteLinks(tx, 'reset_links', userId);
  return { before, link: await createResetLink(tx, userId) };
}

/** Opens an account with the role. Nobody can log in to it until the link is used to set a password. */
export async function openInvitedAccount(tx: Tx, invitation: Invitation): Promise<{ id: number; link: ResetLink }> {
  const passwordHash = await hashPassword(randomPassword());
  const { id } = await createUser(tx, { ...invitation, passwordHash, hasWeakPassword: true });
  await requirePasswordReset(tx, id);
  return { id, link: await createResetLink(tx, id, { isInvitation: true }) };
}
