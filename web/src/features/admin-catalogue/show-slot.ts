import type { Show } from '@moviebooking/contract/catalogue';
import { durationOf, spanOf, startOf } from '../../ui/day-scale.ts';

/** A screen and a start time in milliseconds. */
export interface Slot {
  screenId: number;
  start: number;
}

/** A show that was moved. */
export interface Move {
  /** As it was before. */
  show: Show;
  to: Slot;
  isUndo: boolean;
}

export const slotOf = (show: Show): Slot => ({ screenId: show.screenId, start: startOf(show) });

/** Returns the show that `moved` would overlap in this slot, if any. Back to back is allowed. */
export function findClash(moved: Show, { screenId, start }: Slot, shows: Show[]): Show | undefined {
  const end = start + durationOf(moved);
  return shows.find((show) => {
    if (show.id === moved.id || show.screenId !== screenId) return false;
    const other = spanOf(show);
    return other.start < end && other.end > start;
  });
}
