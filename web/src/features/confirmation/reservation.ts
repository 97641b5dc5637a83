import type { Booking } from '@moviebooking/contract/bookings';

/** Seats may also be delivered as a JSON string. */
function seatsIn(value: unknown): string[] {
  if (typeof value !== 'string') return Array.isArray(value) ? value.map(String) : [];
  try {
    return seatsIn(JSON.parse(value));
  } catch {
    return [];
  }
}

/** The booking that a page was opened with. Navigation state may be left over from anything: only a booking counts. */
export function bookingIn(state: unknown): Booking | null {
  const booking = (state as { booking?: Partial<Booking> | null } | null)?.booking;
  if (!booking || typeof (booking.id ?? booking.bookingId) !== 'number' || !booking.show?.screen) return null;
  return { ...booking, id: booking.id ?? booking.bookingId, seats: seatsIn(booking.seats) } as Booking;
}
