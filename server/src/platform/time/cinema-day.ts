/** Cinema days: calendar days in the cinemas' time zone, as ranges of instants. */
import { type RawBuilder, sql } from 'kysely';

export const startOfDay = (day: RawBuilder<unknown>, timeZone: string) =>
  sql<Date>`((${day})::timestamp at time zone ${timeZone})`;

export function isOnDay(instant: RawBuilder<unknown>, day: string, timeZone: string): RawBuilder<boolean> {
  const from = startOfDay(sql`${day}::date`, timeZone);
  const until = startOfDay(sql`${day}::date + 1`, timeZone);
  return sql<boolean>`(${instant} >= ${from} and ${instant} < ${until})`;
}

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

/** Returns the cinema day of an instant: 2026-11-15. */
export const dayOf = (instant: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(instant);
