/** Which of this server's connections are in which show's room. A connection is in one room at most. */

interface Connection {
  readonly id: string;
  readonly userId: number;
}

export function createPresence() {
  const showOfConnection = new Map<string, number>();
  /** show → user → how many connections */
  const usersOfShow = new Map<number, Map<number, number>>();

  function count(showId: number, userId: number, change: 1 | -1): void {
    const users = usersOfShow.get(showId) ?? new Map<number, number>();
    const connections = (users.get(userId) ?? 0) + change;
    if (connections > 0) users.set(userId, connections);
    else users.delete(userId);
    if (users.size > 0) usersOfShow.set(showId, users);
    else usersOfShow.delete(showId);
  }

  return {
    add({ id, userId }: Connection, showId: number): void {
      showOfConnection.set(id, showId);
      count(showId, userId, 1);
    },
    /** Returns the show whose room it was in. */
    remove({ id, userId }: Connection): number | undefined {
      const showId = showOfConnection.get(id);
      if (showId === undefined) return undefined;
      showOfConnection.delete(id);
      count(showId, userId, -1);
      return showId;
    },
    showOf: ({ id }: Connection): number | undefined => showOfConnection.get(id),
    isPresent: (userId: number, showId: number): boolean => usersOfShow.get(showId)?.has(userId) ?? false,
    all: (): { showId: number; userId: number }[] =>
      [...usersOfShow].flatMap(([showId, users]) => [...users.keys()].map((userId) => ({ showId, userId }))),
  };
}
