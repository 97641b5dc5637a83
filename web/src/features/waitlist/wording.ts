import type { WaitingWithShow } from '@moviebooking/contract/waitlist';
import { formatTime } from '../../lib/cinema-times.ts';
import { listOf } from '../../lib/seat-list.ts';

const countOf = (seats: number): string => `${seats} ${seats === 1 ? 'seat' : 'seats'}`;

export const placeInLine = (position: number, seats: number): string =>
  position === 1
    ? `You're first in line for ${countOf(seats)}.`
    : `You're number ${position} in line for ${countOf(seats)}.`;

/** "C4 and C5 for Monsoon are held for you until 7:15 pm." */
export function describeOffer({ offer, show }: WaitingWithShow): string {
  if (!offer) return '';
  const verb = offer.seats.length === 1 ? 'is' : 'are';
  return `${listOf(offer.seats)} for ${show.movie.title} ${verb} held for you until ${formatTime(offer.expiresAt)}.`;
}
