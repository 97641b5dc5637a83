/** Numbers, durations and form fields of the admin area; money and times are in format.ts. */
import { localDay } from './format.ts';

const numbers = new Intl.NumberFormat('en-IN');
const percents = new Intl.NumberFormat('en-IN', { style: 'percent', maximumFractionDigits: 1 });

export const formatNumber = (value: number): string => numbers.format(value);

/** A share from 0 to 1. */
export const formatPercent = (share: number): string => percents.format(share);

/** "1 seat", "1,200 seats". */
export const countOf = (count: number, one: string): string => `${formatNumber(count)} ${one}${count === 1 ? '' : 's'}`;

/** "2h 28m". */
export function formatDuration(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [hours > 0 && `${hours}h`, rest > 0 && `${rest}m`].filter(Boolean).join(' ');
}

/** An instant as a datetime-local field wants it, in the visitor's own time. */
export function toDateTimeField(instant: string): string {
  const moment = new Date(instant);
  const part = (value: number) => String(value).padStart(2, '0');
  return `${localDay(moment)}T${part(moment.getHours())}:${part(moment.getMinutes())}`;
}

/** What a datetime-local field holds, as an instant; null when it holds nothing. */
export function fromDateTimeField(value: string): string | null {
  const moment = new Date(value);
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString();
}
