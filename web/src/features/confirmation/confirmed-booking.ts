import { type ReceivedBooking, seatsOf } from '../../lib/bookings.ts';

export type ConfirmedBooking = Omit<ReceivedBooking, 'seats'> & { seats: string[] };

/** The booking that a page was opened with. Navigation state may be left over from anything: only a booking counts. */
export function bookingIn(state: unknown): ConfirmedBooking | null {
  const booking = (state as { booking?: Partial<ReceivedBooking> | null } | null)?.booking;
  const id = booking?.id ?? booking?.bookingId;
  if (!booking?.show?.screen || typeof id !== 'number') return null;
  return { ...booking, id, seats: seatsOf({ seats: booking.seats ?? [] }) } as ConfirmedBooking;
}
