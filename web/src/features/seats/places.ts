/** Wheelchair spaces and companion seats, until they are released to everyone. */
import { ALL_SEATS, inSeatOrder, SEAT_ROWS } from '@moviebooking/contract/seats';
import type { SeatMap } from './seat-map.ts';
import { isTaken, type SelectionState, selectionOf } from './selection.ts';

const COST_PER_ROW = 3;
/** A companion seat is better than an ordinary one that is as close. */
const COST_OF_ORDINARY_SEAT = 0.5;

export const hasWheelchairSpace = ({ places }: SeatMap, seats: readonly string[]): boolean =>
  seats.some((seat) => places.get(seat) === 'wheelchair');

/** The seat, and the selected companion seats if it is the last wheelchair space: they go with one. */
export function releasedWith(state: SelectionState, seat: string): string[] {
  const { map, changing } = state;
  const left = selectionOf(state).filter((other) => other !== seat);
  const kept = changing?.seats.filter((own) => !changing.givenBack.has(own)) ?? [];
  if (map.places.get(seat) !== 'wheelchair' || hasWheelchairSpace(map, [...left, ...kept])) return [seat];
  return [seat, ...left.filter((other) => map.places.get(other) === 'companion')];
}

/** A wheelchair space with the closest seats for the rest of the party. Null if there are not enough. */
export function findWheelchairSpace(count: number, state: SelectionState): string[] | null {
  const { places } = state.map;
  const free = ALL_SEATS.filter((seat) => !isTaken(state, seat));
  const others = free.filter((seat) => places.get(seat) !== 'wheelchair');
  const parties = free
    .filter((seat) => places.get(seat) === 'wheelchair')
    .flatMap((space) => {
      const costOf = (seat: string) => distance(space, seat) + (places.has(seat) ? 0 : COST_OF_ORDINARY_SEAT);
      const company = others.toSorted((a, b) => costOf(a) - costOf(b)).slice(0, count - 1);
      if (company.length < count - 1) return [];
      return { seats: [space, ...company], cost: company.reduce((sum, seat) => sum + costOf(seat), 0) };
    });
  const [best] = parties.sort((a, b) => a.cost - b.cost);
  return best ? inSeatOrder(best.seats) : null;
}

function distance(a: string, b: string): number {
  const row = (seat: string) => SEAT_ROWS.findIndex((letter) => seat.startsWith(letter));
  return Math.abs(row(a) - row(b)) * COST_PER_ROW + Math.abs(Number(a.slice(1)) - Number(b.slice(1)));
}
