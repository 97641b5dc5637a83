/** All customers' bookings, each with the customer who made it. */
import type { Booking } from '@moviebooking/contract/bookings';
import type { Database } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors/refusal.ts';
import { type AdminBooking, selectBooking, selectNewestBookings, selectRecentBookings } from './admin-bookings.sql.ts';

export type { AdminBooking } from './admin-bookings.sql.ts';

/** Refuses with NOT_FOUND if the booking doesn't exist. */
export async function findBooking(db: Database, bookingId: number): Promise<AdminBooking> {
  const booking = await selectBooking(db, bookingId);
  if (!booking) throw new Refusal('NOT_FOUND', 'Booking not found');
  return booking;
}

/** Returns the newest first. */
export const readRecentBookings = (db: Database, limit: number): Promise<Booking[]> => selectRecentBookings(db, limit);

/** Returns the newest bookings with this ID, or of customers with this text in their name or email address. */
export const findBookingsOfCustomers = (db: Database, customer: string, limit: number, timeZone: string) =>
  selectNewestBookings(db, { customer }, limit, timeZone);
