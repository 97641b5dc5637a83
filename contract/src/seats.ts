/**
 * The seats of every screen: rows A to J, ten seats each. A seat id is a letter and a number ("C4"). The database stores
 * its index in seat order (row, then number), from 0 to 99.
 */
import { MAX_SEATS_PER_BOOKING } from './limits.ts';

export const SEAT_ROWS = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J'] as const;
export const SEATS_PER_ROW = 10;

export const ALL_SEATS: readonly string[] = SEAT_ROWS.flatMap((row) =>
  Array.from({ length: SEATS_PER_ROW }, (_, index) => `${row}${index + 1}`),
);

const indexById = new Map(ALL_SEATS.map((id, index) => [id, index]));

export function seatIndex(id: string): number {
  const index = indexById.get(id);
  if (index === undefined) throw new RangeError(`No such seat: ${id}`);
  return index;
}

export function seatAt(index: number): string {
  const id = ALL_SEATS[index];
  if (id === undefined) throw new RangeError(`No seat at ${index}`);
  return id;
}

/** Returns the ids of these indexes, in seat order. */
export const seatsAt = (indexes: readonly number[]): string[] => indexes.toSorted((a, b) => a - b).map(seatAt);

export function inSeatOrder(ids: Iterable<string>): string[] {
  return [...ids].sort((a, b) => seatIndex(a) - seatIndex(b));
}

export const NAMED_TWICE_MESSAGE = 'A seat is listed twice';
export const NO_SEATS_MESSAGE = 'Please select at least one seat';
export const TOO_MANY_SEATS_MESSAGE = `Maximum ${MAX_SEATS_PER_BOOKING} seats can be selected`;
