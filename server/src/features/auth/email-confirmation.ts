/**
 * Confirms that an account's address belongs to its user: through the link mailed after signup, through a mailed reset link,
 * or because the operator named the address. Until then the address is sent nothing but those links.
 */
import { confirmationPath } from '@moviebooking/contract/accounts';
import type { Database } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors/refusal.ts';
import { queueLinkMail } from '../outbox/outbox.ts';
import { lockAccount, updateAsConfirmed } from './auth.sql.ts';
import { requireProfile } from './auth.ts';
import { deleteLinks, hashOf, insertConfirmationLink, newLinkToken, selectLinkOwner } from './links.sql.ts';

const EXPIRED = 'This link has expired or was already used. Log in and send a new one from your profile.';

/** Call it for each attempt to send the mail. Returns undefined if nothing is left to confirm. */
export async function createConfirmationLink(
  db: Database,
  userId: number,
): Promise<{ path: string; expiresAt: Date } | undefined> {
  const { token, tokenHash } = newLinkToken();
  const expiresAt = await insertConfirmationLink(db, userId, tokenHash);
  return expiresAt && { path: confirmationPath(token), expiresAt };
}

/** Refuses a link that expired or was already used. Ends all other links of the account. */
export async function confirmEmail(db: Database, token: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const owner = await selectLinkOwner(tx, hashOf(token));
    if (owner !== undefined) await lockAccount(tx, owner);
    // Read again: whoever held the lock may have used the link.
    const userId = await selectLinkOwner(tx, hashOf(token));
    if (userId === undefined) throw new Refusal('LINK_EXPIRED', EXPIRED);
    await updateAsConfirmed(tx, userId);
    await deleteLinks(tx, 'confirmation_links', userId);
  });
}

/** Returns false and sends nothing if the address is already confirmed. Refuses if too many were sent in the last hour. */
export async function sendConfirmationAgain(db: Database, userId: number): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await lockAccount(tx, userId);
    const { email, emailConfirmed } = await requireProfile(tx, userId);
    if (emailConfirmed) return false;
    const retryAfterSeconds = await queueLinkMail(tx, email, { kind: 'confirm-email', userId });
    if (retryAfterSeconds !== undefined) {
      const minutes = Math.ceil(retryAfterSeconds / 60);
      const sentence = `We've sent this link several times already. Check your spam folder, or try again in ${minutes} min.`;
      throw new Refusal('RATE_LIMITED', sentence, { retryAfterSeconds });
    }
    return true;
  });
}
