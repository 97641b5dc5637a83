/**
 * A linearizability check of what many clients saw of one show at the same time. Each seat is checked alone: is there an
 * order of the operations on it, consistent with when each began and ended, that a single seat with one owner could have
 * produced? (The search of Wing and Gong, with the states already tried kept.)
 */

/** What one operation says about one seat; `began` and `ended` on one clock. */
export interface SeatEvent {
  seat: string;
  userId: number;
  began: number;
  ended: number;
  did: 'hold' | 'release' | 'book' | 'cancel' | 'see-taken' | 'see-available';
}

/** 0 free, +user held, -user booked. */
type Owner = number;

function step(owner: Owner, { did, userId }: SeatEvent): Owner | undefined {
  const isAvailable = owner === 0 || owner === userId;
  switch (did) {
    case 'hold':
      return isAvailable ? userId : undefined;
    case 'release':
      return owner === userId ? 0 : undefined;
    case 'book':
      return isAvailable ? -userId : undefined;
    case 'cancel':
      return owner === -userId ? 0 : undefined;
    case 'see-taken':
      return isAvailable ? undefined : owner;
    case 'see-available':
      return isAvailable ? owner : undefined;
  }
}

function isLinearizable(events: SeatEvent[]): boolean {
  const sorted = events.toSorted((a, b) => a.began - b.began);
  const tried = new Set<string>();
  const search = (left: SeatEvent[], owner: Owner): boolean => {
    const firstEnd = Math.min(...left.map(({ ended }) => ended));
    const possible = left.filter((event) => event.began <= firstEnd && step(owner, event) !== undefined);
    // A read that is possible now can come now: no other order would gain by its waiting.
    const reads = possible.filter(({ did }) => did === 'see-taken' || did === 'see-available');
    if (reads.length > 0) return search(without(left, reads), owner);
    if (left.length === 0) return true;
    const state = `${owner}:${left.map((event) => sorted.indexOf(event)).join()}`;
    if (tried.has(state)) return false;
    tried.add(state);
    return possible.some((event) => search(without(left, [event]), step(owner, event) as Owner));
  };
  return search(sorted, 0);
}

const without = (events: SeatEvent[], gone: SeatEvent[]) => events.filter((event) => !gone.includes(event));

/** The seats whose history no single seat could have had. */
export function impossibleSeats(events: SeatEvent[]): string[] {
  const bySeat = Map.groupBy(events, ({ seat }) => seat);
  return [...bySeat].filter(([, history]) => !isLinearizable(history)).map(([seat]) => seat);
}
