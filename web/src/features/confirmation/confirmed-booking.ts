import { type ReceivedBooking, seatsOf } from '../../lib/bookings.ts';

export type ConfirmedBooking = Omit<ReceivedBooking, 'seats'> & { seats: string[] };

interface ConfirmationState {
  userId: number;
  booking: Omit<ReceivedBooking, 'ticketCode'>;
}

/** Navigation state stays in the browser's history, where the next user of this browser can go back to it: no ticket code. */
export function confirmationState(userId: number, { ticketCode, ...booking }: ReceivedBooking): ConfirmationState {
  return { userId, booking };
}

/** The booking that this user's page was opened with. Navigation state may be left over from anything and anybody. */
export function bookingIn(state: unknown, userId: number): ConfirmedBooking | null {
  const { userId: ownerId, booking } = (state ?? {}) as Partial<ConfirmationState>;
  if (ownerId !== userId) return null;
  const id = booking?.id ?? booking?.bookingId;
  if (!booking?.show?.screen || typeof id !== 'number') return null;
  return { ...booking, id, seats: seatsOf({ seats: booking.seats ?? [] }) } as ConfirmedBooking;
}
