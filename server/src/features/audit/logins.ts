import type { User } from '@moviebooking/contract/accounts';
import type { Database } from '../../platform/database.ts';
import { recordAudit } from './audit.ts';

interface Attempt {
  action: 'LOGIN' | 'LOGIN_FAILED';
  address: string | null;
}

/** Records logins of those who may do more than customers, and what failed in their name. */
export async function recordLogin(
  db: Database,
  user: Pick<User, 'id' | 'role'> | undefined,
  { action, address }: Attempt,
): Promise<void> {
  if (!user || user.role === 'USER') return;
  const actor = { userId: action === 'LOGIN' ? user.id : null, address };
  await recordAudit(db, { actor, action, entity: 'user', entityId: user.id });
}
