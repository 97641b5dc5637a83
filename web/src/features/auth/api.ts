import type { Language, Session } from '@moviebooking/contract/accounts';
import { type Answer, ApiError, api } from '../../lib/api.ts';
import { language } from '../../lib/language.ts';
import { beginSession, endSession, refreshUser, type SessionUser, useSession } from '../../lib/session.ts';

/** Logs in or signs up. Ignores a second attempt while one is in progress, such as a double press. */
export async function logIn(path: '/auth/login' | '/auth/signup' | '/auth/passkey', input: object): Promise<void> {
  if (useSession.getState().isLoading) return;
  useSession.setState({ isLoading: true });
  try {
    const { data } = await api.post<Answer<Session>>(path, input, { token: null });
    beginSession(data);
    // A new account keeps the language that it was made in; an older one brings its own.
    const isNew = path === '/auth/signup' && language !== 'en';
    void (isNew ? saveLanguage(language, data.token).catch(() => {}) : refreshProfile(data.token));
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

/** The app then follows the user's language. */
export async function saveLanguage(chosen: Language, token: string): Promise<void> {
  const { data } = await api.put<Answer<{ user: SessionUser }>>('/profile', { language: chosen }, { token });
  refreshUser(token, data.user);
}

/** Updates the stored user, who may be days old. A token that is no longer valid ends the session. */
export async function refreshProfile(token: string): Promise<void> {
  if (useSession.getState().token !== token) return;
  try {
    const { data } = await api.get<Answer<{ user: SessionUser }>>('/profile');
    refreshUser(token, data.user);
  } catch {
    // Offline, the stored user stays.
  }
}
