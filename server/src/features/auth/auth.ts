import type { loginRequest, signupRequest, User } from '@moviebooking/contract/accounts';
import type { z } from 'zod';
import { type Database, violates } from '../../platform/database.ts';
import { Refusal } from '../../platform/refusal.ts';
import { recordLogin } from '../audit/logins.ts';
import { insertUser, promoteUser, selectUser, selectUserWithHash } from './auth.sql.ts';
import { hashPassword, passwordMatches, randomPassword } from './passwords.ts';

export async function signUp(db: Database, { name, email, password }: z.output<typeof signupRequest>): Promise<User> {
  const passwordHash = await hashPassword(password);
  try {
    return await insertUser(db, { name, email, passwordHash, role: 'USER' });
  } catch (error) {
    if (violates(error, 'users_email_key')) throw new Refusal('EMAIL_TAKEN');
    throw error;
  }
}

export async function logIn(
  db: Database,
  { email, password }: z.output<typeof loginRequest>,
  address: string | null = null,
): Promise<User> {
  const found = await selectUserWithHash(db, email);
  const matches = await passwordMatches(password, found?.password_hash);
  await recordLogin(db, found, { matches, address });
  if (!found || !matches) throw new Refusal('INVALID_CREDENTIALS');
  const { password_hash: _, ...user } = found;
  return user;
}

export const findUser = (db: Database, userId: number): Promise<User | undefined> => selectUser(db, userId);

interface Administrator {
  user: User;
  /** Set when the account was made just now with a password of our choice. */
  generatedPassword?: string;
}

/** Makes this account an administrator, creating it if there is none. An existing account keeps its password. */
export async function ensureAdministrator(
  db: Database,
  { email, name, password }: { email: string; name: string; password?: string | undefined },
): Promise<Administrator> {
  const promoted = await promoteUser(db, email);
  if (promoted) return { user: promoted };
  const generatedPassword = password === undefined ? randomPassword() : undefined;
  const passwordHash = await hashPassword(password ?? generatedPassword ?? '');
  try {
    const user = await insertUser(db, { name, email, passwordHash, role: 'ADMIN' });
    return generatedPassword === undefined ? { user } : { user, generatedPassword };
  } catch (error) {
    // Another server starting at the same moment made it first.
    const existing = violates(error, 'users_email_key') ? await promoteUser(db, email) : undefined;
    if (existing) return { user: existing };
    throw error;
  }
}
