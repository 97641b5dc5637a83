import type { Show } from '@moviebooking/contract/catalogue';
import { describe, expect, it } from 'vitest';
import { noteTimeZone } from '../../lib/cinema-times.ts';
import {
  badgeOf,
  citiesOf,
  futureShows,
  groupByCinema,
  groupByDay,
  seatsLeft,
  showsInCity,
  stripDays,
  turningPoints,
} from './showtimes.ts';

noteTimeZone(new Headers({ 'x-time-zone': 'Asia/Kolkata' }));

/** Further west it is still the day before. */
const NOW = Date.parse('2026-11-15T00:30:00+05:30');
const HOUR = 3_600_000;
const at = (hours: number) => ({ startTime: new Date(NOW + hours * HOUR).toISOString() });

function showAt(hours: number, cinemaId = 1, city: string | null = 'Mumbai'): Show {
  const movie = { id: 1, title: 'Diyas for Nani', durationMin: 142, posterUrl: null, posterFocus: null };
  const cinema = { id: cinemaId, name: `Cinema ${cinemaId}`, city };
  return {
    ...at(hours),
    ...{ id: Math.round(hours * 1000) + cinemaId, movieId: 1, screenId: 1, price: 250, movie },
    ...{ screen: { id: 1, name: 'Audi 1', cinema }, _count: { bookings: 0 }, availableSeats: 100 },
    ...{ soldSeats: 0, sellableSeats: 100 },
    ...{ status: 'SCHEDULED', cancelReason: null, accessibility: [] },
  };
}

describe('badges', () => {
  it.each([
    [0.01, 'Starting Soon'],
    [2, 'Starting Soon'],
    [2.001, 'Today'],
    [24, 'Today'],
    [24.001, null],
  ])('a show in %d hours is %s', (hours, badge) => {
    expect(badgeOf(at(hours), NOW)?.text ?? null).toBe(badge);
  });

  it('change exactly at the turning points', () => {
    const [start, soon = 0, today = 0] = turningPoints([at(30)]);
    expect([start, soon, today]).toEqual([30, 28, 6].map((hours) => NOW + hours * HOUR));
    expect([today - 1, today, soon - 1, soon].map((now) => badgeOf(at(30), now)?.text ?? null)).toEqual([
      ...[null, 'Today', 'Today', 'Starting Soon'],
    ]);
  });
});

describe('what is listed', () => {
  it('only shows that have not started, by start time', () => {
    const listed = futureShows([at(5), at(0), at(-1), at(1)], NOW);
    expect(listed).toEqual([at(1), at(5)]);
  });

  it('by cinema, the one with the next show first', () => {
    const groups = groupByCinema([showAt(1, 2), showAt(2, 1), showAt(3, 2)]);
    expect(groups.map(({ cinema, shows }) => [cinema.id, shows.length])).toEqual([
      [2, 2],
      [1, 1],
    ]);
  });

  it('offers the cities there are, and none for cinemas without one', () => {
    expect(citiesOf([showAt(1, 1, 'Pune'), showAt(2, 2, null), showAt(3, 3, 'Chennai'), showAt(4, 4, 'Pune')])).toEqual(
      ['Chennai', 'Pune'],
    );
  });

  it('by cinema day, in order', () => {
    const groups = groupByDay([showAt(1), showAt(2), showAt(24), showAt(72)]);
    expect(groups.map(({ day, shows }) => [day, shows.length])).toEqual([
      ['2026-11-15', 2],
      ['2026-11-16', 1],
      ['2026-11-18', 1],
    ]);
  });

  it('in a city however it is spelled, and in all cities', () => {
    const shows = [showAt(1, 1, 'Pune'), showAt(2, 2, 'PUNE'), showAt(3, 3, 'Kochi'), showAt(4, 4, null)];
    expect(citiesOf(shows)).toHaveLength(2);
    expect(showsInCity(shows, 'pune')).toEqual(shows.slice(0, 2));
    expect(showsInCity(shows, '')).toEqual(shows);
  });

  it('the strip has the next seven days and later ones with shows, each once', () => {
    const days = stripDays([showAt(3), showAt(4), showAt(24 * 9)], NOW);
    expect(days.map(({ day }) => day)).toEqual([
      ...['2026-11-15', '2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21'],
      '2026-11-24',
    ]);
    expect(days.filter(({ hasShows }) => hasShows).map(({ day }) => day)).toEqual(['2026-11-15', '2026-11-24']);
  });
});

it.each([
  [100, '100 seats left'],
  [26, '26 seats left'],
  [25, 'Filling fast · 25 seats left'],
  [1, 'Filling fast · 1 seat left'],
  [0, 'Sold out'],
])('with %d seats it says "%s"', (availableSeats, text) => {
  const { text: whole, warning, count } = seatsLeft({ availableSeats });
  expect(whole).toBe(text);
  expect(warning ? `${warning} · ${count}` : count).toBe(text);
});
