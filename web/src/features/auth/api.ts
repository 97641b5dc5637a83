import type { Session, User } from '@moviebooking/contract/accounts';
import { type Answer, ApiError, api } from '../../lib/api.ts';
import { beginSession, endSession, refreshUser, useSession } from '../../lib/session.ts';

/** Logs in or signs up. Ignores a second attempt while one is in progress, such as a double press. */
export async function logIn(path: '/auth/login' | '/auth/signup' | '/auth/passkey', input: object): Promise<void> {
  if (useSession.getState().isLoading) return;
  useSession.setState({ isLoading: true });
  try {
    const { data } = await api.post<Answer<Session>>(path, input, { token: null });
    beginSession(data);
  } finally {
    useSession.setState({ isLoading: false });
  }
}

/** Ends the session here immediately, even offline, and on the server once it can be reached. */
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

/** Updates the stored user, who may be days old. A token that is no longer valid ends the session. */
export async function refreshProfile(token: string): Promise<void> {
  if (useSession.getState().token !== token) return;
  try {
    const { data } = await api.get<Answer<{ user: User }>>('/profile');
    refreshUser(token, data.user);
  } catch {
    // Offline, the stored user stays.
  }
}
