import { formatDay, formatShortDate, noonOf } from '../../lib/cinema-times.ts';
import { countOf } from '../../lib/numbers.ts';

export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** "10 am", "6 pm". */
export const hourName = (hour: number): string => `${hour % 12 || 12} ${hour < 12 ? 'am' : 'pm'}`;

const HOURS_PER_DAY = 24;

/** "Less than 1 hour", "12 to 24 hours", "1 to 2 days", "More than 7 days". */
export function leadTimeName(fromHours: number, toHours: number | null): string {
  const isInDays = fromHours >= HOURS_PER_DAY;
  const amount = (hours: number) => (isInDays ? hours / HOURS_PER_DAY : hours);
  const amountWithUnit = (hours: number) => countOf(amount(hours), isInDays ? 'day' : 'hour');
  if (toHours === null) return `More than ${amountWithUnit(fromHours)}`;
  return fromHours === 0
    ? `Less than ${amountWithUnit(toHours)}`
    : `${amount(fromHours)} to ${amountWithUnit(toHours)}`;
}

/** "Sun, 15 Nov". */
export const dayName = (day: string): string => formatDay(noonOf(day));
/** "15 Nov". */
export const shortDayName = (day: string): string => formatShortDate(noonOf(day));
