import type { ReceivedBooking } from '../../lib/bookings.ts';

const startOf = (booking: ReceivedBooking) => Date.parse(booking.show.startTime);

export function canCancel(booking: ReceivedBooking, now: number): boolean {
  return booking.status === 'CONFIRMED' && startOf(booking) > now;
}

/** Upcoming ones first, the next show on top; then past ones, the latest on top. */
export function divideByTime(bookings: readonly ReceivedBooking[], now: number) {
  const sorted = bookings.toSorted((a, b) => startOf(a) - startOf(b));
  return {
    upcoming: sorted.filter((booking) => startOf(booking) > now),
    past: sorted.filter((booking) => startOf(booking) <= now).reverse(),
  };
}

/** The booking to think of next; none when everything is past or cancelled. */
export const nextUp = (bookings: readonly ReceivedBooking[], now: number): ReceivedBooking | undefined =>
  divideByTime(bookings, now).upcoming.find(({ status }) => status !== 'CANCELLED');

export const showStarts = (bookings: readonly ReceivedBooking[]): number[] => bookings.map(startOf);
