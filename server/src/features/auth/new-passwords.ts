/** Sets new passwords: in the profile, with a reset link, and for the operator. */
import type { passwordChange, Role, resetPasswordRequest, User } from '@moviebooking/contract/accounts';
import { invitationPath, resetPath } from '@moviebooking/contract/accounts';
import type { z } from 'zod';
import type { Database, Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors/refusal.ts';
import { recordLoginChange } from '../audit/account-events.ts';
import { actorOf } from '../audit/audit.ts';
import { queueLinkMail } from '../outbox/outbox.ts';
import {
  clearPasswordReset,
  lockAccount,
  selectAccount,
  selectIsAddressProven,
  updateAsConfirmed,
  updatePassword,
} from './auth.sql.ts';
import { deleteLinks, hashOf, insertResetLink, lockResetLink, newLinkToken } from './links.sql.ts';
import { endAllLogins, selectUsedSecondFactor } from './logins.sql.ts';
import type { Logins } from './logins.ts';
import { deletePasskeys } from './passkeys.sql.ts';
import { provePassword, wrongPassword } from './password-proof.ts';
import { checkPassword, weaknessOf } from './password-rules.ts';
import { hashPassword } from './passwords.ts';

/** Ends all logins and reset links of the account. Returns its new session number. */
export async function replacePassword(
  tx: Tx,
  { id, email }: { id: number; email: string },
  { password, passwordHash }: { password: string; passwordHash: string },
): Promise<number> {
  await updatePassword(tx, id, { passwordHash, hasWeakPassword: weaknessOf(password, email) !== undefined });
  await deleteLinks(tx, 'reset_links', id);
  return endAllLogins(tx, id);
}

interface NewPasswordsDeps {
  db: Database;
  logins: Logins;
}

export async function changePassword(
  { db, logins }: NewPasswordsDeps,
  { userId, loginId, ip }: { userId: number; loginId: number | undefined; ip: string },
  { currentPassword, newPassword }: z.output<typeof passwordChange>,
): Promise<{ user: User; sessionNumber: number; usedSecondFactor: boolean }> {
  const account = await provePassword(db, userId, currentPassword);
  checkPassword(newPassword, account, 'newPassword');
  const passwordHash = await hashPassword(newPassword);
  const login = await db.transaction().execute(async (tx) => {
    const current = await lockAccount(tx, userId);
    // The password was changed after the check above.
    if (current?.sessionNumber !== account.sessionNumber) throw wrongPassword();
    await recordLoginChange(tx, account, actorOf({ userId, ip }), { password: 'changed' });
    const usedSecondFactor = loginId !== undefined && (await selectUsedSecondFactor(tx, userId, loginId));
    const sessionNumber = await replacePassword(tx, account, { password: newPassword, passwordHash });
    return { sessionNumber, usedSecondFactor };
  });
  await logins.reread();
  const { id, name, email, role } = account;
  return { user: { id, name, email, role }, ...login };
}

export interface ResetLink {
  /** Relative to the site's address. */
  path: string;
  expiresAt: Date;
}

const RESET_HOURS = 1;
/** Longer, because the user is not waiting for it. */
const INVITATION_HOURS = 7 * 24;

/** Stores only the token's hash. */
export async function createResetLink(
  db: Database,
  userId: number,
  { isSentByMail = false, isInvitation = false } = {},
): Promise<ResetLink> {
  const { token, tokenHash } = newLinkToken();
  const hours = isInvitation ? INVITATION_HOURS : RESET_HOURS;
  const expiresAt = await insertResetLink(db, userId, tokenHash, { isSentByMail, hours });
  return { path: isInvitation ? invitationPath(token) : resetPath(token), expiresAt };
}

/** Queues the mail if the address belongs to an account. The link is created when the mail is sent. */
export async function requestReset(db: Database, email: string): Promise<void> {
  const account = await selectAccount(db, email);
  if (!account) return;
  await db.transaction().execute(async (tx) => {
    await lockAccount(tx, account.id);
    await queueLinkMail(tx, account.email, { kind: 'password-reset', userId: account.id });
  });
}

export async function resetPassword(
  { db, logins }: NewPasswordsDeps,
  { token, password }: z.output<typeof resetPasswordRequest>,
  ip: string,
): Promise<void> {
  const tokenHash = hashOf(token);
  const findAccount = async (tx: Tx): Promise<{ id: number; email: string; role: Role; isSentByMail: boolean }> => {
    const link = await lockResetLink(tx, tokenHash);
    const account = link && (await lockAccount(tx, link.userId));
    if (!account) throw new Refusal('LINK_EXPIRED');
    checkPassword(password, account, 'password');
    return { ...account, isSentByMail: link.isSentByMail };
  };
  await db.transaction().execute(findAccount);
  const passwordHash = await hashPassword(password);
  await db.transaction().execute(async (tx) => {
    const account = await findAccount(tx);
    await replacePassword(tx, account, { password, passwordHash });
    await clearPasswordReset(tx, account.id);
    if (account.isSentByMail) {
      // Until now anyone could have opened the account with this address. A passkey they added would still let them in.
      if (!(await selectIsAddressProven(tx, account.id))) await deletePasskeys(tx, account.id);
      await updateAsConfirmed(tx, account.id);
    }
    await recordLoginChange(tx, account, actorOf({ userId: account.id, ip }), { password: 'changed' });
  });
  await logins.reread();
}
