import type { Analytics } from '@moviebooking/contract/admin';
import { formatDay, formatShortDate, noonOf } from '../../lib/cinema-times.ts';
import { formatRupees } from '../../lib/format.ts';
import { countOf, formatPercent } from '../../lib/numbers.ts';

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

/** "15 Oct to 13 Nov, vs previous 30 days, Asia/Kolkata". */
export const describePeriod = ({ from, to, timeZone, byDay }: Analytics): string =>
  `${shortDayName(from)} to ${shortDayName(to)}, vs previous ${countOf(byDay.length, 'day')}, ${timeZone}`;

export type Sales = { bookings: number; seats: number; revenue: number };

export const describeSales = ({ bookings, seats }: Sales): string =>
  `${countOf(bookings, 'booking')}, ${countOf(seats, 'seat')}`;

/** With a cinema or movie filter, rankings count the period's shows: daily sales aren't stored per movie and cinema. */
export const rankingUnit = (isOfShows: boolean): string =>
  isOfShows ? 'Revenue in rupees from shows in this period' : 'Revenue in rupees, excluding cancellations';

export function describeHour(weekday: number, hour: number, slot: Analytics['occupancyByHour'][number] | undefined) {
  const time = `${WEEKDAYS[weekday - 1]}, ${hourName(hour)}`;
  return slot ? `${time}: ${formatPercent(slot.occupancy)} full, ${countOf(slot.shows, 'show')}` : `${time}: no shows`;
}

export const describeCancellations = ({ rate, revenue }: Analytics['cancellations']): string =>
  `${formatPercent(rate)} of all bookings, ${formatRupees(revenue)}`;

export const describeNoShows = (rate: number): string =>
  `${formatPercent(rate)} of bookings for past shows, never checked in`;

const percentChange = new Intl.NumberFormat('en-IN', {
  style: 'percent',
  maximumFractionDigits: 0,
  signDisplay: 'exceptZero',
});
const pointChange = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 1, signDisplay: 'exceptZero' });

/** Beyond this factor, a percentage means little: "+4,800%". */
const MAX_FACTOR = 10;

/** "+12%", or "−0.4 points" for a share; undefined when a percentage would mean nothing. */
export function describeChange(value: number, before: number, isShare: boolean): string | undefined {
  if (isShare) return `${pointChange.format((value - before) * 100)} points`;
  return before === 0 || value > before * MAX_FACTOR ? undefined : percentChange.format((value - before) / before);
}
