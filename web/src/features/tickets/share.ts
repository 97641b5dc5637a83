import { type ReceivedBooking, seatsOf } from '../../lib/bookings.ts';
import { formatDateTime } from '../../lib/cinema-times.ts';
import { showToast } from '../../ui/toast.tsx';

/** Sharing needs HTTPS, and not every browser supports it. */
export const canShare = (): boolean => 'share' in navigator;

function describe(booking: ReceivedBooking): string {
  const { movie, screen, startTime } = booking.show;
  const { name, city } = screen.cinema;
  const place = [name, city, screen.name].filter(Boolean).join(', ');
  return `${movie.title}, ${formatDateTime(startTime)}, ${place}, seats ${seatsOf(booking).join(', ')}`;
}

/** Shares when and where the show is. Leaves out the ticket code, because anyone who has it can enter. */
export const shareBooking = (booking: ReceivedBooking): Promise<void> =>
  share({ title: booking.show.movie.title, text: describe(booking) });

/** Shares or copies a link to the seat map with the booking's seats marked. It says nothing about the user. */
export async function inviteFriends(booking: ReceivedBooking): Promise<void> {
  const url = new URL(`/shows/${booking.show.id}/seats?near=${seatsOf(booking)}`, window.location.origin).href;
  if (canShare()) return share({ title: booking.show.movie.title, text: `Sit with us: ${describe(booking)}`, url });
  try {
    await navigator.clipboard.writeText(url);
    showToast('Link copied. Send it to your friends: it shows them seats next to yours.');
  } catch {
    showToast(`Your browser blocked copying. This is the link: ${url}`, 'danger');
  }
}

async function share(data: ShareData): Promise<void> {
  try {
    await navigator.share(data);
  } catch (error) {
    // The user closed the browser's share dialog.
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
  }
}
