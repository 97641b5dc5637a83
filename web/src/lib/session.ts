/**
 * The session, shared by all tabs of this browser. The stored keys `authToken` and `user` are the source of truth at the start
 * and between tabs; `auth-storage` is a copy, which nothing here reads. Everything that depends on the session (guards,
 * socket, query cache) subscribes to this store, so logging out takes one call.
 */
import type { Language, Session, User } from '@moviebooking/contract/accounts';
import { create } from 'zustand';
import { storage } from './storage.ts';

const TOKEN_KEY = 'authToken';
const USER_KEY = 'user';

/** Why an account with the right role still can't open the admin area. */
export type AdminRefusal = 'TOTP_REQUIRED' | 'PASSWORD_TOO_WEAK';

/** The profile has the language, a login's answer may not. */
export type SessionUser = User & { language?: Language };

interface SessionState {
  user: SessionUser | null;
  token: string | null;
  isAuthenticated: boolean;
  /** A login or signup is in progress. */
  isLoading: boolean;
  /** The server ended the last session, not the user. */
  hasExpired: boolean;
  /** The user whose session ended last in this tab; null if none has ended since the page was loaded. */
  lastUserId: number | null;
  /** Why the admin area was just refused, until the profile page has shown it. */
  adminRefusal: AdminRefusal | null;
}

const SIGNED_OUT = { user: null, token: null, isAuthenticated: false, isLoading: false, adminRefusal: null } as const;

export const useSession = create<SessionState>()(() => ({ ...SIGNED_OUT, hasExpired: false, lastUserId: null }));

useSession.subscribe(({ user, token, isAuthenticated }) => {
  storage.setItem('auth-storage', JSON.stringify({ state: { user, token, isAuthenticated }, version: 0 }));
});

function readStored(): Session | null {
  const token = storage.getItem(TOKEN_KEY);
  const stored = storage.getItem(USER_KEY);
  if (!token || !stored) return null;
  const user: unknown = JSON.parse(stored);
  if (typeof user !== 'object' || user === null || Array.isArray(user)) throw new TypeError('not a user object');
  return { token, user: user as SessionUser };
}

function adoptStored(): void {
  try {
    const stored = readStored();
    if (stored) useSession.setState({ ...stored, isAuthenticated: true, isLoading: false, hasExpired: false });
    else {
      // This tab may have stored its refreshed user just as another tab logged out. Any other stored user belongs to a
      // session that another tab is just starting, so it stays.
      if (storage.getItem(USER_KEY) === JSON.stringify(useSession.getState().user)) storage.removeItem(USER_KEY);
      signOut();
    }
  } catch (error) {
    console.error('The stored user cannot be read; logging out.', error);
    endSession();
  }
}

/** Restores the stored session, then follows logins and logouts in other tabs. */
export function startSession(): void {
  adoptStored();
  window.addEventListener('storage', ({ key }) => {
    if (key === null || key === TOKEN_KEY) adoptStored();
  });
  // A page from the back/forward cache has an old session: somebody may have logged in or out since.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) adoptStored();
  });
}

/** Stores the token last, because other tabs listen for that key. */
export function beginSession({ token, user }: Session): void {
  storage.setItem(USER_KEY, JSON.stringify(user));
  storage.setItem(TOKEN_KEY, token);
  useSession.setState({ token, user, isAuthenticated: true, isLoading: false, hasExpired: false });
}

function signOut(hasExpired = false): void {
  useSession.setState(({ user, lastUserId }) => ({ ...SIGNED_OUT, hasExpired, lastUserId: user?.id ?? lastUserId }));
}

export function endSession(hasExpired = false): void {
  storage.removeItem(TOKEN_KEY);
  storage.removeItem(USER_KEY);
  signOut(hasExpired);
}

/** Ends the session because the server refused its token. Ignores a late refusal of an older token. */
export function expireSession(refusedToken: string): void {
  if (useSession.getState().token === refusedToken) endSession(true);
}

/** Updates the user, unless they logged out or another user logged in since, in any tab. */
export function refreshUser(token: string, user: SessionUser): void {
  if (useSession.getState().token !== token || storage.getItem(TOKEN_KEY) !== token) return;
  storage.setItem(USER_KEY, JSON.stringify(user));
  useSession.setState({ user });
}
