import type { WaitingWithShow } from '@moviebooking/contract/waitlist';
import { formatTime } from '../../lib/cinema-times.ts';
import { countOf, formatNumber } from '../../lib/numbers.ts';
import { listOf } from '../../lib/seat-list.ts';

export const TRY_AGAIN = "That didn't work. Please try again.";

export const tellMe = (seats: number): string =>
  seats === 1 ? 'Tell me when 1 seat comes free' : `Tell me when ${seats} seats come free`;

export const placeInLine = ({ position, seats }: WaitingWithShow): string =>
  `You're ${position === 1 ? 'first' : `number ${formatNumber(position)}`} in line for ${countOf(seats, 'seat')}.`;

/** "C4 and C5 for Monsoon are held for you." */
export const heldForYou = (seats: string[], title?: string): string =>
  `${listOf(seats)}${title ? ` for ${title}` : ''} ${seats.length === 1 ? 'is' : 'are'} held for you.`;

export const describeOffer = ({ offer, show }: WaitingWithShow): string =>
  heldForYou(offer?.seats ?? [], show.movie.title);

/** For screen readers, which don't read the countdown. */
export const announceOffer = (entry: WaitingWithShow): string =>
  `${describeOffer(entry)} Book by ${formatTime(entry.offer?.expiresAt ?? 0)}.`;
