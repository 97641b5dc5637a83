import type { User } from '@moviebooking/contract/accounts';
import type { Database } from '../../platform/database/database.ts';
import { type Actor, recordAudit } from './audit.ts';

/** Entries about accounts. Customers' own logins and changes are not recorded, so each function ignores them. */
type Account = Pick<User, 'id' | 'role'>;

/** Records a login, or a failed attempt, to an account of staff or an administrator. */
export async function recordLogin(
  db: Database,
  user: Account | undefined,
  { action, address }: { action: 'LOGIN' | 'LOGIN_FAILED'; address: string | null },
): Promise<void> {
  if (!user || user.role === 'USER') return;
  const actor = { userId: action === 'LOGIN' ? user.id : null, address };
  await recordAudit(db, { actor, action, entity: 'user', entityId: user.id });
}

/** Records a new password, a second factor switched on or off, or a passkey added or removed. */
export async function recordLoginChange(
  db: Database,
  { id, role }: Account,
  actor: Actor,
  after: { password: 'changed' } | { secondFactor: 'on' | 'off' } | { passkey: 'added' | 'removed' },
): Promise<void> {
  if (role === 'USER') return;
  await recordAudit(db, { actor, action: 'UPDATE', entity: 'user', entityId: id, after });
}

/** Records that an account deleted itself, without its network address: that is erased with the account. */
export async function recordDeletion(db: Database, { id, role }: Account): Promise<void> {
  if (role === 'USER') return;
  const actor = { userId: id, address: null };
  await recordAudit(db, { actor, action: 'DELETE', entity: 'user', entityId: id, before: { role } });
}
