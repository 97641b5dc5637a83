/**
 * The status of each seat as the user sees it: the map, overlaid with the requests that the map doesn't show yet. Others'
 * bookings and holds take precedence over every request.
 */
import { MAX_SEATS_PER_BOOKING } from '@moviebooking/contract/limits';
import { ALL_SEATS, inSeatOrder } from '@moviebooking/contract/seats';
import type { SeatMap } from './seat-map.ts';

/** `yours` and `givingBack`: seats of the booking that is being changed. */
export type SeatStatus = 'available' | 'selected' | 'blocked' | 'booked' | 'closed' | 'yours' | 'givingBack';

/** `sending`: no answer yet. `granted`: answered, but the map hasn't changed yet. `unsent`: no connection. */
export interface SeatRequest {
  wants: 'hold' | 'release';
  stage: 'sending' | 'granted' | 'unsent';
  expiresAt?: string | null;
}

export interface Submission {
  seats: string[];
  /** As on the countdown when Book Seats was pressed. */
  holdEnd: number | null;
}

/** The booking whose seats are being changed. Seats selected during a change are those to take. */
export interface Changing {
  bookingId: number;
  seats: readonly string[];
  givenBack: ReadonlySet<string>;
}

export interface SelectionState {
  map: SeatMap;
  requests: ReadonlyMap<string, SeatRequest>;
  /** What is being booked. It stays selected whatever the map says, until the booking fails or the page is left. */
  submission: Submission | null;
  /** This user's holds are the selection. Null for an administrator, who can't select seats. */
  userId: number | null;
  changing?: Changing | null;
  /** Seats from the show's waitlist, which stay held until the offer ends, and whether they are chosen. */
  offered?: ReadonlyMap<string, boolean>;
}

export function isTaken({ map, userId }: SelectionState, seat: string): boolean {
  const hold = map.holds.get(seat);
  return map.booked.has(seat) || map.closed.has(seat) || (hold !== undefined && hold.userId !== userId);
}

export function statusOf(state: SelectionState, seat: string): SeatStatus {
  const { map, requests, submission, changing } = state;
  if (submission?.seats.includes(seat)) return 'selected';
  if (map.booked.has(seat)) {
    if (!changing?.seats.includes(seat)) return 'booked';
    return changing.givenBack.has(seat) ? 'givingBack' : 'yours';
  }
  if (map.closed.has(seat)) return 'closed';
  if (isTaken(state, seat)) return 'blocked';
  if (submission) return 'available';
  const request = requests.get(seat);
  const isHeld = request ? request.wants === 'hold' : map.holds.has(seat);
  return isHeld && state.offered?.get(seat) !== false ? 'selected' : 'available';
}

/** Whether anyone may choose the seat. */
export const isFreeForAll = (state: SelectionState, seat: string): boolean =>
  statusOf(state, seat) === 'available' && !state.map.places.has(seat);

export const freeCountOf = (state: SelectionState): number =>
  ALL_SEATS.filter((seat) => isFreeForAll(state, seat)).length;

/** The most seats that can be selected. A change takes at most as many as the booking has. */
export const limitOf = ({ changing }: SelectionState): number => changing?.seats.length ?? MAX_SEATS_PER_BOOKING;

/** In seat order. */
export function selectionOf(state: SelectionState): string[] {
  if (state.submission) return state.submission.seats;
  const candidates = new Set([...state.requests.keys(), ...state.map.holds.keys()]);
  return inSeatOrder([...candidates].filter((seat) => statusOf(state, seat) === 'selected'));
}

/** Selected without a live connection, so others can still take them. */
export const unheldOf = (state: SelectionState): string[] =>
  selectionOf(state).filter((seat) => state.requests.get(seat)?.stage === 'unsent');

/** When the selection's hold ends, in milliseconds; null if nothing is held. All holds of a user end together. */
export function holdEndOf(state: SelectionState): number | null {
  if (state.submission) return state.submission.holdEnd;
  const ends = selectionOf(state).flatMap((seat) => {
    const end = state.requests.get(seat)?.expiresAt ?? state.map.holds.get(seat)?.expiresAt;
    return end ? [Date.parse(end)] : [];
  });
  return ends.length > 0 ? Math.max(...ends) : null;
}

/**
 * Drops the requests that the map has overtaken: seats that others took, holds whose answer was lost, and seats beyond the
 * limit because another tab was faster.
 */
export function pruneRequests(state: SelectionState): ReadonlyMap<string, SeatRequest> {
  const { map, requests, userId } = state;
  const isWanted = ([seat, { wants, stage }]: [string, SeatRequest]) =>
    !isTaken(state, seat) && !(stage === 'unsent' && map.holds.has(seat) === (wants === 'hold'));
  const isStillHeld = ([seat, hold]: [string, { userId: number }]) =>
    hold.userId === userId && requests.get(seat)?.wants !== 'release';
  let left = MAX_SEATS_PER_BOOKING - [...map.holds].filter(isStillHeld).length;
  const kept = [...requests].filter((request) => {
    const [seat, { wants }] = request;
    if (!isWanted(request)) return false;
    if (wants === 'release' || map.holds.has(seat)) return true;
    left -= 1;
    return left >= 0;
  });
  return kept.length === requests.size ? requests : new Map(kept);
}
