/**
 * Finds the best adjacent seats for a party: in the middle, about two thirds back. Leaving a single seat that nobody would
 * buy is worse than any view; otherwise the best view wins, and a party split by the aisle costs as much as three rows.
 */
import { SEAT_ROWS, SEATS_PER_ROW } from '@moviebooking/contract/seats';

export const SEATS_BEFORE_AISLE = 5;
const BEST_ROW = 6;
const MIDDLE = (SEATS_PER_ROW - 1) / 2;
const COST_PER_SEAT_OFF_CENTRE = 0.9;
const COST_OF_AISLE = 3;
/** From the first rows one looks up at the screen. */
const COST_OF_FRONT_ROW = [4, 2, 1];

type IsFree = (seat: string) => boolean;

interface Candidate {
  seats: string[];
  orphans: number;
  cost: number;
}

/** Where the best seats are, by index. */
interface Aim {
  row: number;
  middle: number;
}

const aimAt = (seats: string[]): Aim => {
  const numbers = seats.map((seat) => Number(seat.slice(1)) - 1);
  return {
    row: SEAT_ROWS.indexOf(seats[0]?.[0] as (typeof SEAT_ROWS)[number]),
    middle: (Math.min(...numbers) + Math.max(...numbers)) / 2,
  };
};

/** Returns null if the party cannot sit together. With `near`, the seats closest to those are the best. */
export function findBestSeats(count: number, isFree: IsFree, near?: string[]): string[] | null {
  const aim = near ? aimAt(near) : { row: BEST_ROW, middle: MIDDLE };
  const candidates = SEAT_ROWS.flatMap((_, row) => candidatesIn(row, count, isFree, aim));
  const [best] = candidates.sort((a, b) => a.orphans - b.orphans || a.cost - b.cost);
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
    return {
      seats: seats.slice(start, end),
      orphans: Math.max(countOrphans(left) - countOrphans(free), 0),
      cost: costOf(row, start, end, aim),
    };
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
    Math.abs(row - aim.row) +
    (COST_OF_FRONT_ROW[row] ?? 0) +
    Math.abs((start + end - 1) / 2 - aim.middle) * COST_PER_SEAT_OFF_CENTRE +
    (crossesAisle ? COST_OF_AISLE : 0)
  );
}
