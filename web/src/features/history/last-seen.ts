/** The bookings as last seen, kept in this browser for their owner, so that tickets open without a network. */
import type { ReceivedBooking } from '../../lib/bookings.ts';
import { storage } from '../../lib/storage.ts';

const KEY = 'last-seen-bookings';

export interface LastSeen {
  userId: number;
  seenAt: number;
  bookings: ReceivedBooking[];
}

export function rememberBookings(userId: number, bookings: ReceivedBooking[]): void {
  storage.setItem(KEY, JSON.stringify({ userId, seenAt: Date.now(), bookings } satisfies LastSeen));
}

/** A new booking's ticket opens without a network too, before the history was ever looked at. */
export function rememberBooking(userId: number, booking: ReceivedBooking): void {
  const others = recallBookings(userId)?.bookings.filter(({ id }) => id !== booking.id) ?? [];
  rememberBookings(userId, [booking, ...others]);
}

export function recallBookings(userId: number): LastSeen | null {
  try {
    const lastSeen = JSON.parse(storage.getItem(KEY) ?? 'null') as LastSeen | null;
    return lastSeen?.userId === userId ? lastSeen : null;
  } catch {
    return null;
  }
}

export function forgetBookings(): void {
  storage.removeItem(KEY);
}
