/**
 * What many clients did to one show at the same time, and a linearizability check of it. Each seat is checked alone: is
 * there an order of the operations on it, consistent with when each began and was answered, that a single seat with one
 * owner could have produced? (The search of Wing and Gong, with the states already tried kept.) An operation whose answer
 * never came may have happened at any time since it began, or not at all.
 */

export interface Operation {
  verb: 'hold' | 'release' | 'book' | 'cancel';
  userId: number;
  /** What was asked for. */
  seats: string[];
  began: number;
  /** The booking that was made, or that was to be cancelled. */
  bookingId?: number;
  /** None when no answer came that says what happened. On the same clock as `began`. */
  answer?: { at: number; done: string[]; conflicts: string[]; expiresAt?: number };
}

/** What one operation says about one seat. */
interface SeatEvent {
  seat: string;
  userId: number;
  began: number;
  ended: number;
  did: Operation['verb'] | 'see-taken' | 'see-available';
  mayHaveHappened: boolean;
}

export const isRefusedForSeats = ({ answer }: Operation): boolean =>
  answer !== undefined && answer.done.length === 0 && answer.conflicts.length > 0;

function eventsOf(operation: Operation): SeatEvent[] {
  const { verb, userId, seats, began, answer } = operation;
  const events = (concerned: string[], did: SeatEvent['did']) =>
    concerned.map((seat) => {
      const ended = answer?.at ?? Number.POSITIVE_INFINITY;
      return { seat, userId, began, ended, did, mayHaveHappened: answer === undefined };
    });
  if (!answer) return events(seats, verb);
  const { done, conflicts } = answer;
  const available = isRefusedForSeats(operation) ? seats.filter((seat) => !conflicts.includes(seat)) : [];
  return [...events(done, verb), ...events(conflicts, 'see-taken'), ...events(available, 'see-available')];
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
    if (left.every(({ mayHaveHappened }) => mayHaveHappened)) return true;
    const state = `${owner}:${left.map((event) => sorted.indexOf(event)).join()}`;
    if (tried.has(state)) return false;
    tried.add(state);
    return possible.some((event) => search(without(left, [event]), step(owner, event) as Owner));
  };
  return search(sorted, 0);
}

const without = (events: SeatEvent[], gone: SeatEvent[]) => events.filter((event) => !gone.includes(event));

/** The seats whose history no single seat could have had. */
export function impossibleSeats(operations: Operation[]): string[] {
  const bySeat = Map.groupBy(operations.flatMap(eventsOf), ({ seat }) => seat);
  return [...bySeat].filter(([, history]) => !isLinearizable(history)).map(([seat]) => seat);
}
