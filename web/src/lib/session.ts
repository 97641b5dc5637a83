/**
 * Who is logged in, in this tab and in all others of this browser. The stored keys `authToken` and `user` are what
 * counts at the start and between tabs; `auth-storage` is the store's own persisted copy. Everything that depends on
 * a session (guards, socket, query cache) subscribes to this store, so that logging out is one call here and nothing else.
 */
import type { Session, User } from '@moviebooking/contract/accounts';
import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { storage } from './storage.ts';

const TOKEN_KEY = 'authToken';
const USER_KEY = 'user';

/** What an account lacks before the admin area opens, though its role would do. */
export type AdminRefusal = 'TOTP_REQUIRED' | 'PASSWORD_TOO_WEAK';

interface SessionState {
  user: User | null;
  token: string | null;
  isAuthenticated: boolean;
  /** A login or signup is under way. */
  isLoading: boolean;
  /** The last session was ended by the server and not by the user. */
  hasExpired: boolean;
  /** Why the admin area was refused a moment ago, until the profile page has said so. */
  adminRefusal: AdminRefusal | null;
}

const SIGNED_OUT = { user: null, token: null, isAuthenticated: false, isLoading: false, adminRefusal: null } as const;

export const useSession = create<SessionState>()(
  persist((): SessionState => ({ ...SIGNED_OUT, hasExpired: false }), {
    name: 'auth-storage',
    storage: createJSONStorage(() => storage),
    partialize: ({ user, token, isAuthenticated }) => ({ user, token, isAuthenticated }),
    skipHydration: true,
  }),
);

function readStored(): Session | null {
  const token = storage.getItem(TOKEN_KEY);
  const stored = storage.getItem(USER_KEY);
  if (!token || !stored) return null;
  const user: unknown = JSON.parse(stored);
  if (typeof user !== 'object' || user === null || Array.isArray(user)) throw new TypeError('not a user object');
  return { token, user: user as User };
}

function adoptStored(): void {
  try {
    const stored = readStored();
    if (stored) useSession.setState({ ...stored, isAuthenticated: true, isLoading: false, hasExpired: false });
    else {
      // This tab may have refreshed its user in the moment in which another one logged out. Any other user that is
      // stored belongs to a session that a tab is beginning right now, and is left alone.
      if (storage.getItem(USER_KEY) === JSON.stringify(useSession.getState().user)) storage.removeItem(USER_KEY);
      useSession.setState({ ...SIGNED_OUT, hasExpired: false });
    }
  } catch (error) {
    console.error('The stored user cannot be read; logging out.', error);
    endSession();
  }
}

/** Reads the stored session and from then on follows what other tabs do. */
export function startSession(): void {
  adoptStored();
  window.addEventListener('storage', ({ key }) => {
    if (key === null || key === TOKEN_KEY) adoptStored();
  });
  // A page that the browser kept whole comes back as it was left: who has logged in or out since then counts.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) adoptStored();
  });
}

/** The token goes last: it is the key that other tabs wait for. */
export function beginSession({ token, user }: Session): void {
  storage.setItem(USER_KEY, JSON.stringify(user));
  storage.setItem(TOKEN_KEY, token);
  useSession.setState({ token, user, isAuthenticated: true, isLoading: false, hasExpired: false });
}

export function endSession(): void {
  storage.removeItem(TOKEN_KEY);
  storage.removeItem(USER_KEY);
  useSession.setState({ ...SIGNED_OUT, hasExpired: false });
}

/** The server refused this token. A refusal that arrives late, for an older token, ends nothing. */
export function expireSession(refusedToken: string): void {
  if (useSession.getState().token !== refusedToken) return;
  endSession();
  useSession.setState({ hasExpired: true });
}

/** The user as the server knows them now, unless they have logged out or another one has logged in meanwhile, also in another tab. */
export function refreshUser(token: string, user: User): void {
  if (useSession.getState().token !== token || storage.getItem(TOKEN_KEY) !== token) return;
  storage.setItem(USER_KEY, JSON.stringify(user));
  useSession.setState({ user });
}
