/**
 * Books or changes seats exactly once: every attempt at the same seats carries the same Idempotency-Key until one succeeds,
 * so neither a double press nor a retry does it twice.
 */
import type { Booking, BookingChange } from '@moviebooking/contract/bookings';
import { newRequestId, untilAnswered } from '../../lib/until-answered.ts';
import { postBooking, postChange } from './api.ts';

function openAttempts() {
  const keys = new Map<string, string>();

  return async function attempt(wanted: string, send: (key: string) => Promise<Booking>): Promise<Booking> {
    const key = keys.get(wanted) ?? newRequestId();
    keys.set(wanted, key);
    const booking = await untilAnswered(() => send(key));
    keys.delete(wanted);
    return booking;
  };
}

export function openBookingAttempts(showId: number) {
  const attempt = openAttempts();
  return (seats: string[], expectedTotal: number, accessible = false) =>
    attempt(seats.join(), (key) =>
      postBooking({ showId, seats, expectedTotal, ...(accessible && { accessible }) }, key),
    );
}

export function openChangeAttempts(bookingId: number) {
  const attempt = openAttempts();
  return (change: BookingChange) =>
    attempt(`${change.release} to ${change.take}`, (key) => postChange(bookingId, change, key));
}
