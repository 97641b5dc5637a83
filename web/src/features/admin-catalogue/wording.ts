import type { BookedTotal } from '@moviebooking/contract/admin';
import type { Show } from '@moviebooking/contract/catalogue';
import { formatTime } from '../../lib/cinema-times.ts';
import { formatRupees } from '../../lib/format.ts';
import { countOf } from '../../lib/numbers.ts';
import { startOf } from '../../ui/day-scale.ts';

export const SEATS_SOLD = 'Every screen sells seats A1 to J10 (100 seats), whatever its capacity.';

const SOLD_STAYS_SOLD = 'Nobody can hold or book it then, but seats already sold stay sold.';

export const CLOSING_FOR_SCREEN = `${SEATS_SOLD} Select a seat to take it out of service. ${SOLD_STAYS_SOLD}`;

export const CLOSING_FOR_SHOW = `Select a seat to take it out of service for this show only. ${SOLD_STAYS_SOLD}`;

export const SEATS_CHANGED_BY_OTHERS =
  'Someone else changed these seats while you were editing. The map now shows their changes and yours: check it, then save again.';

/** "Saved. 2 of 100 seats out of service. 6 upcoming bookings include them." */
export function describeClosedSeats(closed: number, bookings: number | undefined, isSaved: boolean): string {
  const saved = isSaved ? 'Saved. ' : '';
  if (closed === 0) return `${saved}All 100 seats are in service.`;
  const seats = `${saved}${closed} of 100 seats out of service.`;
  if (bookings === undefined) return seats;
  if (bookings === 0) return `${seats} No upcoming bookings include them.`;
  return `${seats} ${countOf(bookings, 'upcoming booking')} ${bookings === 1 ? 'includes' : 'include'} them.`;
}

/** "2 bookings (5 seats, ₹1,250) will be cancelled and the customers told why." Without `revenue`, leaves it out. */
export function describeCancelledShow({
  bookings,
  seats,
  revenue,
}: Omit<BookedTotal, 'revenue'> & Partial<BookedTotal>) {
  if (bookings === 0) return 'This show has no bookings yet.';
  const money = revenue === undefined ? '' : `, ${formatRupees(revenue)}`;
  const cancelled = `${countOf(bookings, 'booking')} (${countOf(seats, 'seat')}${money})`;
  return `${cancelled} will be cancelled and the ${bookings === 1 ? 'customer' : 'customers'} told why.`;
}

/** "12:10 pm, Screen 1: clashes with Monsoon, 1:35 pm". */
export function describeMove(start: number, screenName: string | undefined, clash: Show | undefined): string {
  const target = `${formatTime(start)}, ${screenName}`;
  return clash ? `${target}: clashes with ${clash.movie.title}, ${formatTime(startOf(clash))}` : target;
}

export const moveQuestion = (bookings: number, start: number): string =>
  `${countOf(bookings, 'booking')} will move to ${formatTime(start)}. Move the show?`;

const POSTER_ADVICE = 'Use an https:// address, or a picture on this site, such as /posters/monsoon.svg.';

/** Why a poster does not appear and what to do about it; undefined when it does. */
export function describePosterProblem(url: string, siteProtocol: string, hasFailed: boolean): string | undefined {
  if (siteProtocol === 'https:' && /^http:/i.test(url))
    return `Many browsers won't show this poster: its address starts with http://, and this site uses https://. ${POSTER_ADVICE}`;
  return hasFailed ? "This picture can't be loaded. Check the address, or use another picture." : undefined;
}
