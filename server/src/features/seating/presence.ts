/**
 * Tracks which show's room each of this server's connections is in, and which seats their users hold there, as far as this
 * server knows. A connection is in at most one room.
 */

interface Connection {
  readonly id: string;
  readonly userId: number;
}

export function createPresence() {
  const showOfConnection = new Map<string, number>();
  /** show → user → number of connections */
  const usersOfShow = new Map<number, Map<number, number>>();
  const heldSeats = new Map<string, Set<string>>();
  const keyOf = (userId: number, showId: number) => `${userId} in ${showId}`;

  function count(showId: number, userId: number, change: 1 | -1): void {
    const users = usersOfShow.get(showId) ?? new Map<number, number>();
    const connections = (users.get(userId) ?? 0) + change;
    if (connections > 0) users.set(userId, connections);
    else {
      users.delete(userId);
      heldSeats.delete(keyOf(userId, showId));
    }
    if (users.size > 0) usersOfShow.set(showId, users);
    else usersOfShow.delete(showId);
  }

  return {
    add({ id, userId }: Connection, showId: number): void {
      showOfConnection.set(id, showId);
      count(showId, userId, 1);
    },
    /** Returns the show whose room the connection was in. */
    remove({ id, userId }: Connection): number | undefined {
      const showId = showOfConnection.get(id);
      if (showId === undefined) return undefined;
      showOfConnection.delete(id);
      count(showId, userId, -1);
      return showId;
    },
    showOf: ({ id }: Connection): number | undefined => showOfConnection.get(id),
    isPresent: (userId: number, showId: number): boolean => usersOfShow.get(showId)?.has(userId) ?? false,
    /** Call it only for a user who is in the room. */
    noteHeld(userId: number, showId: number, seats: string[]): void {
      const known = heldSeats.get(keyOf(userId, showId));
      if (known) for (const seat of seats) known.add(seat);
      else if (seats.length > 0) heldSeats.set(keyOf(userId, showId), new Set(seats));
    },
    noteNotHeld(userId: number, showId: number, seats: string[]): void {
      const known = heldSeats.get(keyOf(userId, showId));
      for (const seat of seats) known?.delete(seat);
      if (known?.size === 0) heldSeats.delete(keyOf(userId, showId));
    },
    mayHoldSeats: (userId: number, showId: number): boolean => heldSeats.has(keyOf(userId, showId)),
    all: (): { showId: number; userId: number }[] =>
      [...usersOfShow].flatMap(([showId, users]) => [...users.keys()].map((userId) => ({ showId, userId }))),
  };
}
