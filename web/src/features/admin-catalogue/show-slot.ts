/** Where a show is to be, and what it would clash with there. */
import type { Show } from '@moviebooking/contract/catalogue';
import { durationOf, spanOf, startOf } from '../../ui/day-scale.ts';

/** On which screen, and from when in milliseconds. */
export interface Slot {
  screenId: number;
  start: number;
}

export const slotOf = (show: Show): Slot => ({ screenId: show.screenId, start: startOf(show) });

/** The show that is in the way; back to back is fine. */
export function findClash(moved: Show, { screenId, start }: Slot, shows: Show[]): Show | undefined {
  const end = start + durationOf(moved);
  return shows.find((show) => {
    if (show.id === moved.id || show.screenId !== screenId) return false;
    const other = spanOf(show);
    return other.start < end && other.end > start;
  });
}
