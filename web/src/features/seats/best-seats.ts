/**
 * Finds the best adjacent seats for a party: in the middle, about two thirds back. Leaving a single seat that nobody would
 * buy is worse than any view; otherwise the best view wins, and a party split by the aisle costs as much as three rows.
 * Customers joining friends sit next to them rather than in front of them, whatever the view.
 */
import { SEAT_ROWS, SEATS_PER_ROW } from '@moviebooking/contract/seats';

export const SEATS_BEFORE_AISLE = 5;
const BEST_ROW = 6;
const MIDDLE = (SEATS_PER_ROW - 1) / 2;
const COST_PER_SEAT_OFF_CENTRE = 0.9;
const COST_OF_AISLE = 3;
/** The first rows look up at the screen. */
const COST_OF_FRONT_ROW = [4, 2, 1];

type IsFree = (seat: string) => boolean;

interface Candidate {
  seats: string[];
  cost: number;
}

/** Where the best seats are, by index, and what is worse than not sitting exactly there. */
interface Aim {
  row: number;
  middle: number;
  costPerRow: number;
  costPerOrphan: number;
  costOfFrontRow: number[];
}

const FOR_THE_VIEW = { costPerRow: 1, costPerOrphan: 1_000, costOfFrontRow: COST_OF_FRONT_ROW };
const FOR_COMPANY = { costPerRow: 3, costPerOrphan: 0.5, costOfFrontRow: [] };

const middleOf = (seats: readonly string[]): Pick<Aim, 'row' | 'middle'> => {
  const numbers = seats.map((seat) => Number(seat.slice(1)) - 1);
  return {
    row: SEAT_ROWS.indexOf(seats[0]?.[0] as (typeof SEAT_ROWS)[number]),
    middle: (Math.min(...numbers) + Math.max(...numbers)) / 2,
  };
};

/** Returns null if the party cannot sit together. With `near`, the seats closest to those are the best. */
export function findBestSeats(count: number, isFree: IsFree, near?: readonly string[]): string[] | null {
  const place = near ? middleOf(near) : { row: BEST_ROW, middle: MIDDLE };
  return findSeats(count, isFree, { ...place, ...FOR_THE_VIEW });
}

/** Like findBestSeats, next to friends: in their row, otherwise in front of them or behind them. */
export const findSeatsNextTo = (friends: readonly string[], count: number, isFree: IsFree): string[] | null =>
  findSeats(count, isFree, { ...middleOf(friends), ...FOR_COMPANY });

function findSeats(count: number, isFree: IsFree, aim: Aim): string[] | null {
  const candidates = SEAT_ROWS.flatMap((_, row) => candidatesIn(row, count, isFree, aim));
  const [best] = candidates.sort((a, b) => a.cost - b.cost);
  return best?.seats ?? null;
}

/** The largest party, up to `most`, that can still sit together. */
export function largestPartyTogether(most: number, isFree: IsFree): number {
  for (let count = most; count > 0; count -= 1) if (findBestSeats(count, isFree)) return count;
  return 0;
}

function candidatesIn(row: number, count: number, isFree: IsFree, aim: Aim): Candidate[] {
  const seats = Array.from({ length: SEATS_PER_ROW }, (_, index) => `${SEAT_ROWS[row]}${index + 1}`);
  const free = seats.map(isFree);
  return seats.slice(0, SEATS_PER_ROW - count + 1).flatMap((_, start) => {
    const end = start + count;
    if (!free.slice(start, end).every(Boolean)) return [];
    const left = free.map((wasFree, index) => wasFree && (index < start || index >= end));
    const newOrphans = Math.max(countOrphans(left) - countOrphans(free), 0);
    return { seats: seats.slice(start, end), cost: newOrphans * aim.costPerOrphan + costOf(row, start, end, aim) };
  });
}

/** Free seats without a free neighbour on their side of the aisle. */
function countOrphans(free: boolean[]): number {
  const isFreeNeighbour = (index: number, other: number) =>
    Math.floor(index / SEATS_BEFORE_AISLE) === Math.floor(other / SEATS_BEFORE_AISLE) && free[other] === true;
  return free.filter(
    (isFree, index) => isFree && !isFreeNeighbour(index, index - 1) && !isFreeNeighbour(index, index + 1),
  ).length;
}

function costOf(row: number, start: number, end: number, aim: Aim): number {
  const crossesAisle = start < SEATS_BEFORE_AISLE && end > SEATS_BEFORE_AISLE;
  return (
    Math.abs(row - aim.row) * aim.costPerRow +
    (aim.costOfFrontRow[row] ?? 0) +
    Math.abs((start + end - 1) / 2 - aim.middle) * COST_PER_SEAT_OFF_CENTRE +
    (crossesAisle ? COST_OF_AISLE : 0)
  );
}
