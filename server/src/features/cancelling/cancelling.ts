/**
 * Lets the cinema cancel a show with all its bookings, or one customer's booking. The database decides (server/functions)
 * after waiting for transactions in progress on the show. The same transaction writes the audit log and queues the mails.
 */
import type { BookedTotal, CancelledShow } from '@moviebooking/contract/admin';
import type { Database } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors/refusal.ts';
import { type AdminBooking, findBooking } from '../admin-bookings/admin-bookings.ts';
import { type Actor, recordAudit } from '../audit/audit.ts';
import { refuseCancelling } from '../booking/refusals.ts';
import { findShow } from '../catalogue/catalogue.ts';
import { nameOfShow, namesInShow } from '../catalogue/show.ts';
import { cancelBookingOf, cancelShowOf, selectBookedTotal } from './cancelling.sql.ts';

/** What cancelling the show would cancel. */
export async function readBookedTotal(db: Database, showId: number): Promise<BookedTotal> {
  await findShow(db, showId);
  return selectBookedTotal(db, showId);
}

export async function cancelShow(db: Database, actor: Actor, showId: number, reason: string): Promise<CancelledShow> {
  return db.transaction().execute(async (tx) => {
    const { outcome, cancelled_bookings } = await cancelShowOf(tx, showId, reason);
    if (outcome === 'NOT_FOUND') throw new Refusal('NOT_FOUND', 'Show not found');
    if (outcome === 'ALREADY_CANCELLED') throw new Refusal('SHOW_CANCELLED', 'This show is already cancelled.');
    if (outcome === 'OVER') throw new Refusal('SHOW_STARTED', 'This show is over, so it can no longer be cancelled.');
    const show = await findShow(tx, showId);
    const cancelledBookings = cancelled_bookings ?? 0;
    const facts = { ...namesInShow(show), startTime: show.startTime };
    await recordAudit(tx, {
      ...({ actor, action: 'CANCEL', entity: 'show', entityId: showId, name: nameOfShow(show) } as const),
      before: { ...facts, status: 'SCHEDULED', bookings: cancelledBookings },
      after: { ...facts, status: 'CANCELLED', bookings: 0, reason },
    });
    return { show, cancelledBookings };
  });
}

export async function cancelBookingForCustomer(
  db: Database,
  actor: Actor,
  bookingId: number,
  reason: string,
): Promise<AdminBooking> {
  return db.transaction().execute(async (tx) => {
    const outcome = await cancelBookingOf(tx, bookingId, reason);
    if (outcome !== 'CANCELLED') throw refuseCancelling(outcome);
    const booking = await findBooking(tx, bookingId);
    const facts = { seats: booking.seats.join(' '), startTime: booking.show.startTime };
    await recordAudit(tx, {
      ...({ actor, action: 'CANCEL', entity: 'booking', entityId: bookingId } as const),
      name: `${nameOfShow(booking.show)}, ${booking.seats.join(' ')}`,
      before: { ...facts, status: 'CONFIRMED' },
      after: { ...facts, status: 'CANCELLED', reason },
    });
    return booking;
  });
}
