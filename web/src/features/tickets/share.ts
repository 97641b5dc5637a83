import { type ReceivedBooking, seatsOf } from '../../lib/bookings.ts';
import { formatDateTime } from '../../lib/cinema-times.ts';

/** Sharing needs HTTPS, and not every browser supports it. */
export const canShare = (): boolean => 'share' in navigator;

/** Shares when and where the show is. Leaves out the ticket code, because anyone who has it can enter. */
export async function shareBooking(booking: ReceivedBooking): Promise<void> {
  const { movie, screen, startTime } = booking.show;
  const { name, city } = screen.cinema;
  const place = [name, city, screen.name].filter(Boolean).join(', ');
  const text = `${movie.title}, ${formatDateTime(startTime)}, ${place}, seats ${seatsOf(booking).join(', ')}`;
  try {
    await navigator.share({ title: movie.title, text });
  } catch (error) {
    // The user closed the browser's share dialog.
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
  }
}
