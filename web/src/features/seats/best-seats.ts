/**
 * The best seats for a party: side by side in one row, in the middle, about two thirds back. First come places that
 * leave no single seat alone (nobody buys it); among those the best view wins, and sitting on both sides of the aisle
 * costs as much as three rows. Answers null when the party cannot sit together.
 */
import { SEAT_ROWS, SEATS_PER_ROW } from '@moviebooking/contract/seats';

export const SEATS_BEFORE_AISLE = 5;
const BEST_ROW = 6;
const MIDDLE = (SEATS_PER_ROW - 1) / 2;
const COST_PER_SEAT_ASIDE = 0.9;
const COST_OF_AISLE = 3;
/** The first rows look up at the screen. */
const COST_OF_FRONT_ROW = [4, 2, 1];

type IsFree = (seat: string) => boolean;

interface Place {
  seats: string[];
  orphans: number;
  cost: number;
}

export function findBestSeats(count: number, isFree: IsFree): string[] | null {
  const places = SEAT_ROWS.flatMap((_, row) => placesIn(row, count, isFree));
  const [best] = places.sort((a, b) => a.orphans - b.orphans || a.cost - b.cost);
  return best?.seats ?? null;
}

/** The largest party, up to `most`, that can still sit together. */
export function largestPartyTogether(most: number, isFree: IsFree): number {
  for (let count = most; count > 0; count -= 1) if (findBestSeats(count, isFree)) return count;
  return 0;
}

function placesIn(row: number, count: number, isFree: IsFree): Place[] {
  const seats = Array.from({ length: SEATS_PER_ROW }, (_, place) => `${SEAT_ROWS[row]}${place + 1}`);
  const free = seats.map(isFree);
  return seats.slice(0, SEATS_PER_ROW - count + 1).flatMap((_, start) => {
    const end = start + count;
    if (!free.slice(start, end).every(Boolean)) return [];
    const left = free.map((wasFree, place) => wasFree && (place < start || place >= end));
    return {
      seats: seats.slice(start, end),
      orphans: Math.max(countOrphans(left) - countOrphans(free), 0),
      cost: costOf(row, start, end),
    };
  });
}

/** Free seats with nobody and nothing free beside them on their side of the aisle. */
function countOrphans(free: boolean[]): number {
  const isFreeBeside = (place: number, other: number) =>
    Math.floor(place / SEATS_BEFORE_AISLE) === Math.floor(other / SEATS_BEFORE_AISLE) && free[other] === true;
  return free.filter((isFree, place) => isFree && !isFreeBeside(place, place - 1) && !isFreeBeside(place, place + 1))
    .length;
}

function costOf(row: number, start: number, end: number): number {
  const crossesAisle = start < SEATS_BEFORE_AISLE && end > SEATS_BEFORE_AISLE;
  return (
    Math.abs(row - BEST_ROW) +
    (COST_OF_FRONT_ROW[row] ?? 0) +
    Math.abs((start + end - 1) / 2 - MIDDLE) * COST_PER_SEAT_ASIDE +
    (crossesAisle ? COST_OF_AISLE : 0)
  );
}
