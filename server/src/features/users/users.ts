import type { AdminUser, Role } from '@moviebooking/contract/accounts';
import type { Database } from '../../platform/database.ts';
import { Refusal } from '../../platform/refusal.ts';
import { type Actor, recordAudit } from '../audit/audit.ts';
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
export async function changeRole(db: Database, actor: Actor, id: number, role: Role): Promise<AdminUser> {
  return db.transaction().execute(async (tx) => {
    const before = await findAdminUser(tx, id);
    await setRole(tx, id, role);
    const fields = { before: { role: before.role }, after: { role } };
    await recordAudit(tx, { actor, action: 'UPDATE', entity: 'user', entityId: id, ...fields });
    return findAdminUser(tx, id);
  });
}

/** The path of a page of the web app, and until when it works. */
export async function makeResetLink(
  db: Database,
  actor: Actor,
  id: number,
): Promise<{ path: string; expiresAt: Date }> {
  return db.transaction().execute(async (tx) => {
    await findAdminUser(tx, id);
    await recordAudit(tx, { actor, action: 'RESET_LINK', entity: 'user', entityId: id });
    return createResetLink(tx, id);
  });
}
