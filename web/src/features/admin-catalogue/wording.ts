import type { BookedTotal } from '@moviebooking/contract/admin';
import type { Screen, Show } from '@moviebooking/contract/catalogue';
import { formatClock, formatTime } from '../../lib/cinema-times.ts';
import { formatRupees } from '../../lib/format.ts';
import { countOf, formatNumber, formatPercent } from '../../lib/numbers.ts';
import type { Place } from '../../lib/places.ts';
import { spanOf } from '../../ui/day-scale.ts';
import type { Move, Slot } from './show-slot.ts';
import { seatCounts } from './show-status.tsx';

export const SEATS_SOLD = 'Every screen sells seats A1 to J10 (100 seats), whatever its capacity.';

const SOLD_STAYS_SOLD = 'Nobody can hold or book it then, but seats already sold stay sold.';

export const CLOSING_FOR_SCREEN =
  `${SEATS_SOLD} Choose what to mark, then select seats. Nobody can hold or book a seat that is out of service. ` +
  'A companion seat goes with a wheelchair space. Seats already sold stay sold.';

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

/** "2 wheelchair spaces, 2 companion seats." */
export function describePlaces(places: ReadonlyMap<string, Place>): string {
  const count = (kind: Place) => [...places.values()].filter((place) => place === kind).length;
  return `${countOf(count('wheelchair'), 'wheelchair space')}, ${countOf(count('companion'), 'companion seat')}.`;
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

/** "Monsoon, 1:35 pm to 3:05 pm, on Screen 1". */
export function describeClash(clash: Show): string {
  const { start, end } = spanOf(clash);
  return `${clash.movie.title}, ${formatClock(start)} to ${formatTime(end)}, on ${clash.screen.name}`;
}

/** "Screen 1", or with several cinemas "Screen 1, PVR Forum". */
function nameOfScreen(screenId: number, screens: Screen[]): string {
  const screen = screens.find(({ id }) => id === screenId);
  if (!screen) return 'another screen';
  const isOneCinema = screens.every(({ cinemaId }) => cinemaId === screen.cinemaId);
  return isOneCinema ? screen.name : `${screen.name}, ${screen.cinema.name}`;
}

/** "12:10 pm, Screen 1: clashes with Monsoon, 1:35 pm to 3:05 pm, on Screen 1". */
export function describeMove({ start, screenId }: Slot, screens: Screen[], clash: Show | undefined): string {
  const target = `${formatTime(start)}, ${nameOfScreen(screenId, screens)}`;
  return clash ? `${target}: clashes with ${describeClash(clash)}` : target;
}

/** "Not moved to 12:10 pm, Screen 1: clashes with Monsoon, 1:35 pm to 3:05 pm, on Screen 1." */
export const describeRefusal = ({ slot, clash }: { slot: Slot; clash: Show }, screens: Screen[]): string =>
  `Not moved to ${describeMove(slot, screens, clash)}.`;

/** "Monsoon moved to 12:10 pm, Screen 1." */
export function describeMoved({ show, to, isUndo }: Move, screens: Screen[]): string {
  return `${show.movie.title} ${isUndo ? 'is back at' : 'moved to'} ${describeMove(to, screens, undefined)}.`;
}

/** "Monsoon, 12:10 pm to 1:40 pm, 2 bookings, 5 of 100 seats, ₹250 · 5%, past". Contains all that its block shows. */
export function describeBlock(show: Show, start: number, end: number, isPast: boolean): string {
  const { sold, sellable } = seatCounts(show);
  const times = `${formatClock(start)} to ${formatClock(end)}`;
  const sales = `${countOf(show._count.bookings, 'booking')}, ${sold} of ${countOf(sellable, 'seat')}`;
  return `${show.movie.title}, ${times}, ${sales}, ${describeFill(show)}${isPast ? ', past' : ''}`;
}

/** "₹250 · 5%". */
export function describeFill(show: Show): string {
  return `${formatRupees(show.price)} · ${formatPercent(Math.round(shareSold(show) * 100) / 100)}`;
}

/** From 0 to 1. */
export function shareSold(show: Show): number {
  const { sold, sellable } = seatCounts(show);
  return sellable === 0 ? 0 : Math.min(1, sold / sellable);
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

/** The server lists no more people than this. */
const MOST_LISTED = 1_000;

/** "3 people are waiting for 7 seats." */
export function describeWaitlist(entries: readonly { seats: number }[]): string {
  if (entries.length === 0) return 'Nobody is waiting any more.';
  if (entries.length >= MOST_LISTED) return `These are the first ${formatNumber(entries.length)} people in line.`;
  const seats = entries.reduce((sum, entry) => sum + entry.seats, 0);
  const people = entries.length === 1 ? '1 person is' : `${entries.length} people are`;
  return `${people} waiting for ${countOf(seats, 'seat')}.`;
}
