/**
 * What the visitor sees of each seat: the truth of the map, and on top of it what they have just asked for and the
 * map does not say yet. Others' bookings and holds outweigh every wish.
 */
import { ALL_SEATS } from '@moviebooking/contract/seats';
import type { SeatMap } from './seat-map.ts';

export type SeatStatus = 'available' | 'selected' | 'blocked' | 'booked';

/** `asking`: a request is under way. `granted`: its answer is here, the map's own news is not yet. `unasked`: no way to ask now. */
export interface Wish {
  wants: 'hold' | 'release';
  stage: 'asking' | 'granted' | 'unasked';
  expiresAt?: string | null;
}

export interface Choice {
  map: SeatMap;
  wishes: ReadonlyMap<string, Wish>;
  /** Whose holds are the selection; null for an administrator, who selects nothing. */
  userId: number | null;
}

export function isTaken({ map, userId }: Choice, seat: string): boolean {
  const hold = map.holds.get(seat);
  return map.booked.has(seat) || (hold !== undefined && hold.userId !== userId);
}

export function statusOf(choice: Choice, seat: string): SeatStatus {
  const { map, wishes } = choice;
  if (map.booked.has(seat)) return 'booked';
  if (isTaken(choice, seat)) return 'blocked';
  const wish = wishes.get(seat);
  const isSelected = wish ? wish.wants === 'hold' : map.holds.has(seat);
  return isSelected ? 'selected' : 'available';
}

/** In house order. */
export const selectionOf = (choice: Choice): string[] =>
  ALL_SEATS.filter((seat) => statusOf(choice, seat) === 'selected');

/** Selected, but not protected from others: the live connection was not there to ask. */
export const unheldOf = (choice: Choice): string[] =>
  selectionOf(choice).filter((seat) => choice.wishes.get(seat)?.stage === 'unasked');

/** When the selection's hold ends, in milliseconds; null while nothing is held. All seats of one user end together. */
export function holdEndOf(choice: Choice): number | null {
  const ends = selectionOf(choice).flatMap((seat) => {
    const end = choice.wishes.get(seat)?.expiresAt ?? choice.map.holds.get(seat)?.expiresAt;
    return end ? [Date.parse(end)] : [];
  });
  return ends.length > 0 ? Math.max(...ends) : null;
}

/** Wishes that the map has overtaken: seats that others got, and holds that arrived although nobody answered. */
export function pruneWishes(choice: Choice): ReadonlyMap<string, Wish> {
  const kept = [...choice.wishes].filter(([seat, { wants, stage }]) => {
    if (isTaken(choice, seat)) return false;
    return !(stage === 'unasked' && choice.map.holds.has(seat) === (wants === 'hold'));
  });
  return kept.length === choice.wishes.size ? choice.wishes : new Map(kept);
}
