/** Around midnight tickets of another cinema day are checked too: shows of yesterday still run, those of tomorrow begin soon. */
import { MAX_DURATION_MIN, type Show } from '@moviebooking/contract/catalogue';
import { EARLY_ADMISSION_HOURS } from '@moviebooking/contract/limits';
import { dayOf } from '../../lib/cinema-times.ts';
import { HOUR_MS, MINUTE_MS, spanOf } from '../../ui/day-scale.ts';

const EARLY_MS = EARLY_ADMISSION_HOURS * HOUR_MS;
const LONGEST_MS = MAX_DURATION_MIN * MINUTE_MS;

/** The day other than the cinema's own that may have shows which admit now; never both yesterday and tomorrow. */
export function adjacentDay(now: number): string | undefined {
  return [now - LONGEST_MS, now + EARLY_MS].map(dayOf).find((day) => day !== dayOf(now));
}

export function isAdmitting(now: number, show: Pick<Show, 'startTime' | 'movie'>): boolean {
  const { start, end } = spanOf(show);
  return start - EARLY_MS <= now && now < end;
}
