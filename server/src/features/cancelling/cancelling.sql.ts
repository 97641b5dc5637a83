import type { BookedTotal } from '@moviebooking/contract/admin';
import { toRupees } from '@moviebooking/contract/money';
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { CancelOutcome } from '../booking/booking.ts';

interface CancelledShowRow {
  outcome: 'CANCELLED' | 'ALREADY_CANCELLED' | 'OVER' | 'NOT_FOUND';
  /** Null when nothing was cancelled. */
  cancelled_bookings: number | null;
}

export async function cancelShowOf(tx: Tx, showId: number, reason: string): Promise<CancelledShowRow> {
  const { rows } = await sql<CancelledShowRow>`select * from ledger.cancel_show(${showId}, ${reason})`.execute(tx);
  return rows[0] as CancelledShowRow;
}

export async function selectBookedTotal(db: Database, showId: number): Promise<BookedTotal> {
  const { rows } = await sql<{ bookings: number; seats: number; paise: number }>`
    select count(*)::integer as bookings, coalesce(sum(cardinality(seats)), 0)::integer as seats,
      coalesce(sum(price_paise * cardinality(seats)), 0)::integer as paise
    from booking_details where show_id = ${showId} and status <> 'CANCELLED'
  `.execute(db);
  const { bookings, seats, paise } = rows[0] as (typeof rows)[0];
  return { bookings, seats, revenue: toRupees(paise) };
}

export async function cancelBookingOf(tx: Tx, bookingId: number, reason: string): Promise<CancelOutcome> {
  const { rows } = await sql<{ outcome: CancelOutcome }>`
    select ledger.cancel_booking_for_customer(${bookingId}, ${reason}) as outcome
  `.execute(tx);
  return rows[0]?.outcome ?? 'NOT_FOUND';
}
