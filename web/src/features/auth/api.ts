import type { Session, User } from '@moviebooking/contract/accounts';
import { type Answer, ApiError, api } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { beginSession, endSession, refreshUser, useSession } from '../../lib/session.ts';

/** Logs in or signs up. While one attempt is under way a second one is ignored, so that no double press counts twice. */
export async function logIn(path: '/auth/login' | '/auth/signup', input: object): Promise<void> {
  if (useSession.getState().isLoading) return;
  useSession.setState({ isLoading: true });
  try {
    const { data } = await api.post<Answer<Session>>(path, input, { token: null });
    beginSession(data);
  } finally {
    useSession.setState({ isLoading: false });
  }
}

/** Ends the session here at once, network or not, and on the server as soon as that can be reached. */
export function logOut(): void {
  const { token } = useSession.getState();
  endSession();
  if (token) void endOnServer(token);
}

async function endOnServer(token: string): Promise<void> {
  const later = () => window.addEventListener('online', () => void endOnServer(token), { once: true });
  if (!navigator.onLine) return later();
  try {
    await api.post('/auth/logout', undefined, { token, keepalive: true });
  } catch (error) {
    if (error instanceof ApiError && error.isNetworkFailure && !navigator.onLine) later();
  }
}

/** Answers the same whether or not there is such an account. */
export const requestResetLink = (email: string) => api.post('/auth/forgot-password', { email }, { token: null });

/** The link works once; afterwards every login of its account has ended, perhaps this one. */
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

/** The stored user may be days old: asks who this is now. A token that no longer counts ends the session by itself. */
export async function refreshProfile(token: string): Promise<void> {
  if (useSession.getState().token !== token) return;
  try {
    const { data } = await api.get<Answer<{ user: User }>>('/profile');
    refreshUser(token, data.user);
  } catch {
    // Without an answer the stored user stays.
  }
}
