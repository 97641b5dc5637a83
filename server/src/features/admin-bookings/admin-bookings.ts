/** All customers' bookings, each with the customer who made it. */
import type { Booking } from '@moviebooking/contract/bookings';
import type { Database } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors/refusal.ts';
import { type AdminBooking, selectBooking, selectRecentBookings } from './admin-bookings.sql.ts';

export type { AdminBooking } from './admin-bookings.sql.ts';

/** Refuses with NOT_FOUND if the booking doesn't exist. */
export async function findBooking(db: Database, bookingId: number): Promise<AdminBooking> {
  const booking = await selectBooking(db, bookingId);
  if (!booking) throw new Refusal('NOT_FOUND', 'Booking not found');
  return booking;
}

/** Returns the newest first. */
export const readRecentBookings = (db: Database, limit: number): Promise<Booking[]> => selectRecentBookings(db, limit);
