/**
 * Books seats exactly once. Every attempt at the same seats carries the same Idempotency-Key until it has succeeded, so
 * a double press, a retry after a lost answer or one by hand never books twice. When no answer came, or the server was
 * away, it is asked again a few times before giving up.
 */
import type { Booking } from '@moviebooking/contract/bookings';
import { ApiError } from '../../lib/api.ts';
import { postBooking } from './api.ts';

const RETRY_AFTER_MS = [500, 1_500, 3_000];

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Also where crypto.randomUUID is missing: on a plain http address other than localhost. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** After these failures something may have been booked or not; all others are final. */
const isUncertain = (error: unknown): boolean =>
  error instanceof ApiError && (error.isNetworkFailure || [502, 503, 504].includes(error.status));

export function openBookingAttempts(showId: number) {
  let current: { seats: string; key: string } | null = null;

  return async function book(seats: string[]): Promise<Booking> {
    const wanted = seats.join();
    if (current?.seats !== wanted) current = { seats: wanted, key: newKey() };
    const { key } = current;
    for (let attempt = 0; ; attempt += 1) {
      try {
        const booking = await postBooking(showId, seats, key);
        current = null;
        return booking;
      } catch (error) {
        const wait = RETRY_AFTER_MS[attempt];
        if (!isUncertain(error) || wait === undefined) throw error;
        await pause(wait);
      }
    }
  };
}
