/**
 * Where a login leads: to the page that a guard refused, else to the movies. The guard keeps its address in the history entry
 * of /login, which survives a reload and which no link can set. The pages around a login pass the entry's state on.
 */
import type { Location } from 'react-router';
import type { useSession } from '../lib/session.ts';

const NO_DESTINATION = '/movies';

interface Destination {
  path: string;
  /** The only user who may be taken there. Null after a link: then it is for whoever logs in. */
  userId: number | null;
}

type PastSession = Pick<ReturnType<typeof useSession.getState>, 'hasExpired' | 'lastUserId'>;

/** The state for /login. Null after a logout: the next user must not land on the previous user's page. */
export function destinationState(
  { pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>,
  { hasExpired, lastUserId }: PastSession,
): { destination: Destination } | null {
  if (lastUserId !== null && !hasExpired) return null;
  return { destination: { path: pathname + search + hash, userId: lastUserId } };
}

/** Refuses addresses outside of the app. */
export function destinationIn(state: unknown, userId: number | undefined): string {
  const destination = (state as { destination?: Partial<Destination> } | null)?.destination;
  if (typeof destination?.path !== 'string' || !destination.path.startsWith('/')) return NO_DESTINATION;
  if (destination.userId != null && destination.userId !== userId) return NO_DESTINATION;
  const { origin } = window.location;
  if (!URL.canParse(destination.path, origin)) return NO_DESTINATION;
  const url = new URL(destination.path, origin);
  // A path that begins with // would be read as another host.
  return url.origin === origin && !url.pathname.startsWith('//')
    ? url.pathname + url.search + url.hash
    : NO_DESTINATION;
}
