/** Tracks this server's connections that have joined a show, queued or inside, and what each was last sent. */
import type { Connection } from '../../platform/live/realtime.ts';
import type { UserAtShow } from './waiting.sql.ts';

export interface Member {
  readonly connection: Connection;
  readonly showId: number;
  /** The last state it was sent. It is sent nothing while its place is being entered. */
  phase: 'entering' | 'waiting' | 'inside' | 'timed out';
  /** The last position it was sent; null unless it is queued. */
  position: number | null;
  /** True if the queue changed while the place was being entered. */
  hasMissedChange: boolean;
}

export function createMembers() {
  const memberOf = new Map<Connection, Member>();
  /** show → user → the user's connections */
  const usersOfShow = new Map<number, Map<number, Set<Member>>>();

  return {
    of: (connection: Connection): Member | undefined => memberOf.get(connection),
    add(connection: Connection, showId: number): Member {
      const member: Member = { connection, showId, phase: 'entering', position: null, hasMissedChange: false };
      memberOf.set(connection, member);
      const users = usersOfShow.get(showId) ?? new Map<number, Set<Member>>();
      usersOfShow.set(showId, users);
      users.set(connection.userId, (users.get(connection.userId) ?? new Set()).add(member));
      return member;
    },
    /** Returns true if it was the user's last connection to that show. */
    remove(connection: Connection): boolean {
      const member = memberOf.get(connection);
      if (!member) return false;
      memberOf.delete(connection);
      const users = usersOfShow.get(member.showId);
      const own = users?.get(connection.userId);
      own?.delete(member);
      if (own?.size !== 0) return false;
      users?.delete(connection.userId);
      if (users?.size === 0) usersOfShow.delete(member.showId);
      return true;
    },
    at: (showId: number): Member[] =>
      [...(usersOfShow.get(showId)?.values() ?? [])].flatMap((connections) => [...connections]),
    isAnyAt: (showId: number): boolean => usersOfShow.has(showId),
    isPresent: (userId: number, showId: number): boolean => usersOfShow.get(showId)?.has(userId) ?? false,
    shows: (): number[] => [...usersOfShow.keys()],
    users: (): UserAtShow[] =>
      [...usersOfShow].flatMap(([showId, users]) => [...users.keys()].map((userId) => ({ showId, userId }))),
    count: (): number => memberOf.size,
  };
}
