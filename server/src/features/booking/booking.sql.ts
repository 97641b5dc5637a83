import type { Booking, BookingStatus } from '@moviebooking/contract/bookings';
import { toRupees } from '@moviebooking/contract/money';
import { seatAt } from '@moviebooking/contract/seats';
import type { Pool } from '../../platform/database.ts';

export type BookOutcome = 'BOOKED' | 'REPLAY' | 'MISMATCH' | 'TAKEN' | 'AGAIN' | 'NO_USER' | 'NO_SHOW' | 'STARTED';

interface ShowColumns {
  show_id: number;
  starts_at: Date;
  movie_id: number;
  title: string;
  duration_min: number | null;
  poster_url: string | null;
  screen_id: number;
  screen_name: string;
  cinema_id: number;
  cinema_name: string;
  city: string | null;
}

interface BookingColumns extends ShowColumns {
  booking_id: number;
  status: BookingStatus;
  created_at: Date;
  price_paise: number;
}

const SHOW_COLUMNS = `w.id as show_id, w.starts_at, m.id as movie_id, m.title, m.duration_min, m.poster_url,
  c.id as screen_id, c.name as screen_name, n.id as cinema_id, n.name as cinema_name, n.city`;
const SHOW_JOINS = `join movies m on m.id = w.movie_id join screens c on c.id = w.screen_id
  join cinemas n on n.id = c.cinema_id`;

export function toBooking(row: BookingColumns, seats: string[]): Booking {
  const movie = { id: row.movie_id, title: row.title, durationMin: row.duration_min, posterUrl: row.poster_url };
  return {
    id: row.booking_id,
    bookingId: row.booking_id,
    status: row.status,
    createdAt: row.created_at.toISOString(),
    seats,
    seatCount: seats.length,
    totalPrice: toRupees(row.price_paise * seats.length),
    movie,
    show: {
      id: row.show_id,
      startTime: row.starts_at.toISOString(),
      price: toRupees(row.price_paise),
      movie,
      screen: {
        id: row.screen_id,
        name: row.screen_name,
        cinema: { id: row.cinema_id, name: row.cinema_name, city: row.city },
      },
    },
  };
}

export interface BookRow extends Omit<BookingColumns, 'status'> {
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
}

export async function bookSeatsOf(
  pool: Pool,
  { showIds, userIds, seatLists, keys, contested }: BookBatch,
): Promise<BookRow[]> {
  const { rows } = await pool.query<BookRow>({
    name: 'book_seats',
    text: `
      select r.*, ${SHOW_COLUMNS}
      from ledger.book_seats($1, $2, $3, $4, $5) r
        left join (shows w ${SHOW_JOINS}) on w.id = ($1::integer[])[r.place] and r.booking_id is not null
      order by r.place`,
    values: [`{${showIds}}`, `{${userIds}}`, `{"${seatLists.join('","')}"}`, keys ?? null, `{${contested}}`],
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

type StoredBooking = BookingColumns & { seats: number[] };

const STORED = `select b.id as booking_id, b.status, b.created_at, b.price_paise, b.seats, ${SHOW_COLUMNS}
  from bookings b join shows w on w.id = b.show_id ${SHOW_JOINS}`;

const toStoredBooking = (row: StoredBooking): Booking => toBooking(row, row.seats.map(seatAt));

export async function selectBooking(pool: Pool, bookingId: number): Promise<Booking | undefined> {
  const { rows } = await pool.query<StoredBooking>({
    name: 'select_booking',
    text: `${STORED} where b.id = $1`,
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
      text: `${STORED} where b.user_id = $1 order by b.id desc limit $2 offset $3`,
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
