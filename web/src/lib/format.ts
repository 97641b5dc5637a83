/** How amounts, times and durations are written everywhere: rupees, en-IN, the visitor's own time zone. */
const LOCALE = 'en-IN';

const wholeRupees = new Intl.NumberFormat(LOCALE, { style: 'currency', currency: 'INR', maximumFractionDigits: 0 });
const exactRupees = new Intl.NumberFormat(LOCALE, { style: 'currency', currency: 'INR' });
const numbers = new Intl.NumberFormat(LOCALE);
const percents = new Intl.NumberFormat(LOCALE, { style: 'percent', maximumFractionDigits: 1 });
const dateTimes = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'short' });
const dates = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium' });
const times = new Intl.DateTimeFormat(LOCALE, { timeStyle: 'short' });
const weekdayDates = new Intl.DateTimeFormat(LOCALE, { weekday: 'short', day: 'numeric', month: 'short' });

/** "₹1,24,500", and "₹199.50" where there are paise. */
export const formatRupees = (amount: number): string =>
  Number.isInteger(amount) ? wholeRupees.format(amount) : exactRupees.format(amount);
export const formatNumber = (value: number): string => numbers.format(value);
/** A share from 0 to 1. */
export const formatPercent = (share: number): string => percents.format(share);

export const formatDateTime = (instant: string): string => dateTimes.format(new Date(instant));
export const formatDate = (instant: string): string => dates.format(new Date(instant));
export const formatTime = (instant: string): string => times.format(new Date(instant));
/** "Sat, 21 Nov". */
export const formatWeekday = (instant: string): string => weekdayDates.format(new Date(instant));

/** "2h 28m". */
export function formatDuration(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return [hours > 0 && `${hours}h`, rest > 0 && `${rest}m`].filter(Boolean).join(' ');
}

export const countOf = (count: number, one: string): string => `${formatNumber(count)} ${one}${count === 1 ? '' : 's'}`;

const pad = (value: number) => String(value).padStart(2, '0');

/** The day of this moment here, as a date field wants it: 2026-11-15. */
export const toDayField = (moment: Date): string =>
  `${moment.getFullYear()}-${pad(moment.getMonth() + 1)}-${pad(moment.getDate())}`;

/** An instant as a datetime-local field wants it, in the visitor's own time. */
export function toDateTimeField(instant: string): string {
  const moment = new Date(instant);
  return `${toDayField(moment)}T${pad(moment.getHours())}:${pad(moment.getMinutes())}`;
}

/** The other way: what a datetime-local field holds, as an instant; null when it holds nothing. */
export const fromDateTimeField = (value: string): string | null => {
  const moment = new Date(value);
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString();
};
