/** What a user may still book of a movie: which shows, in which order, on which days, in which cities. */
import type { Show } from '@moviebooking/contract/catalogue';
import { localDay } from '../../lib/format.ts';

const HOUR_MS = 3_600_000;
const SOON_MS = 2 * HOUR_MS;
const TODAY_MS = 24 * HOUR_MS;
const FEW_SEATS = 25;
const STRIP_DAYS = 7;

export type ShowBadge = 'Starting Soon' | 'Today';

const startOf = (show: Pick<Show, 'startTime'>) => Date.parse(show.startTime);

/** In milliseconds; null where nobody knows how long the movie is. */
export const endOf = (show: Pick<Show, 'startTime' | 'movie'>): number | null =>
  show.movie.durationMin === null ? null : startOf(show) + show.movie.durationMin * 60_000;

export function badgeOf(show: Pick<Show, 'startTime'>, now: number): ShowBadge | null {
  const untilStart = startOf(show) - now;
  if (untilStart <= SOON_MS) return 'Starting Soon';
  return untilStart <= TODAY_MS ? 'Today' : null;
}

/** The instants at which one of these shows starts or changes its badge. */
export function turningPoints(shows: readonly Pick<Show, 'startTime'>[]): number[] {
  return shows.flatMap((show) => [startOf(show), startOf(show) - SOON_MS, startOf(show) - TODAY_MS]);
}

export function futureShows<Item extends Pick<Show, 'startTime'>>(shows: readonly Item[], now: number): Item[] {
  return shows.filter((show) => startOf(show) > now).sort((a, b) => startOf(a) - startOf(b));
}

export interface SeatsLeft {
  text: string;
  tone: 'plenty' | 'few' | 'none';
}

export function seatsLeft({ availableSeats }: Pick<Show, 'availableSeats'>): SeatsLeft {
  if (availableSeats <= 0) return { text: 'Sold out', tone: 'none' };
  const count = `${availableSeats} ${availableSeats === 1 ? 'seat' : 'seats'} left`;
  return availableSeats <= FEW_SEATS
    ? { text: `Filling fast · ${count}`, tone: 'few' }
    : { text: count, tone: 'plenty' };
}

export interface CinemaShows {
  cinema: Show['screen']['cinema'];
  shows: Show[];
}

/** The cinema with the next show comes first; shows are taken in the order given. */
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

export function citiesOf(shows: readonly Show[]): string[] {
  const cities = new Set(shows.flatMap((show) => show.screen.cinema.city ?? []));
  return [...cities].sort((a, b) => a.localeCompare(b));
}

export interface StripDay {
  day: string;
  date: Date;
  hasShows: boolean;
}

/** The next seven days of the user's calendar and, after them, later days with shows. */
export function stripDays(shows: readonly Show[], now: number): StripDay[] {
  const withShows = new Map(shows.map((show) => [localDay(show.startTime), new Date(show.startTime)]));
  const today = new Date(now);
  const days = new Map(
    Array.from({ length: STRIP_DAYS }, (_, ahead) => {
      const date = new Date(today.getFullYear(), today.getMonth(), today.getDate() + ahead, 12);
      return [localDay(date), date];
    }),
  );
  for (const [day, date] of withShows) if (!days.has(day)) days.set(day, date);
  return [...days]
    .map(([day, date]) => ({ day, date, hasShows: withShows.has(day) }))
    .sort((a, b) => (a.day < b.day ? -1 : 1));
}
