import type { Booking } from '@moviebooking/contract/bookings';

/** A booking as any server of this specification may send it. */
export type ReceivedBooking = Omit<Booking, 'seats' | 'status'> & { seats: string[] | string; status: string };

/** The seats may come as a list or as the text of one. */
export function seatsOf({ seats }: Pick<ReceivedBooking, 'seats'>): string[] {
  if (Array.isArray(seats)) return seats;
  try {
    const parsed: unknown = JSON.parse(seats);
    return Array.isArray(parsed) ? parsed.map(String) : [];
  } catch {
    return [];
  }
}
