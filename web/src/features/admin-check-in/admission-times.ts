/** Around midnight, tickets of an adjacent day are valid too: yesterday's shows still run, and tomorrow's start soon. */
import { MAX_DURATION_MIN, type Show } from '@moviebooking/contract/catalogue';
import { EARLY_ADMISSION_HOURS } from '@moviebooking/contract/limits';
import { dayOf } from '../../lib/cinema-times.ts';
import { HOUR_MS, MINUTE_MS, spanOf } from '../../ui/day-scale.ts';

const EARLY_MS = EARLY_ADMISSION_HOURS * HOUR_MS;
const LONGEST_MS = MAX_DURATION_MIN * MINUTE_MS;

/** Returns yesterday or tomorrow if one of them may have shows that admit now; it is never both. */
export function adjacentDay(now: number): string | undefined {
  return [now - LONGEST_MS, now + EARLY_MS].map(dayOf).find((day) => day !== dayOf(now));
}

export function isAdmitting(now: number, show: Pick<Show, 'startTime' | 'movie'>): boolean {
  const { start, end } = spanOf(show);
  return start - EARLY_MS <= now && now < end;
}
