/** Plans a day's shows on a demo screen, and which seats are booked. The same seed gives the same plan. */
import { SEAT_ROWS, SEATS_PER_ROW } from '@moviebooking/contract/seats';

export type Random = () => number;

/** mulberry32: small, fast and repeatable. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export const pick = <Item>(random: Random, items: readonly Item[]): Item =>
  items[Math.floor(random() * items.length)] as Item;

const FIRST_SHOW = 9 * 60 + 30;
const LAST_SHOW = 22 * 60 + 30;
const CLEANING_MIN = 30;
const QUARTER_HOUR = 15;

/** About every third show. */
const ACCESSIBILITY = ['CC', '', '', 'CC,AD', '', '', '', 'OC,ISL', '', ''];

export interface PlannedShow {
  movieId: number;
  /** Minutes since midnight in the cinema's time zone. */
  startMinute: number;
  pricePaise: number;
  /** Labels, separated by commas. */
  accessibility: string;
}

interface DayPlan {
  random: Random;
  movies: readonly { id: number; durationMin: number }[];
  basePrice: number;
  isWeekend: boolean;
}

export function planDay({ random, movies, basePrice, isWeekend }: DayPlan): PlannedShow[] {
  const shows: PlannedShow[] = [];
  let startMinute = FIRST_SHOW + pick(random, [0, 15, 30, 45]);
  while (startMinute <= LAST_SHOW) {
    const movie = pick(random, movies);
    const isEvening = startMinute >= 17 * 60;
    const rupees = basePrice + (isEvening ? 60 : 0) + (isWeekend ? 40 : 0) - (startMinute < 12 * 60 ? 50 : 0);
    const accessibility = ACCESSIBILITY[(movie.id + shows.length) % ACCESSIBILITY.length] ?? '';
    shows.push({ movieId: movie.id, startMinute, pricePaise: rupees * 100, accessibility });
    const free = startMinute + movie.durationMin + CLEANING_MIN + pick(random, [0, 30, 60]);
    startMinute = Math.ceil(free / QUARTER_HOUR) * QUARTER_HOUR;
  }
  return shows;
}

const BEST_ROWS_FIRST = ['G', 'F', 'H', 'E', 'I', 'D', 'J', 'C', 'B', 'A'];

/** Takes adjacent free seats, in good rows first. Returns undefined if no row has enough. */
export function takeSeatsTogether(random: Random, taken: Set<number>, count: number): number[] | undefined {
  const favourite = Math.floor(random() * 5);
  const rows = [...BEST_ROWS_FIRST.slice(favourite), ...BEST_ROWS_FIRST.slice(0, favourite)];
  for (const row of rows) {
    const first = SEAT_ROWS.indexOf(row as (typeof SEAT_ROWS)[number]) * SEATS_PER_ROW;
    const offsets = Array.from({ length: SEATS_PER_ROW - count + 1 }, (_, offset) => offset);
    const middle = (SEATS_PER_ROW - count) / 2;
    offsets.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
    for (const offset of offsets) {
      const seats = Array.from({ length: count }, (_, index) => first + offset + index);
      if (seats.some((seat) => taken.has(seat))) continue;
      for (const seat of seats) taken.add(seat);
      return seats;
    }
  }
  return undefined;
}
