import { localDay } from '../../lib/format.ts';

/** An instant as a datetime-local field wants it, in the user's own time. */
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
