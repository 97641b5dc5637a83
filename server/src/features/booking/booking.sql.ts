import type { Booking } from '@moviebooking/contract/bookings';
import { seatsAt } from '@moviebooking/contract/seats';
import type { Pool } from '../../platform/database.ts';
import { SHOW_COLUMNS, showColumns } from '../catalogue/show.ts';
import { type BookingRow, toBooking } from './booking-object.ts';

export type BookOutcome =
  | 'BOOKED'
  | 'REPLAY'
  | 'MISMATCH'
  | 'TAKEN'
  | 'AGAIN'
  | 'NO_USER'
  | 'NO_SHOW'
  | 'STARTED'
  | 'OTHER_PRICE';

export interface BookRow extends Omit<BookingRow, 'status'> {
  place: number;
  outcome: BookOutcome;
  booked: number[] | null;
  held: number[] | null;
}

interface BookBatch {
  showIds: number[];
  userIds: number[];
  seatLists: string[];
  /** Undefined when no request has one. */
  keys: (string | undefined)[] | undefined;
  contested: boolean[];
  lockWaitMs: number;
  /** In paise. Undefined when no request has one. */
  expectedTotals: (number | undefined)[] | undefined;
}

export async function bookSeatsOf(
  pool: Pool,
  { showIds, userIds, seatLists, keys, contested, lockWaitMs, expectedTotals }: BookBatch,
): Promise<BookRow[]> {
  const { rows } = await pool.query<BookRow>({
    name: 'book_seats',
    text: `
      select r.*, ${SHOW_COLUMNS}
      from ledger.book_seats($1, $2, $3, $4, $5, $6, $7) r
        left join show_details show on show.show_id = ($1::integer[])[r.place] and r.booking_id is not null
      order by r.place`,
    values: [
      `{${showIds}}`,
      `{${userIds}}`,
      `{"${seatLists.join('","')}"}`,
      keys ?? null,
      `{${contested}}`,
      lockWaitMs,
      expectedTotals ? `{${expectedTotals.map((total) => total ?? 'null')}}` : null,
    ],
  });
  return rows;
}

export type CancelOutcome =
  | 'CANCELLED'
  | 'NOT_FOUND'
  | 'FORBIDDEN'
  | 'ALREADY_CANCELLED'
  | 'ALREADY_CHECKED_IN'
  | 'SHOW_STARTED';

export interface CancelRow extends Omit<StoredBooking, 'status'> {
  outcome: CancelOutcome;
}

export async function cancelBookingsOf(
  ledgerPool: Pool,
  { bookingIds, userIds, lockWaitMs }: { bookingIds: number[]; userIds: number[]; lockWaitMs: number },
): Promise<CancelRow[]> {
  const { rows } = await ledgerPool.query<CancelRow>({
    name: 'cancel_bookings',
    text: `
      select r.*, ${SHOW_COLUMNS}
      from ledger.cancel_bookings($1, $2, $3) r
        left join show_details show on show.show_id = r.show_id and r.outcome = 'CANCELLED'
      order by r.place`,
    values: [`{${bookingIds}}`, `{${userIds}}`, lockWaitMs],
  });
  return rows;
}

export interface BookingKeys {
  booking_id: number;
  show_id: number;
  user_id: number;
}

export async function selectBookingKeys(ledgerPool: Pool, bookingIds: number[]): Promise<BookingKeys[]> {
  const { rows } = await ledgerPool.query<BookingKeys>({
    name: 'select_booking_keys',
    text: 'select id as booking_id, show_id, user_id from bookings where id = any ($1)',
    values: [`{${bookingIds}}`],
  });
  return rows;
}

type StoredBooking = BookingRow & { seats: number[] };

const STORED = `select booking_id, status, created_at, price_paise, seats, ${showColumns.join(', ')} from booking_details`;

export const toStoredBooking = (row: StoredBooking): Booking => toBooking(row, seatsAt(row.seats));

export async function selectBookings(pool: Pool, bookingIds: number[]): Promise<Booking[]> {
  const { rows } = await pool.query<StoredBooking>({
    name: 'select_bookings',
    text: `${STORED} where booking_id = any ($1)`,
    values: [`{${bookingIds}}`],
  });
  return rows.map(toStoredBooking);
}

export async function selectHistory(
  pool: Pool,
  userId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ bookings: Booking[]; total: number }> {
  const [{ rows }, counted] = await Promise.all([
    pool.query<StoredBooking>({
      name: 'select_history',
      text: `${STORED} where user_id = $1 order by booking_id desc limit $2 offset $3`,
      values: [userId, limit, offset],
    }),
    pool.query<{ total: number }>({
      name: 'count_history',
      text: 'select count(*)::integer as total from bookings where user_id = $1',
      values: [userId],
    }),
  ]);
  return { bookings: rows.map(toStoredBooking), total: counted.rows[0]?.total ?? 0 };
}

export async function deleteOldKeys(pool: Pool): Promise<void> {
  await pool.query(`delete from idempotency_keys where created_at < now() - interval '24 hours'`);
}
