/**
 * Checks the linearizability of what many clients did to one show at the same time. It checks each seat alone: can its operations
 * be put in an order that fits their times and that a seat with one owner could produce? (The search of Wing and Gong, with
 * memoized states.) An unanswered operation may have happened at any time after it began, or not at all.
 */

export interface Operation {
  verb: 'hold' | 'release' | 'book' | 'cancel';
  userId: number;
  /** The requested operation. */
  seats: string[];
  began: number;
  /** The booking that was made or should be cancelled. */
  bookingId?: number;
  /** Part of a change of that booking: one operation gives seats back, the other takes some. */
  isChange?: true;
  /** Missing if the outcome is unknown. Uses the same clock as `began`. */
  answer?: { at: number; done: string[]; conflicts: string[]; expiresAt?: number };
}

/** The effect of one operation on one seat. */
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
    // A read that fits now can come now: postponing it makes no other order possible.
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

/** Returns the seats with an impossible history. */
export function impossibleSeats(operations: Operation[]): string[] {
  const bySeat = Map.groupBy(operations.flatMap(eventsOf), ({ seat }) => seat);
  return [...bySeat].filter(([, history]) => !isLinearizable(history)).map(([seat]) => seat);
}
