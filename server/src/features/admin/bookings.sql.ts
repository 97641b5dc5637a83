import type { Booker, Booking } from '@moviebooking/contract/bookings';
import { seatAt } from '@moviebooking/contract/seats';
import { sql } from 'kysely';
import type { Database } from '../../platform/database.ts';
import { type Page, type Paging, readPage } from '../../platform/paging.ts';
import { toBooking } from '../booking/booking.ts';
import { type BookingFilter, bookingsMatching, newestOf, totalOf } from './booking-filter.sql.ts';

const bookingRows = (db: Database) =>
  db
    .selectFrom('bookings')
    .innerJoin('shows as show', 'show.id', 'bookings.show_id')
    .innerJoin('movies as movie', 'movie.id', 'show.movie_id')
    .innerJoin('screens as screen', 'screen.id', 'show.screen_id')
    .innerJoin('cinemas as cinema', 'cinema.id', 'screen.cinema_id')
    .innerJoin('users as user', 'user.id', 'bookings.user_id')
    .select([
      'bookings.id',
      'bookings.status',
      'bookings.created_at',
      'bookings.seats',
      'bookings.price_paise',
      'show.id as show_id',
      'show.starts_at',
      'movie.id as movie_id',
      'movie.title',
      'movie.duration_min',
      'movie.poster_url',
      'screen.id as screen_id',
      'screen.name as screen_name',
      'cinema.id as cinema_id',
      'cinema.name as cinema_name',
      'cinema.city',
      'user.id as user_id',
      'user.name as user_name',
      'user.email',
    ]);

type BookingRow = Awaited<ReturnType<ReturnType<typeof bookingRows>['executeTakeFirstOrThrow']>>;

export type AdminBooking = Booking & { user: Booker };

const toAdminBooking = ({ id, seats, user_id, user_name, email, ...row }: BookingRow): AdminBooking => ({
  ...toBooking({ booking_id: id, ...row }, seats.toSorted((a, b) => a - b).map(seatAt)),
  user: { id: user_id, name: user_name, email },
});

export async function selectBookings(
  db: Database,
  { page, limit, ...filter }: Paging & BookingFilter,
  timeZone: string,
): Promise<Page<AdminBooking>> {
  const matching = await bookingsMatching(db, filter, timeZone);
  const found = await readPage(db, {
    total: totalOf(matching, filter),
    ids: newestOf(matching, { page, limit }),
    rows: bookingRows(db),
  });
  return { items: found.items.map(toAdminBooking), total: found.total };
}

/** All that match, newest first, a slice at a time; each slice goes on where the last one ended. */
export async function* selectBookingsInSlices(
  db: Database,
  filter: BookingFilter,
  timeZone: string,
  size: number,
): AsyncGenerator<AdminBooking[]> {
  const { ids, isWalk } = await bookingsMatching(db, filter, timeZone);
  let last: number | undefined;
  do {
    const rest = last === undefined ? ids : ids.where('bookings.id', '<', last);
    const slice = newestOf({ ids: rest, isWalk }, { page: 1, limit: size });
    const rows = await bookingRows(db)
      .where('bookings.id', 'in', sql<number>`(select unnest(array${slice}))`)
      .orderBy('bookings.id', 'desc')
      .execute();
    if (rows.length > 0) yield rows.map(toAdminBooking);
    last = rows.length === size ? rows.at(-1)?.id : undefined;
  } while (last !== undefined);
}

export async function selectRecentBookings(db: Database, limit: number): Promise<Booking[]> {
  const rows = await bookingRows(db).orderBy('bookings.id', 'desc').limit(limit).execute();
  return rows.map(toAdminBooking);
}
