import type { User } from '@moviebooking/contract/accounts';
import { type Answer, api } from '../../lib/api.ts';
import { refreshUser } from '../../lib/session.ts';

/** The stored user may be days old: asks who this is now. A token that no longer counts ends the session by itself. */
export async function refreshProfile(token: string): Promise<void> {
  try {
    const { data } = await api.get<Answer<{ user: User }>>('/profile');
    refreshUser(token, data.user);
  } catch {
    // Without an answer the stored user stands.
  }
}
