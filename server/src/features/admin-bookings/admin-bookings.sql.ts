import type { UserSummary } from '@moviebooking/contract/accounts';
import { seatsAt } from '@moviebooking/contract/seats';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { type Page, type Paging, readPage } from '../../platform/http/paging.ts';
import { toBooking } from '../booking/booking-object.ts';
import type { BookingWithFacts, SeatFact, WithSeatFacts } from '../booking/seat-tickets.ts';
import {
  type BookingFilter,
  bookingsMatching,
  type Matching,
  newestOf,
  soonestOf,
  totalOf,
} from './booking-filter.sql.ts';

const bookingRows = (db: Database) => db.selectFrom('booking_details').selectAll().select('booking_id as id');

type BookingRow = Awaited<ReturnType<ReturnType<typeof bookingRows>['executeTakeFirstOrThrow']>>;

export type AdminBooking = BookingWithFacts & { user: UserSummary };

const toAdminBooking = (row: BookingRow & WithSeatFacts): AdminBooking => ({
  ...toBooking(row, seatsAt(row.seats)),
  user: { id: row.user_id, name: row.user_name, email: row.user_email },
});

export async function selectBookings(
  db: Database,
  { page, limit, ...filter }: Paging & BookingFilter,
  timeZone: string,
): Promise<Page<AdminBooking>> {
  const matching = await bookingsMatching(db, filter, timeZone);
  const found = await readPage(db, {
    total: totalOf(matching, filter),
    ids: (filter.seats ? soonestOf : newestOf)(matching, { page, limit }),
    rows: bookingRows(db),
  });
  return { items: found.items.map(toAdminBooking), total: found.total };
}

export async function selectBooking(db: Database, id: number): Promise<AdminBooking | undefined> {
  const row = await bookingRows(db)
    .select(
      sql<SeatFact[] | null>`(select seat_facts from ledger.read_seat_tickets(array[${id}::integer]))`.as('seat_facts'),
    )
    .where('booking_id', '=', id)
    .executeTakeFirst();
  return row && toAdminBooking(row);
}

async function selectNewest(db: Database, matching: Matching, limit: number): Promise<AdminBooking[]> {
  const rows = await bookingRows(db)
    .where('booking_id', 'in', sql<number>`(select unnest(array${newestOf(matching, { page: 1, limit })}))`)
    .orderBy('booking_id', 'desc')
    .execute();
  return rows.map(toAdminBooking);
}

export const selectNewestBookings = async (db: Database, filter: BookingFilter, limit: number, timeZone: string) =>
  selectNewest(db, await bookingsMatching(db, filter, timeZone), limit);

/** Yields all matches, newest first, `size` at a time. */
export async function* selectBookingsInSlices(
  db: Database,
  filter: BookingFilter,
  timeZone: string,
  size: number,
): AsyncGenerator<AdminBooking[]> {
  const { ids, isScan } = await bookingsMatching(db, filter, timeZone);
  let last: number | undefined;
  do {
    const rest = last === undefined ? ids : ids.where('booking_id', '<', last);
    const slice = await selectNewest(db, { ids: rest, isScan }, size);
    if (slice.length > 0) yield slice;
    last = slice.length === size ? slice.at(-1)?.id : undefined;
  } while (last !== undefined);
}

/** The names of the items whose ids are in the filter. */
export async function selectFilterNames(db: Database, filter: BookingFilter): Promise<Record<string, string>> {
  const { movieId = null, cinemaId = null, screenId = null, showId = null } = filter;
  const { rows } = await sql<Record<'movie' | 'cinema' | 'screen' | 'show', string | null>>`
    select (select title from movies where id = ${movieId}::integer) as movie,
      (select name from cinemas where id = ${cinemaId}::integer) as cinema,
      (
        select cinemas.name || ', ' || screens.name from screens join cinemas on cinemas.id = cinema_id
        where screens.id = ${screenId}::integer
      ) as screen,
      (
        select movie_title || ', ' || cinema_name || ', ' || screen_name from show_details where show_id = ${showId}::integer
      ) as show
  `.execute(db);
  return Object.fromEntries(
    Object.entries(rows[0] ?? {}).filter((entry): entry is [string, string] => entry[1] !== null),
  );
}

export async function selectRecentBookings(db: Database, limit: number): Promise<AdminBooking[]> {
  const rows = await bookingRows(db).orderBy('booking_id', 'desc').limit(limit).execute();
  return rows.map(toAdminBooking);
}
