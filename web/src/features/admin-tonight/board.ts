/** Arranges the halls of a day in columns by the hour in which they start, as large as fits. */
import { SEATS_PER_ROW } from '@moviebooking/contract/seats';

export const TILE_GAP = 8;
export const TILE_LABEL = 34;
export const HOUR_GAP = 20;
export const HOUR_LABEL = 24;
const SMALLEST = 44;
const LARGEST = 180;

/** The largest tiles with which all hours fit next to each other, and how many go below one another. */
export function fitTiles(counts: readonly number[], { width, height }: { width: number; height: number }) {
  for (let size = LARGEST; size > SMALLEST; size--) {
    const rows = rowsOf(size, height);
    const columns = counts.reduce((sum, count) => sum + Math.ceil(count / rows), 0);
    if (columns * (size + TILE_GAP) + counts.length * HOUR_GAP <= width) return { size, rows };
  }
  return { size: SMALLEST, rows: rowsOf(SMALLEST, height) };
}

const rowsOf = (size: number, height: number): number =>
  Math.max(1, Math.floor((height - HOUR_LABEL + TILE_GAP) / (size + TILE_LABEL + TILE_GAP)));

const AISLE = 0.5;
const CELL = 0.8;
export const MAP_VIEW = `0 0 ${SEATS_PER_ROW + AISLE - (1 - CELL)} ${SEATS_PER_ROW - (1 - CELL)}`;

/** An SVG path with a shape for each seat in this state: a circle for seats that are checked in, otherwise a square. */
export function pathOf(seats: string, state: string): string {
  const radius = CELL / 2;
  const circle = `m0 ${radius}a${radius} ${radius} 0 1 1 ${CELL} 0a${radius} ${radius} 0 1 1-${CELL} 0z`;
  const shape = state === 'c' ? circle : `h${CELL}v${CELL}h-${CELL}z`;
  let path = '';
  for (let seat = seats.indexOf(state); seat >= 0; seat = seats.indexOf(state, seat + 1)) {
    const number = seat % SEATS_PER_ROW;
    const x = number + (number >= SEATS_PER_ROW / 2 ? AISLE : 0);
    path += `M${x} ${Math.floor(seat / SEATS_PER_ROW)}${shape}`;
  }
  return path;
}

/** "c" is a booked seat that was checked in. */
export function countSeats(seats: string) {
  const count = (state: string) => seats.split(state).length - 1;
  const checkedIn = count('c');
  return { sold: count('b') + checkedIn, checkedIn, sellable: seats.length - count('x') };
}
