import type { Analytics } from '@moviebooking/contract/admin';
import {
  addDays,
  formatDay,
  formatLongMonth,
  formatMonthAndYear,
  formatShortDate,
  noonOf,
} from '../../lib/cinema-times.ts';
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

/** "November 2026". */
export const monthName = (month: string): string => formatMonthAndYear(noonOf(`${month}-01`));

/** "15 Oct to 13 Nov". */
export const rangeName = ({ from, to }: { from: string; to: string }): string =>
  from === to ? shortDayName(from) : `${shortDayName(from)} to ${shortDayName(to)}`;

/** "15 Oct to 13 Nov, vs 15 Sept to 14 Oct, Asia/Kolkata". */
export const describePeriod = (data: Analytics): string =>
  `${rangeName(data)}, vs ${rangeName(data.previous)}, ${data.timeZone}`;

/** When the period before was: "in October", "from 1 to 19 October", "in the 30 days before". */
export function whenBefore({ month, days, previous: { from, to } }: Analytics): string {
  if (month === null) return `in the ${countOf(days, 'day')} before`;
  const name = formatLongMonth(noonOf(from));
  if (addDays(to, 1).endsWith('-01')) return `in ${name}`;
  return from === to ? `on 1 ${name}` : `from 1 to ${Number(to.slice(-2))} ${name}`;
}

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

const wholePercents = new Intl.NumberFormat('en-IN', { style: 'percent', maximumFractionDigits: 0 });
const points = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 1 });

/** Beyond this factor, a percentage means little: "4,800% more". */
const MAX_FACTOR = 10;
const LEAST_SHARE = 0.005;

export interface Measured {
  format: (value: number) => string;
  /** Amounts are less, counts are fewer, and the difference of two shares is in points. */
  kind: 'amount' | 'count' | 'share';
}

const wordFor = (value: number, before: number, kind: Measured['kind']): string =>
  value > before ? 'more' : kind === 'count' ? 'fewer' : 'less';

/** "₹700 more", "3 fewer", "0.4 points less"; undefined if both look the same. */
function describeGap(value: number, before: number, { format, kind }: Measured): string | undefined {
  if (format(value) === format(before)) return undefined;
  const gap = Math.abs(value - before);
  return `${kind === 'share' ? `${points.format(gap * 100)} points` : format(gap)} ${wordFor(value, before, kind)}`;
}

/** "12% more", or the gap where a percentage would mean nothing; undefined if both look the same. */
export function describeDifference(value: number, before: number, measured: Measured): string | undefined {
  const gap = describeGap(value, before, measured);
  const share = Math.abs(value - before) / before;
  const hasShare = measured.kind !== 'share' && before > 0 && share >= LEAST_SHARE && value <= before * MAX_FACTOR;
  return gap && hasShare ? `${wholePercents.format(share)} ${wordFor(value, before, measured.kind)}` : gap;
}

interface DayValue {
  date: string;
  value: number;
}

/** "Thu, 19 Nov: ₹4,200, ₹600 less than on Mon, 19 Oct (₹4,800)". */
export function describeDay({ date, value }: DayValue, before: DayValue | undefined, measured: Measured): string {
  const text = `${dayName(date)}: ${measured.format(value)}`;
  if (!before) return text;
  const gap = describeGap(value, before.value, measured);
  return gap
    ? `${text}, ${gap} than on ${dayName(before.date)} (${measured.format(before.value)})`
    : `${text}, the same as on ${dayName(before.date)}`;
}
