import type { Booking } from '@moviebooking/contract/bookings';

/** A booking in any of the shapes that the specification allows a server to send. */
export type ReceivedBooking = Omit<Booking, 'seats' | 'status'> & { seats: string[] | string; status: string };

export type SeatTicket = NonNullable<Booking['tickets']>[number];

/** The seats may arrive as a list or as a JSON string. */
export function seatsOf({ seats }: Pick<ReceivedBooking, 'seats'>): string[] {
  if (Array.isArray(seats)) return seats;
  try {
    const parsed: unknown = JSON.parse(seats);
    return Array.isArray(parsed) ? parsed.map(String) : [];
  } catch {
    return [];
  }
}

/** Whether its user can cancel or change it. */
export const canChange = ({ status, show }: ReceivedBooking, now: number): boolean =>
  status === 'CONFIRMED' && Date.parse(show.startTime) > now;

/** Where its ticket opens. */
export const ticketPath = (bookingId: number): string => `/bookings/history?ticket=${bookingId}`;

/** Where its seats can be changed. */
export const changePath = ({ id, show }: ReceivedBooking): string => `/shows/${show.id}/seats?change=${id}`;
