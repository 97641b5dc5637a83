import type { Database } from '../../platform/database.ts';
import { Refusal } from '../../platform/refusal.ts';
import { type Account, selectAccountById } from './auth.sql.ts';
import { passwordMatches } from './passwords.ts';

export const wrongPassword = () => new Refusal('INVALID_CREDENTIALS', 'This is not your password.');

/** Refuses unless the password is that of the account. */
export async function provePassword(db: Database, userId: number, password: string): Promise<Account> {
  const account = await selectAccountById(db, userId);
  if (!account) throw new Refusal('UNAUTHENTICATED');
  if (!(await passwordMatches(password, account.password_hash))) throw wrongPassword();
  return account;
}
