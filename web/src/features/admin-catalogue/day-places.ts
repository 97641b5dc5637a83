/** The arithmetic of a day of shows: where a show stands on the scale, and what it would clash with where it is moved to. */
import { DEFAULT_DURATION_MIN, type Show } from '@moviebooking/contract/catalogue';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
const OPENS_AT_HOURS = 9;
const DAY_HOURS = 24;

/** Where a show is to be: on which screen, and from when in milliseconds. */
export interface Place {
  screenId: number;
  start: number;
}

export interface Scale {
  from: number;
  to: number;
}

export const durationOf = ({ movie }: Pick<Show, 'movie'>): number =>
  (movie.durationMin ?? DEFAULT_DURATION_MIN) * MINUTE_MS;
export const startOf = ({ startTime }: Pick<Show, 'startTime'>): number => Date.parse(startTime);
export const placeOf = (show: Show): Place => ({ screenId: show.screenId, start: startOf(show) });

/** Whole hours from nine in the morning to midnight, and further where shows begin earlier or end later. */
export function scaleOf(midnight: number, shows: Show[]): Scale {
  const starts = shows.map(startOf);
  const ends = shows.map((show) => startOf(show) + durationOf(show));
  const from = Math.min(midnight + OPENS_AT_HOURS * HOUR_MS, ...starts);
  const to = Math.max(midnight + DAY_HOURS * HOUR_MS, ...ends);
  const wholeHours = (moment: number, round: (hours: number) => number) =>
    midnight + round((moment - midnight) / HOUR_MS) * HOUR_MS;
  return { from: wholeHours(from, Math.floor), to: wholeHours(to, Math.ceil) };
}

export const hoursOf = ({ from, to }: Scale): number[] =>
  Array.from({ length: Math.round((to - from) / HOUR_MS) }, (_, index) => from + index * HOUR_MS);

/** As a share of the scale's length. */
export const shareOf = ({ from, to }: Scale, moment: number): number => (moment - from) / (to - from);

export const snap = (moment: number, stepMinutes: number): number =>
  Math.round(moment / (stepMinutes * MINUTE_MS)) * stepMinutes * MINUTE_MS;

/** The show that is in the way; back to back is fine. */
export function clashAt(moved: Show, { screenId, start }: Place, shows: Show[]): Show | undefined {
  const end = start + durationOf(moved);
  return shows.find(
    (show) =>
      show.id !== moved.id &&
      show.screenId === screenId &&
      startOf(show) < end &&
      startOf(show) + durationOf(show) > start,
  );
}
