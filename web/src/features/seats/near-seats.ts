/** The seats named in a link to sit with friends: `?near=E4,E5`. Anyone can write such a link, so whatever is no seat is ignored. */
import { MAX_SEATS_PER_BOOKING } from '@moviebooking/contract/limits';
import { ALL_SEATS, inSeatOrder } from '@moviebooking/contract/seats';

const LONGEST_READ = 200;

export function parseNear(text: string): string[] {
  const named = new Set(text.slice(0, LONGEST_READ).toUpperCase().split(','));
  return inSeatOrder([...named].filter((name) => ALL_SEATS.includes(name)).slice(0, MAX_SEATS_PER_BOOKING));
}
