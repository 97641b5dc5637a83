import type { Database } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors/refusal.ts';
import type { RateLimits } from '../../platform/security/rate-limits.ts';
import { type Account, selectAccountById } from './auth.sql.ts';
import { requireUser } from './auth.ts';
import { passwordMatches } from './passwords.ts';

export const wrongPassword = () => new Refusal('INVALID_CREDENTIALS', "That password isn't right.");

/** Refuses unless it is the account's password. */
export async function provePassword(db: Database, userId: number, password: string): Promise<Account> {
  const account = await selectAccountById(db, userId);
  if (!account) throw new Refusal('UNAUTHENTICATED');
  if (!(await passwordMatches(password, account.password_hash))) throw wrongPassword();
  // Another server may accept an ended token for up to a second.
  if (account.mustResetPassword) throw new Refusal('PASSWORD_RESET_REQUIRED');
  return account;
}

/** Runs a check of the user's own password or code, unless too many were wrong already. */
export async function limitOwnGuesses<Result>(
  { db, limits }: { db: Database; limits: RateLimits },
  { userId, ip }: { userId: number; ip: string },
  check: () => Promise<Result>,
): Promise<Result> {
  const { email } = await requireUser(db, userId);
  return limits.limitGuesses({ address: ip, email }, check);
}
