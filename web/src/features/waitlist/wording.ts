import type { WaitingWithShow } from '@moviebooking/contract/waitlist';
import { formatTime } from '../../lib/cinema-times.ts';
import { listOf } from '../../lib/seat-list.ts';

const countOf = (seats: number): string => `${seats} ${seats === 1 ? 'seat' : 'seats'}`;

export const placeInLine = (position: number, seats: number): string =>
  position === 1
    ? `You're first in line for ${countOf(seats)}.`
    : `You're number ${position} in line for ${countOf(seats)}.`;

/** "C4 and C5 for Monsoon are held for you." */
export function describeOffer({ offer, show }: WaitingWithShow): string {
  const verb = offer?.seats.length === 1 ? 'is' : 'are';
  return `${listOf(offer?.seats ?? [])} for ${show.movie.title} ${verb} held for you.`;
}

/** For screen readers, which don't read the countdown. */
export const announceOffer = (entry: WaitingWithShow): string =>
  `${describeOffer(entry)} Book by ${formatTime(entry.offer?.expiresAt ?? 0)}.`;
