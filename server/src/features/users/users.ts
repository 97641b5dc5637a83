import type { AdminUser, Invitation, Role } from '@moviebooking/contract/accounts';
import type { Database } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors/refusal.ts';
import { type Actor, recordAudit } from '../audit/audit.ts';
import type { Logins } from '../auth/logins.ts';
import { createResetLink, type ResetLink } from '../auth/new-passwords.ts';
import { giveRole, openInvitedAccount } from '../auth/roles.ts';
import { selectAdminUser } from './users.sql.ts';

async function findAdminUser(db: Database, id: number): Promise<AdminUser> {
  const user = await selectAdminUser(db, id);
  if (!user) throw new Refusal('NOT_FOUND', 'User not found');
  return user;
}

/**
 * Takes effect immediately; a promotion ends all logins of the user. If the password is too weak for the new role, the admin
 * area stays closed until the user sets another. If the address is not confirmed, returns a link to pass on.
 */
export async function changeRole(
  { db, logins }: { db: Database; logins: Logins },
  actor: Actor,
  id: number,
  role: Role,
): Promise<{ user: AdminUser; link?: ResetLink | undefined }> {
  const changed = await db.transaction().execute(async (tx) => {
    const { before, link } = await giveRole(tx, id, role);
    const fields = { before: { role: before }, after: { role, ...(link ? { password: 'to be reset' } : {}) } };
    await recordAudit(tx, { actor, action: 'UPDATE', entity: 'user', entityId: id, ...fields });
    return { user: await findAdminUser(tx, id), link };
  });
  await logins.reread();
  return changed;
}

/** Opens an account for new staff. Returns the link with which its user sets a password. */
export async function inviteUser(
  db: Database,
  actor: Actor,
  invitation: Invitation,
): Promise<{ user: AdminUser; link: ResetLink }> {
  return db.transaction().execute(async (tx) => {
    const { id, link } = await openInvitedAccount(tx, invitation);
    const after = { role: invitation.role, password: 'to be set' };
    await recordAudit(tx, { actor, action: 'CREATE', entity: 'user', entityId: id, before: null, after });
    return { user: await findAdminUser(tx, id), link };
  });
}

export async function makeResetLink(db: Database, actor: Actor, id: number): Promise<ResetLink> {
  return db.transaction().execute(async (tx) => {
    await findAdminUser(tx, id);
    await recordAudit(tx, { actor, action: 'RESET_LINK', entity: 'user', entityId: id });
    return createResetLink(tx, id);
  });
}
