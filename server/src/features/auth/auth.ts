import type {
  loginRequest,
  ProfileChange,
  ProfileUser,
  Role,
  signupRequest,
  User,
} from '@moviebooking/contract/accounts';
import type { z } from 'zod';
import { type Database, violates } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors/refusal.ts';
import { recordLogin } from '../audit/account-events.ts';
import { queueLinkMail } from '../outbox/outbox.ts';
import {
  insertUser,
  selectAccess,
  selectAccount,
  selectProfile,
  selectUser,
  updateAccountRules,
  updateProfile,
  updateRole,
} from './auth.sql.ts';
import { weaknessOf } from './password-rules.ts';
import { hashPassword, passwordMatches } from './passwords.ts';
import type { SecondFactors } from './second-factor.ts';

export async function signUp(db: Database, { name, email, password }: z.output<typeof signupRequest>): Promise<User> {
  const passwordHash = await hashPassword(password);
  const hasWeakPassword = weaknessOf(password, email) !== undefined;
  return db.transaction().execute(async (tx) => {
    const user = await createUser(tx, { name, email, passwordHash, hasWeakPassword, role: 'USER' });
    await queueLinkMail(tx, email, { kind: 'confirm-email', userId: user.id });
    return user;
  });
}

export async function createUser(db: Database, user: Parameters<typeof insertUser>[1]): Promise<User> {
  try {
    const created = await insertUser(db, user);
    if (created) return created;
  } catch (error) {
    if (violates(error, 'users_email_key')) throw new Refusal('EMAIL_TAKEN');
    throw error;
  }
  const message = 'Please enter the email in lower case';
  throw new Refusal('VALIDATION_FAILED', message, { errors: [{ path: 'email', message }] });
}

/**
 * Refuses a wrong password and an unknown address alike, after the same time. Only the right password reveals that it must be
 * reset.
 */
export async function findByPassword(
  db: Database,
  { email, password }: { email: string; password: string },
): Promise<User & { sessionNumber: number }> {
  const account = await selectAccount(db, email);
  const matches = await passwordMatches(password, account?.password_hash);
  if (!account || !matches) throw new Refusal('INVALID_CREDENTIALS');
  if (account.mustResetPassword) throw new Refusal('PASSWORD_RESET_REQUIRED');
  const { password_hash: _, mustResetPassword: __, ...found } = account;
  return found;
}

export async function logIn(
  db: Database,
  secondFactors: SecondFactors,
  { code, ...credentials }: z.output<typeof loginRequest>,
  address: string | null = null,
): Promise<{ user: User; sessionNumber: number; usedSecondFactor: boolean }> {
  try {
    const { sessionNumber, ...user } = await findByPassword(db, credentials);
    const usedSecondFactor = await secondFactors.check(user.id, code);
    await recordLogin(db, user, { action: 'LOGIN', address });
    return { user, sessionNumber, usedSecondFactor };
  } catch (error) {
    if (error instanceof Refusal && error.code !== 'CODE_REQUIRED') {
      // Not awaited: the response time must not reveal whether the account exists.
      selectAccount(db, credentials.email)
        .then((account) => recordLogin(db, account, { action: 'LOGIN_FAILED', address }))
        .catch(() => {});
    }
    throw error;
  }
}

/** Refuses with UNAUTHENTICATED if the account was deleted. */
export async function requireUser(db: Database, userId: number): Promise<User> {
  const user = await selectUser(db, userId);
  if (!user) throw new Refusal('UNAUTHENTICATED');
  return user;
}

export async function requireProfile(db: Database, userId: number): Promise<ProfileUser> {
  const user = await selectProfile(db, userId);
  if (!user) throw new Refusal('UNAUTHENTICATED');
  return user;
}

export async function changeProfile(db: Database, userId: number, change: ProfileChange): Promise<ProfileUser> {
  await updateProfile(db, userId, change);
  return requireProfile(db, userId);
}

/** Refuses to demote the last administrator, with LAST_ADMIN. */
export async function setRole(db: Database, userId: number, role: Role): Promise<void> {
  try {
    const changed = await updateRole(db, userId, role);
    if (changed === undefined) throw new Refusal('NOT_FOUND', 'User not found');
  } catch (error) {
    if (violates(error, 'users_last_admin')) throw new Refusal('LAST_ADMIN');
    throw error;
  }
}

/** Stores the rules for accounts where the database's views read them. Each server does so when it starts. */
export const setAccountRules = (db: Database, { requireTotp }: { requireTotp: boolean }): Promise<void> =>
  updateAccountRules(db, requireTotp);

const LOG_IN_WITH_FACTOR =
  'Log in again with a passkey, or with a code from your authenticator app or a recovery code.';

/**
 * Refuses unless the user has the role and a strong enough password. If an administrator has a second factor, or must have
 * one, the login must have used it. Otherwise the token grants only what every customer may do.
 */
export async function checkRole(
  db: Database,
  login: { userId: number; loginId: number | undefined },
  needed: 'staff' | 'admin',
  { requireTotp }: { requireTotp: boolean },
): Promise<void> {
  const access = await selectAccess(db, login);
  if (!access) throw new Refusal('UNAUTHENTICATED');
  const hasRole = access.role === 'ADMIN' || (access.role === 'STAFF' && needed === 'staff');
  if (!hasRole) throw new Refusal('FORBIDDEN');
  if (access.hasWeakPassword) throw new Refusal('PASSWORD_TOO_WEAK');
  if (access.role !== 'ADMIN') return;
  if (requireTotp && !access.hasSecondFactor) throw new Refusal('TOTP_REQUIRED');
  if (access.hasSecondFactor && !access.usedSecondFactor) throw new Refusal('TOTP_REQUIRED', LOG_IN_WITH_FACTOR);
}

/**
 * Refuses to change the second factors of an administrator who has one, in a login that did not use it. Otherwise the
 * password alone would be enough to replace it.
 */
export async function checkFactorChange(
  db: Database,
  login: { userId: number; loginId: number | undefined },
): Promise<void> {
  const access = await selectAccess(db, login);
  if (access?.role === 'ADMIN' && access.hasSecondFactor && !access.usedSecondFactor)
    throw new Refusal('TOTP_REQUIRED', LOG_IN_WITH_FACTOR);
}
