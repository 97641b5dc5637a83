/**
 * Formats and parses all days and times, in the cinemas' time zone. No other module does (cinema-times.test.ts
 * checks that). The server names the zone in its page and in every answer, and the last one is kept for offline visits. If
 * none is known, times are in UTC and say so. If the user's clock differs, the zone is shown: "6:30 pm IST".
 */
import { TIME_ZONE_HEADER } from '@moviebooking/contract/limits';
import { create } from 'zustand';
import { locale, t } from './language.ts';
import { storage } from './storage.ts';

type Instant = string | number;

const KEY = 'cinema-time-zone';
const UNKNOWN = 'UTC';
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Null if this browser doesn't know the zone. */
function readable(name: string | null): string | null {
  try {
    if (name) Intl.DateTimeFormat(locale, { timeZone: name });
    return name;
  } catch {
    return null;
  }
}

/** For the first visit. */
const zoneOfPage = () => globalThis.document?.documentElement.dataset.timeZone;

const zoneNamed = (name: string | null) => ({ name, timeZone: readable(name) });

const useZone = create(() => zoneNamed(storage.getItem(KEY) ?? zoneOfPage() ?? null));

export function noteTimeZone(headers: Headers): void {
  const name = headers.get(TIME_ZONE_HEADER);
  if (!name) return;
  if (name !== storage.getItem(KEY)) storage.setItem(KEY, name);
  if (name !== useZone.getState().name) useZone.setState(zoneNamed(name));
}

/** Undefined until it is known. */
export const useTimeZone = (): string | undefined => useZone(({ timeZone }) => timeZone ?? undefined);

/** Creating a format is slow, so each is created on first use. */
function formatter(options: Intl.DateTimeFormatOptions, tag = locale) {
  let made: { zone: string; format: Intl.DateTimeFormat } | undefined;
  return (): Intl.DateTimeFormat => {
    const zone = useZone.getState().timeZone ?? UNKNOWN;
    if (made?.zone !== zone) made = { zone, format: new Intl.DateTimeFormat(tag, { ...options, timeZone: zone }) };
    return made.format;
  };
}

const writer = (options: Intl.DateTimeFormatOptions) => {
  const format = formatter(options);
  return (instant: Instant): string => format().format(new Date(instant));
};

const zoneName = formatter({ timeZoneName: 'short' });

/** "IST" if the user's clock differs at that instant, else nothing. */
export function foreignZone(instant: Instant): string {
  const moment = new Date(instant);
  const isKnown = useZone.getState().timeZone !== null;
  if (isKnown && offsetAt(moment.getTime()) === -moment.getTimezoneOffset() * MINUTE_MS) return '';
  const parts = zoneName().formatToParts(moment);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

/** For a field that can't show the zone itself, if the user's clock differs. */
export function zoneHint(instant: Instant): string | undefined {
  const zone = foreignZone(instant);
  return zone ? t("In the cinema's time zone: {zone}", { zone }) : undefined;
}

/** Includes the zone if the user's clock differs. */
const withZone = (write: (instant: Instant) => string) => (instant: Instant) =>
  `${write(instant)} ${foreignZone(instant)}`.trimEnd();

/** "7:30 pm", for lists that name the zone once. */
export const formatClock = writer({ hour: 'numeric', minute: '2-digit' });

/** "7:30 pm" or "7:30 pm IST". */
export const formatTime = withZone(formatClock);

/** "Sun, 15 Nov, 7:30 pm" or "… 7:30 pm IST". */
export const formatDateTime = withZone(
  writer({ weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' }),
);

/** "15 Nov 2026, 7:30 pm" or "… 7:30 pm IST". */
export const formatDateTimeWithYear = withZone(
  writer({ day: 'numeric', month: 'short', year: 'numeric', hour: 'numeric', minute: '2-digit' }),
);

/** "15 Nov 2026". */
export const formatDate = writer({ day: 'numeric', month: 'short', year: 'numeric' });

/** "15 Nov". */
export const formatShortDate = writer({ day: 'numeric', month: 'short' });

/** "Sun, 15 Nov". */
export const formatDay = writer({ weekday: 'short', day: 'numeric', month: 'short' });

/** "Sunday, 15 Nov". */
export const formatDayHeading = writer({ weekday: 'long', day: 'numeric', month: 'short' });

/** "Sunday, 15 November 2026". */
export const formatLongDate = writer({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });

/** "Sun". */
export const formatWeekday = writer({ weekday: 'short' });

/** "Nov". */
export const formatMonth = writer({ month: 'short' });

/** "November". */
export const formatLongMonth = writer({ month: 'long' });

/** "November 2026". */
export const formatMonthAndYear = writer({ month: 'long', year: 'numeric' });

const isoDay = formatter({ dateStyle: 'short' }, 'sv-SE');
const isoTime = formatter({ timeStyle: 'medium' }, 'sv-SE');

/** The offset of the cinemas' time zone from UTC, in milliseconds. */
function offsetAt(moment: number): number {
  const second = Math.floor(moment / 1000) * 1000;
  // Date.parse accepts years of four digits, or of six with a sign.
  const day = isoDay()
    .format(second)
    .replace(/^\d+/, (year) => (year.length > 4 ? `+${year.padStart(6, '0')}` : year.padStart(4, '0')));
  return Date.parse(`${day}T${isoTime().format(second)}Z`) - second;
}

/** The cinema day of an instant: "2026-11-15". */
export const dayOf = (instant: Instant): string => isoDay().format(new Date(instant));

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, '2026-11-15'.length);

/**
 * The instant of a local time such as "2026-11-15T18:30"; NaN if it isn't one. Like PostgreSQL, which computes the schedule's
 * times, it moves a skipped time past the change and takes the second of an ambiguous time.
 */
export function instantOf(local: string): number {
  const inUtc = /^\d{4}-/.test(local) ? Date.parse(`${local}Z`) : Number.NaN;
  if (Number.isNaN(inUtc)) return inUtc;
  const [before, after] = [inUtc - DAY_MS, inUtc + DAY_MS].map((moment) => inUtc - offsetAt(moment)) as [
    number,
    number,
  ];
  return after + offsetAt(after) === inUtc ? after : before;
}

/** The instant when a day such as "2026-11-15" begins. */
export const midnightOf = (day: string): number => instantOf(`${day}T00:00`);

/** An instant in a day such as "2026-11-15", for formatting the day. */
export const noonOf = (day: string): number => instantOf(`${day}T12:00`);

/** Whether a text from the address is a day that a date field can show. */
export function isDay(text: string): boolean {
  const moment = Date.parse(`${text}T00:00Z`);
  return text >= '0001' && !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(`${text}T`);
}

/** An instant as the value of a datetime-local field: "2026-11-15T18:30". */
export const toDateTimeField = (instant: Instant): string =>
  `${dayOf(instant)}T${isoTime().format(new Date(instant)).slice(0, '18:30'.length)}`;

/**
 * The instant in a datetime-local field, or null if it is empty. If the field still has the value that it was filled with,
 * this returns that very instant, even in the ambiguous hour when clocks go back.
 */
export function fromDateTimeField(value: string, filledWith?: string): string | null {
  if (filledWith && value === toDateTimeField(filledWith)) return filledWith;
  const moment = instantOf(value);
  return Number.isNaN(moment) ? null : new Date(moment).toISOString();
}
