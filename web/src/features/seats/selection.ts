/**
 * What the user sees of each seat: the map, and on top of it what they have just requested and the map does not show
 * yet. Others' bookings and holds take precedence over every request.
 */
import { MAX_SEATS_PER_BOOKING } from '@moviebooking/contract/limits';
import { inSeatOrder } from '@moviebooking/contract/seats';
import type { SeatMap } from './seat-map.ts';

export type SeatStatus = 'available' | 'selected' | 'blocked' | 'booked' | 'closed';

/** `sending`: no answer yet. `granted`: answered, but the map has not changed yet. `unsent`: there is no connection. */
export interface SeatRequest {
  wants: 'hold' | 'release';
  stage: 'sending' | 'granted' | 'unsent';
  expiresAt?: string | null;
}

export interface SelectionState {
  map: SeatMap;
  requests: ReadonlyMap<string, SeatRequest>;
  /** Whose holds are the selection; null for an administrator, who selects nothing. */
  userId: number | null;
}

export function isTaken({ map, userId }: SelectionState, seat: string): boolean {
  const hold = map.holds.get(seat);
  return map.booked.has(seat) || map.closed.has(seat) || (hold !== undefined && hold.userId !== userId);
}

export function statusOf(state: SelectionState, seat: string): SeatStatus {
  const { map, requests } = state;
  if (map.booked.has(seat)) return 'booked';
  if (map.closed.has(seat)) return 'closed';
  if (isTaken(state, seat)) return 'blocked';
  const request = requests.get(seat);
  const isSelected = request ? request.wants === 'hold' : map.holds.has(seat);
  return isSelected ? 'selected' : 'available';
}

/** In seat order. */
export function selectionOf(state: SelectionState): string[] {
  const candidates = new Set([...state.requests.keys(), ...state.map.holds.keys()]);
  return inSeatOrder([...candidates].filter((seat) => statusOf(state, seat) === 'selected'));
}

/** Selected, but not protected from others, because there was no live connection. */
export const unheldOf = (state: SelectionState): string[] =>
  selectionOf(state).filter((seat) => state.requests.get(seat)?.stage === 'unsent');

/** When the selection's hold ends, in milliseconds; null while nothing is held. All seats of one user end together. */
export function holdEndOf(state: SelectionState): number | null {
  const ends = selectionOf(state).flatMap((seat) => {
    const end = state.requests.get(seat)?.expiresAt ?? state.map.holds.get(seat)?.expiresAt;
    return end ? [Date.parse(end)] : [];
  });
  return ends.length > 0 ? Math.max(...ends) : null;
}

/**
 * Without those that the map has overtaken: seats that others got, holds that exist although no answer came, and seats
 * beyond the limit because another tab was faster.
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
