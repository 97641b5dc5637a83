/** Calls of the pages that links in mails open, apart from api.ts, which the first page loads. */
import { api } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useSession } from '../../lib/session.ts';
import { refreshProfile } from './api.ts';

/** Succeeds whether or not the account exists. */
export const requestResetLink = (email: string) => api.post('/auth/forgot-password', { email }, { token: null });

/** The link works once. It ends all sessions of its account, which may include this one. */
export async function resetPassword(linkToken: string, password: string): Promise<void> {
  await api.post('/auth/reset-password', { token: linkToken, password }, { token: null });
  const { token } = useSession.getState();
  if (token) void refreshProfile(token);
}

/** The link works once. */
export async function confirmEmail(linkToken: string): Promise<void> {
  await api.post('/auth/confirm-email', { token: linkToken }, { token: null });
  void queryClient.invalidateQueries({ queryKey: ['/profile'] });
}
