import { type ReceivedBooking, type SeatTicket, seatsOf } from '../../lib/bookings.ts';
import { formatDateTime } from '../../lib/cinema-times.ts';

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

const placeOf = ({ show: { screen } }: ReceivedBooking): string =>
  [screen.cinema.name, screen.cinema.city, screen.name].filter(Boolean).join(', ');

/** Shares when and where the show is. Leaves out the ticket code, because anyone who has it can enter. */
export function shareBooking(booking: ReceivedBooking): Promise<void> {
  const { movie, startTime } = booking.show;
  const seats = `seats ${seatsOf(booking).join(', ')}`;
  return share({
    title: movie.title,
    text: [movie.title, formatDateTime(startTime), placeOf(booking), seats].join(', '),
  });
}

/** The page of one seat's ticket. Whoever has the address can enter with it. */
export const seatAddress = (code: string): string => `${window.location.origin}/t/${code}`;

export function shareSeat(booking: ReceivedBooking, { seat, code }: SeatTicket): Promise<void> {
  const { movie, startTime } = booking.show;
  const text = [movie.title, formatDateTime(startTime), placeOf(booking), `seat ${seat}`].join(', ');
  return share({ title: `${movie.title}, seat ${seat}`, text, url: seatAddress(code) });
}
