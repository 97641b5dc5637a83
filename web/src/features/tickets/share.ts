import { type ReceivedBooking, seatsOf } from '../../lib/bookings.ts';
import { formatDateTime } from '../../lib/cinema-times.ts';

/** Browsers share only over https, and not all of them do. */
export const canShare = (): boolean => 'share' in navigator;

/** Where and when, for those who come along. Without the ticket code: who has that can enter. */
export async function shareBooking(booking: ReceivedBooking): Promise<void> {
  const { movie, screen, startTime } = booking.show;
  const { name, city } = screen.cinema;
  const place = [name, city, screen.name].filter(Boolean).join(', ');
  const text = `${movie.title}, ${formatDateTime(startTime)}, ${place}, seats ${seatsOf(booking).join(', ')}`;
  try {
    await navigator.share({ title: movie.title, text });
  } catch (error) {
    // Closing the browser's own dialog is no failure.
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
  }
}
