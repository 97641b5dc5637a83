/** Bookings as CSV, read and sent a slice at a time, so memory stays flat at any size. */
import { BYTE_ORDER_MARK, csvLine } from '@moviebooking/contract/csv';
import type { Database } from '../../platform/database/database.ts';
import { type Actor, recordAudit } from '../audit/audit.ts';
import { type AdminBooking, selectBookingsInSlices, selectFilterNames } from './admin-bookings.sql.ts';
import type { BookingFilter } from './booking-filter.sql.ts';

const SLICE_SIZE = 2000;

function cinemaTime(timeZone: string): (instant: string) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return (instant) => format.format(new Date(instant));
}

const header = (timeZone: string) => [
  'Booking ID',
  'Status',
  `Booked at (${timeZone})`,
  'Customer',
  'Email',
  'Movie',
  'Cinema',
  'City',
  'Screen',
  `Show time (${timeZone})`,
  'Seats',
  'Seat count',
  'Price per seat (INR)',
  'Total (INR)',
  'Cancel reason',
];

const line = (booking: AdminBooking, timeOf: (instant: string) => string) =>
  csvLine([
    booking.id,
    booking.status,
    timeOf(booking.createdAt),
    booking.user.name,
    booking.user.email ?? '',
    booking.movie.title,
    booking.show.screen.cinema.name,
    booking.show.screen.cinema.city ?? '',
    booking.show.screen.name,
    timeOf(booking.show.startTime),
    booking.seats.join(' '),
    booking.seatCount,
    booking.show.price,
    booking.totalPrice,
    booking.cancelReason ?? '',
  ]);

export async function* exportBookings(db: Database, filter: BookingFilter, timeZone: string): AsyncGenerator<string> {
  const timeOf = cinemaTime(timeZone);
  let text = BYTE_ORDER_MARK + csvLine(header(timeZone));
  for await (const slice of selectBookingsInSlices(db, filter, timeZone, SLICE_SIZE)) {
    for (const booking of slice) text += line(booking, timeOf);
    yield text;
    text = '';
  }
  yield text;
}

/** Stores the names of movies, cinemas, screens and shows, never of people, and not what was searched for: it may be a name. */
export async function recordExport(db: Database, actor: Actor, { search, ...filter }: BookingFilter): Promise<void> {
  const names = await selectFilterNames(db, filter);
  await recordAudit(db, {
    ...{ actor, action: 'EXPORT', entity: 'booking', entityId: null },
    after: { ...filter, ...names, ...(search ? { search: 'yes' } : {}) },
  });
}
