import { type ReceivedBooking, seatsOf } from '../../lib/bookings.ts';

export type ConfirmedBooking = Omit<ReceivedBooking, 'seats'> & { seats: string[] };

interface ConfirmationState {
  userId: number;
  booking: Omit<ReceivedBooking, 'ticketCode' | 'tickets'>;
}

/** Without the ticket codes: navigation state stays in the browser's history, where its next user could find it. */
export function confirmationState(
  userId: number,
  { ticketCode, tickets, ...booking }: ReceivedBooking,
): ConfirmationState {
  return { userId, booking };
}

/** The booking in the navigation state, or null if that is missing, malformed or another user's. */
export function bookingIn(state: unknown, userId: number): ConfirmedBooking | null {
  const { userId: ownerId, booking } = (state ?? {}) as Partial<ConfirmationState>;
  if (ownerId !== userId) return null;
  const id = booking?.id ?? booking?.bookingId;
  if (!booking?.show?.screen || typeof id !== 'number') return null;
  return { ...booking, id, seats: seatsOf({ seats: booking.seats ?? [] }) } as ConfirmedBooking;
}
