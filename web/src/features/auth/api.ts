import type { Session, User } from '@moviebooking/contract/accounts';
import { type Answer, ApiError, api } from '../../lib/api.ts';
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

/** The fields of this form that the server refused, each with its message. */
export function fieldErrors<Name extends string>(error: unknown, names: readonly Name[]): [Name, string][] {
  if (!(error instanceof ApiError)) return [];
  return error.errors.flatMap(({ path, message }) => {
    const name = names.find((known) => path === known || path.endsWith(`.${known}`) || path.endsWith(`/${known}`));
    return name ? [[name, message] as [Name, string]] : [];
  });
}

/** The stored user may be days old: asks who this is now. A token that no longer counts ends the session by itself. */
export async function refreshProfile(token: string): Promise<void> {
  try {
    const { data } = await api.get<Answer<{ user: User }>>('/profile');
    refreshUser(token, data.user);
  } catch {
    // Without an answer the stored user stays.
  }
}
