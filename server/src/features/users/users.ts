import type { AdminUser, Role } from '@moviebooking/contract/accounts';
import type { Database } from '../../platform/database.ts';
import { Refusal } from '../../platform/refusal.ts';
import { setRole } from '../auth/auth.ts';
import { createResetLink } from '../auth/new-passwords.ts';
import { selectAdminUser } from './users.sql.ts';

async function findAdminUser(db: Database, id: number): Promise<AdminUser> {
  const user = await selectAdminUser(db, id);
  if (!user) throw new Refusal('NOT_FOUND', 'User not found');
  return user;
}

/**
 * Takes effect at once, on tokens that are out too. Where the password is too weak for the new role, the role is given and
 * the admin area stays closed to the user until they have set another password.
 */
export async function changeRole(db: Database, id: number, role: Role): Promise<AdminUser> {
  await setRole(db, id, role);
  return findAdminUser(db, id);
}

/** The path of a page of the web app, and until when it works. */
export async function makeResetLink(db: Database, id: number): Promise<{ path: string; expiresAt: Date }> {
  await findAdminUser(db, id);
  return createResetLink(db, id);
}
