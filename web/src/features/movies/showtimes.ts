/** Which shows of a movie can still be booked, and on which days and in which cities. */
import type { Accessibility } from '@moviebooking/contract/accessibility';
import type { Show } from '@moviebooking/contract/catalogue';
import { addDays, dayOf } from '../../lib/cinema-times.ts';
import { isSameCity } from '../../lib/city.ts';
import { t } from '../../lib/language.ts';

const HOUR_MS = 3_600_000;
const SOON_MS = 2 * HOUR_MS;
const TODAY_MS = 24 * HOUR_MS;
const FEW_SEATS = 25;
const STRIP_DAYS = 7;
const SOLD_OUT = t('Sold out');
const FILLING = t('Filling fast');

export interface ShowBadge {
  text: string;
  tone: 'warning' | 'info';
}

const startOf = (show: Pick<Show, 'startTime'>) => Date.parse(show.startTime);

/** In milliseconds; null if the movie's duration is unknown. */
export const endOf = (show: Pick<Show, 'startTime' | 'movie'>): number | null =>
  show.movie.durationMin === null ? null : startOf(show) + show.movie.durationMin * 60_000;

export function badgeOf(show: Pick<Show, 'startTime'>, now: number): ShowBadge | null {
  const untilStart = startOf(show) - now;
  if (untilStart <= SOON_MS) return { text: t('Starting Soon'), tone: 'warning' };
  return untilStart <= TODAY_MS ? { text: t('Today'), tone: 'info' } : null;
}

/** The instants when one of these shows starts or changes its badge. */
export function turningPoints(shows: readonly Pick<Show, 'startTime'>[]): number[] {
  return shows.flatMap((show) => [startOf(show), startOf(show) - SOON_MS, startOf(show) - TODAY_MS]);
}

export function futureShows<Item extends Pick<Show, 'startTime'>>(shows: readonly Item[], now: number): Item[] {
  return shows.filter((show) => startOf(show) > now).sort((a, b) => startOf(a) - startOf(b));
}

export interface SeatsLeft {
  text: string;
  tone: 'plenty' | 'few' | 'none';
  /** The two parts of the text, where they are shown apart. */
  warning: string | null;
  count: string;
}

export function seatsLeft({ availableSeats }: Pick<Show, 'availableSeats'>): SeatsLeft {
  if (availableSeats <= 0) return { text: SOLD_OUT, tone: 'none', warning: null, count: SOLD_OUT };
  const count = t('{count, plural, one {# seat left} other {# seats left}}', { count: availableSeats });
  return availableSeats <= FEW_SEATS
    ? { text: `${FILLING} · ${count}`, tone: 'few', warning: FILLING, count }
    : { text: count, tone: 'plenty', warning: null, count };
}

export interface CinemaShows {
  cinema: Show['screen']['cinema'];
  shows: Show[];
}

/** Puts the cinema with the next show first. Keeps the order of the shows. */
export function groupByCinema(shows: readonly Show[]): CinemaShows[] {
  const groups = new Map<number, CinemaShows>();
  for (const show of shows) {
    const { cinema } = show.screen;
    const group = groups.get(cinema.id) ?? { cinema, shows: [] };
    groups.set(cinema.id, group);
    group.shows.push(show);
  }
  return [...groups.values()];
}

/** '' means all cities. */
export const showsInCity = (shows: readonly Show[], city: string): Show[] =>
  shows.filter(({ screen }) => city === '' || isSameCity(city)(screen.cinema.city ?? ''));

export const hasAccessibility = (label: Accessibility) => (show: Pick<Show, 'accessibility'>) =>
  show.accessibility?.includes(label) === true;

/** The shows of each cinema day. Keeps the order of the shows. */
export function groupByDay(shows: readonly Show[]): { day: string; shows: Show[] }[] {
  return [...Map.groupBy(shows, (show) => dayOf(show.startTime))].map(([day, ofDay]) => ({ day, shows: ofDay }));
}

/** Each city once, whether it is in capitals or not. */
export function citiesOf(shows: readonly Show[]): string[] {
  const cities = new Map(
    shows.flatMap(({ screen: { cinema } }) => (cinema.city ? [[cinema.city.toLowerCase(), cinema.city]] : [])),
  );
  return [...cities.values()].sort((a, b) => a.localeCompare(b));
}

export interface StripDay {
  /** 2026-11-15. */
  day: string;
  hasShows: boolean;
}

/** The next seven days in the cinemas' time zone, then later days with shows. */
export function stripDays(shows: readonly Pick<Show, 'startTime'>[], now: number): StripDay[] {
  const withShows = new Set(shows.map(({ startTime }) => dayOf(startTime)));
  const today = dayOf(now);
  const next = Array.from({ length: STRIP_DAYS }, (_, ahead) => addDays(today, ahead));
  return [...new Set([...next, ...withShows])].sort().map((day) => ({ day, hasShows: withShows.has(day) }));
}
