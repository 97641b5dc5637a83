import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
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

export async function cancelBookingOf(tx: Tx, bookingId: number, reason: string): Promise<CancelOutcome> {
  const { rows } = await sql<{ outcome: CancelOutcome }>`
    select ledger.cancel_booking_for_customer(${bookingId}, ${reason}) as outcome
  `.execute(tx);
  return rows[0]?.outcome ?? 'NOT_FOUND';
}
