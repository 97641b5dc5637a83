import type { User } from '@moviebooking/contract/accounts';
import type { Database } from '../../platform/database/database.ts';
import { type Actor, recordAudit } from './audit.ts';

type Account = Pick<User, 'id' | 'role'>;

interface Attempt {
  action: 'LOGIN' | 'LOGIN_FAILED';
  address: string | null;
}

/** Records logins of those who may do more than customers, and what failed in their name. */
export async function recordLogin(
  db: Database,
  user: Account | undefined,
  { action, address }: Attempt,
): Promise<void> {
  if (!user || user.role === 'USER') return;
  const actor = { userId: action === 'LOGIN' ? user.id : null, address };
  await recordAudit(db, { actor, action, entity: 'user', entityId: user.id });
}

/** Records what those who may do more than customers change of how they log in. */
export async function recordLoginChange(
  db: Database,
  { id, role }: Account,
  actor: Actor,
  after: { password: 'changed' } | { secondFactor: 'on' | 'off' },
): Promise<void> {
  if (role === 'USER') return;
  await recordAudit(db, { actor, action: 'UPDATE', entity: 'user', entityId: id, after });
}

/** Records that an account which could do more than customers deleted itself. From where goes with the account. */
export async function recordDeletion(db: Database, { id, role }: Account): Promise<void> {
  if (role === 'USER') return;
  const actor = { userId: id, address: null };
  await recordAudit(db, { actor, action: 'DELETE', entity: 'user', entityId: id, before: { role } });
}
