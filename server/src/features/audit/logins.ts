import type { User } from '@moviebooking/contract/accounts';
import type { Database } from '../../platform/database.ts';
import { recordAudit } from './audit.ts';

interface Attempt {
  matches: boolean;
  address: string | null;
}

/**
 * Records logins of those who may do more than customers, and what failed in their name. A failure is recorded after the
 * answer, so that the answer does not tell by its time whose address it was.
 */
export async function recordLogin(
  db: Database,
  user: Pick<User, 'id' | 'role'> | undefined,
  { matches, address }: Attempt,
): Promise<void> {
  if (!user || user.role === 'USER') return;
  const entry = { entity: 'user', entityId: user.id } as const;
  if (matches) await recordAudit(db, { ...entry, actor: { userId: user.id, address }, action: 'LOGIN' });
  else recordAudit(db, { ...entry, actor: { userId: null, address }, action: 'LOGIN_FAILED' }).catch(() => {});
}
