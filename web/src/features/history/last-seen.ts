/** The bookings as last seen, kept in this browser for their owner, so that tickets open without a network. */
import type { ReceivedBooking } from '../../lib/bookings.ts';

const KEY = 'last-seen-bookings';

export interface LastSeen {
  userId: number;
  seenAt: number;
  bookings: ReceivedBooking[];
}

export function rememberBookings(userId: number, bookings: ReceivedBooking[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ userId, seenAt: Date.now(), bookings } satisfies LastSeen));
  } catch {
    // No room or no permission: tickets then need the network.
  }
}

export function recallBookings(userId: number): LastSeen | null {
  try {
    const lastSeen = JSON.parse(localStorage.getItem(KEY) ?? 'null') as LastSeen | null;
    return lastSeen?.userId === userId ? lastSeen : null;
  } catch {
    return null;
  }
}

export function forgetBookings(): void {
  localStorage.removeItem(KEY);
}
