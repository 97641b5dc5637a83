/** Which of this server's sockets watch which show. A socket watches one show at most. */

interface Socket {
  readonly id: string;
  readonly userId: number;
}

export function createWatchers() {
  const showBySocket = new Map<string, number>();
  const socketsByShow = new Map<number, Map<number, number>>();

  function count(showId: number, userId: number, change: 1 | -1): void {
    const users = socketsByShow.get(showId) ?? new Map<number, number>();
    const sockets = (users.get(userId) ?? 0) + change;
    if (sockets > 0) users.set(userId, sockets);
    else users.delete(userId);
    if (users.size > 0) socketsByShow.set(showId, users);
    else socketsByShow.delete(showId);
  }

  return {
    add({ id, userId }: Socket, showId: number): void {
      showBySocket.set(id, showId);
      count(showId, userId, 1);
    },
    /** Says which show it was. */
    remove({ id, userId }: Socket): number | undefined {
      const showId = showBySocket.get(id);
      if (showId === undefined) return undefined;
      showBySocket.delete(id);
      count(showId, userId, -1);
      return showId;
    },
    showOf: ({ id }: Socket): number | undefined => showBySocket.get(id),
    isWatching: (userId: number, showId: number): boolean => socketsByShow.get(showId)?.has(userId) ?? false,
    all: (): { showId: number; userId: number }[] =>
      [...socketsByShow].flatMap(([showId, users]) => [...users.keys()].map((userId) => ({ showId, userId }))),
  };
}
