/** Converts a row to the Booking object of the API. */
import { toRupees } from '@moviebooking/contract/money';
import type { Tables } from '../../platform/database/tables.ts';
import { describeShow, type ShowRow } from '../catalogue/show.ts';
import type { BookingWithFacts, WithSeatFacts } from './seat-tickets.ts';

export interface BookingRow
  extends ShowRow,
    WithSeatFacts,
    Pick<Tables['booking_details'], 'booking_id' | 'status' | 'created_at' | 'price_paise' | 'cancel_reason'> {}

/** Expects the seats in seat order. */
export function toBooking(row: BookingRow, seats: string[]): BookingWithFacts {
  const show = describeShow(row);
  return {
    id: row.booking_id,
    bookingId: row.booking_id,
    status: row.status,
    cancelReason: row.cancel_reason,
    createdAt: row.created_at.toISOString(),
    seats,
    seatCount: seats.length,
    totalPrice: toRupees(row.price_paise * seats.length),
    movie: show.movie,
    show,
    ...(row.seat_facts ? { seatFacts: row.seat_facts } : {}),
  };
}
