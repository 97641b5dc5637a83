import { type ReceivedBooking, type SeatTicket, seatsOf } from '../../lib/bookings.ts';
import { formatDateTime } from '../../lib/cinema-times.ts';
import { t } from '../../lib/language.ts';
import { showToast } from '../../ui/toast.tsx';

/** Sharing needs HTTPS, and not every browser supports it. */
export const canShare = (): boolean => 'share' in navigator;

async function share(data: ShareData): Promise<void> {
  try {
    await navigator.share(data);
  } catch (error) {
    // The user closed the browser's share dialog.
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
  }
}

function factsOf({ show }: ReceivedBooking) {
  const { movie, screen, startTime } = show;
  const place = [screen.cinema.name, screen.cinema.city, screen.name].filter(Boolean).join(', ');
  return { movie: movie.title, time: formatDateTime(startTime), place };
}

const describe = (booking: ReceivedBooking): string =>
  t('{movie}, {time}, {place}, seats {seats}', { ...factsOf(booking), seats: seatsOf(booking).join(', ') });

/** Shares when and where the show is. Leaves out the ticket code, because anyone who has it can enter. */
export const shareBooking = (booking: ReceivedBooking): Promise<void> =>
  share({ title: booking.show.movie.title, text: describe(booking) });

/** Shares or copies a link to the seat map with the booking's seats marked. It says nothing about the user. */
export async function inviteFriends(booking: ReceivedBooking): Promise<void> {
  const url = new URL(`/shows/${booking.show.id}/seats?near=${seatsOf(booking)}`, window.location.origin).href;
  const text = t('Sit with us: {show}', { show: describe(booking) });
  if (canShare()) return share({ title: booking.show.movie.title, text, url });
  try {
    await navigator.clipboard.writeText(url);
    showToast(t('Link copied. Send it to your friends: it shows them seats next to yours.'));
  } catch {
    showToast(t('Your browser blocked copying. This is the link: {url}', { url }), 'danger');
  }
}

/** The page of one seat's ticket. Whoever has the address can enter with it. */
export const seatAddress = (code: string): string => `${window.location.origin}/t/${code}`;

export function shareSeat(booking: ReceivedBooking, { seat, code }: SeatTicket): Promise<void> {
  const facts = { ...factsOf(booking), seat };
  return share({
    title: t('{movie}, seat {seat}', { movie: facts.movie, seat }),
    text: t('{movie}, {time}, {place}, seat {seat}', facts),
    url: seatAddress(code),
  });
}
