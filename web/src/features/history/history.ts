import type { ReceivedBooking } from '../../lib/bookings.ts';

const startOf = (booking: ReceivedBooking) => Date.parse(booking.show.startTime);

/** Splits bookings into upcoming ones, soonest first, and past ones, latest first. */
export function divideByTime(bookings: readonly ReceivedBooking[], now: number) {
  const sorted = bookings.toSorted((a, b) => startOf(a) - startOf(b));
  return {
    upcoming: sorted.filter((booking) => startOf(booking) > now),
    past: sorted.filter((booking) => startOf(booking) <= now).reverse(),
  };
}

/** The next upcoming booking, unless all are past or cancelled. */
export const nextUp = (bookings: readonly ReceivedBooking[], now: number): ReceivedBooking | undefined =>
  divideByTime(bookings, now).upcoming.find(({ status }) => status !== 'CANCELLED');

export const showStarts = (bookings: readonly ReceivedBooking[]): number[] => bookings.map(startOf);
