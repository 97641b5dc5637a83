/** The days that the analytics cover, and the days to compare them with. All are cinema days. */
import { Refusal } from '../../platform/errors/refusal.ts';
import { addDays } from '../../platform/time/cinema-day.ts';

export interface Period {
  /** First and last cinema day, inclusive. */
  from: string;
  to: string;
}

interface Wanted {
  days: number;
  /** A calendar month such as 2026-11, instead of the last days. */
  month?: string | undefined;
}

const firstOf = (month: string): string => `${month}-01`;
const MOST_DAYS = 31;
/** A day of the next month, back to the end of this one. */
const lastOf = (month: string): string => addDays(firstOf(addDays(firstOf(month), MOST_DAYS).slice(0, 7)), -1);

/** Refuses a month that has not begun. */
export function monthUntil(month: string, today: string): Period {
  const [from, last] = [firstOf(month), lastOf(month)];
  if (from > today) throw new Refusal('VALIDATION_FAILED', 'This month has not begun yet.');
  return { from, to: last < today ? last : today };
}

/** The running month is compared with as many days of the month before, a complete month with all of it. */
export function periodsOf({ days, month }: Wanted, today: string): { period: Period; before: Period } {
  if (month === undefined) {
    const from = addDays(today, 1 - days);
    return { period: { from, to: today }, before: { from: addDays(from, -days), to: addDays(from, -1) } };
  }
  const period = monthUntil(month, today);
  const endBefore = addDays(period.from, -1);
  const monthBefore = endBefore.slice(0, 7);
  const sameDay = `${monthBefore}${period.to.slice(7)}`;
  const isRunning = period.to < lastOf(month);
  return {
    period,
    before: { from: firstOf(monthBefore), to: isRunning && sameDay < endBefore ? sameDay : endBefore },
  };
}
