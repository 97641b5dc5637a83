import { type ReceivedBooking, type SeatTicket, seatsOf } from '../../lib/bookings.ts';
import { formatDateTime } from '../../lib/cinema-times.ts';
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

function describe({ show }: ReceivedBooking, seats: string): string {
  const { movie, screen, startTime } = show;
  const place = [screen.cinema.name, screen.cinema.city, screen.name].filter(Boolean).join(', ');
  return `${movie.title}, ${formatDateTime(startTime)}, ${place}, ${seats}`;
}

const describeAll = (booking: ReceivedBooking): string => describe(booking, `seats ${seatsOf(booking).join(', ')}`);

/** Shares when and where the show is. Leaves out the ticket code, because anyone who has it can enter. */
export const shareBooking = (booking: ReceivedBooking): Promise<void> =>
  share({ title: booking.show.movie.title, text: describeAll(booking) });

/** Shares or copies a link to the seat map with the booking's seats marked. It says nothing about the user. */
export async function inviteFriends(booking: ReceivedBooking): Promise<void> {
  const url = new URL(`/shows/${booking.show.id}/seats?near=${seatsOf(booking)}`, window.location.origin).href;
  if (canShare()) return share({ title: booking.show.movie.title, text: `Sit with us: ${describeAll(booking)}`, url });
  try {
    await navigator.clipboard.writeText(url);
    showToast('Link copied. Send it to your friends: it shows them seats next to yours.');
  } catch {
    showToast(`Your browser blocked copying. This is the link: ${url}`, 'danger');
  }
}

/** The page of one seat's ticket. Whoever has the address can enter with it. */
export const seatAddress = (code: string): string => `${window.location.origin}/t/${code}`;

export function shareSeat(booking: ReceivedBooking, { seat, code }: SeatTicket): Promise<void> {
  const title = `${booking.show.movie.title}, seat ${seat}`;
  return share({ title, text: describe(booking, `seat ${seat}`), url: seatAddress(code) });
}
