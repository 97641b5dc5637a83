/** Computes the hours of a day's grid and the position of an instant on it. */
import { DEFAULT_DURATION_MIN, type Show } from '@moviebooking/contract/catalogue';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
const OPENS_AT_HOURS = 9;
const DAY_HOURS = 24;

/** In milliseconds. */
export interface Span {
  start: number;
  end: number;
}

export interface Scale {
  from: number;
  to: number;
}

export const durationOf = ({ movie }: Pick<Show, 'movie'>): number =>
  (movie.durationMin ?? DEFAULT_DURATION_MIN) * MINUTE_MS;
export const startOf = ({ startTime }: Pick<Show, 'startTime'>): number => Date.parse(startTime);
export const spanOf = (show: Pick<Show, 'startTime' | 'movie'>): Span => ({
  start: startOf(show),
  end: startOf(show) + durationOf(show),
});

/** Whole hours from 9 am to midnight, extended if something starts earlier or ends later. */
export function scaleOf(midnight: number, spans: Span[]): Scale {
  const from = Math.min(midnight + OPENS_AT_HOURS * HOUR_MS, ...spans.map(({ start }) => start));
  const to = Math.max(midnight + DAY_HOURS * HOUR_MS, ...spans.map(({ end }) => end));
  const wholeHours = (moment: number, round: (hours: number) => number) =>
    midnight + round((moment - midnight) / HOUR_MS) * HOUR_MS;
  return { from: wholeHours(from, Math.floor), to: wholeHours(to, Math.ceil) };
}

export const hoursOf = ({ from, to }: Scale): number[] =>
  Array.from({ length: Math.round((to - from) / HOUR_MS) }, (_, index) => from + index * HOUR_MS);

/** As a share of the scale's length. */
export const shareOf = ({ from, to }: Scale, moment: number): number => (moment - from) / (to - from);

/** The position of a block in its row. */
export const blockStyle = (scale: Scale, { start, end }: Span) => ({
  left: `${shareOf(scale, start) * 100}%`,
  width: `${((end - start) / (scale.to - scale.from)) * 100}%`,
});

export const snap = (moment: number, stepMinutes: number): number =>
  Math.round(moment / (stepMinutes * MINUTE_MS)) * stepMinutes * MINUTE_MS;
