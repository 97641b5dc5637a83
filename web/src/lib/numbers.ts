/** Formats numbers and durations. See format.ts for money and cinema-times.ts for times. */
import { locale, t } from './language.ts';

const numbers = new Intl.NumberFormat(locale);
const percents = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });

export const formatNumber = (value: number): string => numbers.format(value);

/** A share from 0 to 1. */
export const formatPercent = (share: number): string => percents.format(share);

/** "1 seat", "1,200 seats". For admin pages, which are in English: in a message, write {count, plural, …}. */
export const countOf = (count: number, one: string): string => `${formatNumber(count)} ${one}${count === 1 ? '' : 's'}`;

/** "2h 28m". */
export function formatDuration(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [hours > 0 && t('{hours}h', { hours }), rest > 0 && t('{minutes}m', { minutes: rest })]
    .filter(Boolean)
    .join(' ');
}
