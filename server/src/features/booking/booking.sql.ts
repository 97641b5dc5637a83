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
  | 'OTHER_PRICE'
  | 'TOO_MANY';

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
  /** 0 for any number. */
  seatsPerUser: number;
}

export async function bookSeatsOf(
  pool: Pool,
  { showIds, userIds, seatLists, keys, contested, lockWaitMs, expectedTotals, seatsPerUser }: BookBatch,
): Promise<BookRow[]> {
  const { rows } = await pool.query<BookRow>({
    name: 'book_seats',
    text: `
      select r.*, ${SHOW_COLUMNS}
      from ledger.book_seats($1, $2, $3, $4, $5, $6, $7, $8) r
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
      seatsPerUser,
    ],
  });
  return rows;
}

export async function cancelBookingOf(pool: Pool, bookingId: number, userId: number): Promise<string> {
  const { rows } = await pool.query<{ outcome: string }>({
    name: 'cancel_booking',
    text: 'select ledger.cancel_booking($1, $2) as outcome',
    values: [bookingId, userId],
  });
  return rows[0]?.outcome ?? 'NOT_FOUND';
}

type StoredBooking = BookingRow & { seats: number[] };

const STORED = `select booking_id, status, created_at, price_paise, seats, ${showColumns.join(', ')} from booking_details`;

const toStoredBooking = (row: StoredBooking): Booking => toBooking(row, seatsAt(row.seats));

export async function selectBooking(pool: Pool, bookingId: number): Promise<Booking | undefined> {
  const { rows } = await pool.query<StoredBooking>({
    name: 'select_booking',
    text: `${STORED} where booking_id = $1`,
    values: [bookingId],
  });
  return rows.map(toStoredBooking)[0];
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
