/**
 * Books seats exactly once: every attempt at the same seats carries the same Idempotency-Key until one succeeds, so neither
 * a double press nor a retry books twice.
 */
import type { Booking } from '@moviebooking/contract/bookings';
import { newRequestId, untilAnswered } from '../../lib/until-answered.ts';
import { postBooking } from './api.ts';

export function openBookingAttempts(showId: number) {
  const keys = new Map<string, string>();

  return async function book(seats: string[], expectedTotal: number): Promise<Booking> {
    const wanted = seats.join();
    const key = keys.get(wanted) ?? newRequestId();
    keys.set(wanted, key);
    const booking = await untilAnswered(() => postBooking({ showId, seats, expectedTotal }, key));
    keys.delete(wanted);
    return booking;
  };
}
