/** Calendar months of the cinemas, such as "2026-11". */
const MONTHS_PER_YEAR = 12;
const OFFERED = 24;

/** Counts back from the month: 1 is the month before. */
export function monthsBefore(month: string, count: number): string {
  const index = Number(month.slice(0, 4)) * MONTHS_PER_YEAR + Number(month.slice(5)) - 1 - count;
  return `${Math.floor(index / MONTHS_PER_YEAR)}-${String((index % MONTHS_PER_YEAR) + 1).padStart(2, '0')}`;
}

/** Whether a text from the address is a month that has begun. */
export const hasBegun = (text: string, thisMonth: string): boolean =>
  /^\d{4}-(?:0[1-9]|1[0-2])$/.test(text) && text >= '1970' && text <= thisMonth;

/** The last two years, newest first, and the chosen month if it is older. */
export function monthsToOffer(thisMonth: string, chosen: string): string[] {
  const months = Array.from({ length: OFFERED }, (_, index) => monthsBefore(thisMonth, index));
  return chosen === '' || months.includes(chosen) ? months : [...months, chosen];
}
