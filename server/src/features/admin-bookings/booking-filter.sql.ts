/**
 * Filters bookings fast at any size. A page of the newest matches has two plans: scan from the newest booking until enough
 * match, which is fast if many do, or collect and sort all matches, which is fast if few do. PostgreSQL cannot tell which
 * is better, so the query forces one.
 */

import type { bookingExportQuery } from '@moviebooking/contract/admin';
import { seatIndex } from '@moviebooking/contract/seats';
import { type Expression, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { anyContains, countOf, idsInOrder, type Paging } from '../../platform/http/paging.ts';
import { isOnDay } from '../../platform/time/cinema-day.ts';

export interface BookingFilter extends Partial<z.output<typeof bookingExportQuery>> {
  bookingId?: number | undefined;
  /** Like `search`, but matches customers and booking IDs only. */
  customer?: string | undefined;
}

type BookingIds = SelectQueryBuilder<Tables, 'booking_keys', { id: number }>;

const allBookings = (db: Database): BookingIds => db.selectFrom('booking_keys').select('booking_id as id');

const MOST_USERS = 2000;
/** Counting stops here. */
const MOST_COUNTED = 100_000;

export interface Matching {
  ids: BookingIds;
  isScan: boolean;
}

const usersNamed = (db: Database, term: string) =>
  db
    .selectFrom('users')
    .select('users.id')
    .where(anyContains([sql`name`, sql`email`], term));

interface Search {
  term: string;
  /** Undefined if more than MOST_USERS match. */
  userIds: number[] | undefined;
  movieIds: number[];
  cinemaIds: number[];
  hasManyMatches: boolean;
}

/** Looks up the matching ids first, so the planner knows how many there are. */
async function resolveSearch(db: Database, term: string, withShows: boolean): Promise<Search> {
  const { rows } = await sql<{ users: number[]; movies: number[]; cinemas: number[]; bookings: number }>`
    select named.*, (
      select coalesce(sum(bookings), 0)::bigint from current_totals
      where ${withShows} and (dimension = 'movie' and ref_id = any (movies) or dimension = 'cinema' and ref_id = any (cinemas))
    ) as bookings
    from (
      select array${usersNamed(db, term).limit(MOST_USERS + 1)} as users,
        array(select id from movies where ${withShows} and ${anyContains([sql`title`], term)}) as movies,
        array(select id from cinemas where ${withShows} and ${anyContains([sql`name`], term)}) as cinemas
    ) as named
  `.execute(db);
  const { users, movies, cinemas, bookings } = rows[0] as (typeof rows)[number];
  const userIds = users.length > MOST_USERS ? undefined : users;
  const hasManyMatches = userIds === undefined || bookings > MOST_COUNTED;
  return { term, userIds, movieIds: movies, cinemaIds: cinemas, hasManyMatches };
}

const showsOf = ({ movieIds, cinemaIds }: Search) => sql<number>`(
  select id from shows where movie_id = any (${movieIds}::int[])
    or screen_id = any (array(select id from screens where cinema_id = any (${cinemaIds}::int[])))
)`;

const bookingNumber = (term: string): number => Number(/^#?(\d{1,9})$/.exec(term)?.[1] ?? 0);

function withSearch(db: Database, ids: BookingIds, search: Search): BookingIds {
  const { term, userIds, hasManyMatches } = search;
  const isOfUser = userIds
    ? sql<boolean>`user_id = any (${userIds}::int[])`
    : sql<boolean>`user_id in ${usersNamed(db, term)}`;
  const isOfShow = hasManyMatches
    ? sql<boolean>`show_id in ${showsOf(search)}`
    : sql<boolean>`show_id = any (array${showsOf(search)})`;
  const hasNumber = sql<boolean>`booking_id = ${bookingNumber(term)}`;
  if (hasManyMatches) return ids.where((test) => test.or([isOfUser, isOfShow, hasNumber]));
  const all = allBookings(db);
  return ids.where('booking_id', 'in', all.where(isOfUser).union(all.where(isOfShow)).union(all.where(hasNumber)));
}

/** Looks up by show and seat, because the key of seats begins with the show. */
const bookingsWith = (seats: string[], screenId: number | undefined) => sql<number>`any (array(
  select booking_id from taken_seats
  where seat = any (${seats.map(seatIndex)}::smallint[]) and booking_id is not null and show_id = any (array(
    select id from shows where starts_at > now() ${screenId ? sql`and screen_id = ${screenId}` : sql``}
  ))
))`;

/** An array, so that PostgreSQL looks up the bookings of each show. */
const showsOn = (day: string, timeZone: string) =>
  sql<number>`any (array(select id from shows where ${isOnDay(sql`starts_at`, day, timeZone)}))`;

export async function bookingsMatching(db: Database, filter: BookingFilter, timeZone: string): Promise<Matching> {
  let ids = allBookings(db);
  const { bookingId, movieId, screenId, showId, userId, date, showDate, seats } = filter;
  let isScan = !(bookingId || movieId || screenId || showId || userId || date || showDate || seats);
  if (filter.bookingId) ids = ids.where('booking_id', '=', filter.bookingId);
  if (filter.status) ids = ids.where('status', '=', filter.status);
  if (filter.showId) ids = ids.where('show_id', '=', filter.showId);
  if (filter.userId) ids = ids.where('user_id', '=', filter.userId);
  if (filter.date) ids = ids.where(isOnDay(sql`created_at`, filter.date, timeZone));
  if (filter.showDate) ids = ids.where('show_id', '=', showsOn(filter.showDate, timeZone));
  if (filter.movieId) {
    ids = ids.where('show_id', 'in', db.selectFrom('shows').select('shows.id').where('movie_id', '=', filter.movieId));
  }
  if (filter.cinemaId) {
    const shows = db
      .selectFrom('shows')
      .innerJoin('screens', 'screens.id', 'shows.screen_id')
      .select('shows.id')
      .where('cinema_id', '=', filter.cinemaId);
    ids = ids.where('show_id', 'in', shows);
  }
  if (filter.screenId) {
    const shows = db.selectFrom('shows').select('shows.id').where('screen_id', '=', filter.screenId);
    ids = ids.where('show_id', 'in', shows);
  }
  if (filter.seats) ids = ids.where('booking_id', '=', bookingsWith(filter.seats, filter.screenId));
  const term = filter.search ?? filter.customer;
  if (term) {
    const search = await resolveSearch(db, term, filter.search !== undefined);
    ids = withSearch(db, ids, search);
    isScan &&= search.hasManyMatches;
  }
  return { ids, isScan };
}

/** Sorting by an expression keeps the planner from scanning the index of ids. */
export const newestOf = ({ ids, isScan }: Matching, paging: Paging): Expression<{ id: number }> =>
  idsInOrder(ids, isScan ? sql`booking_id desc` : sql`booking_id + 0 desc`, paging);

const startOfShow = sql`(select starts_at from shows where shows.id = show_id)`;

export const soonestOf = ({ ids }: Matching, paging: Paging): Expression<{ id: number }> =>
  idsInOrder(ids, sql`${startOfShow}, booking_id`, paging);

/** Reads the totals if they cover the filter, otherwise counts. */
export function totalOf({ ids, isScan }: Matching, filter: BookingFilter): RawBuilder<{ total: number }> {
  const { search, bookingId, userId, screenId, showId, movieId, cinemaId, status, date, showDate, seats } = filter;
  if (search && isScan) return countOf(ids.limit(MOST_COUNTED));
  if (search || bookingId || userId || screenId || showId || showDate || seats || (movieId && cinemaId)) {
    return countOf(ids);
  }
  const dimension = movieId ? 'movie' : cinemaId ? 'cinema' : 'all';
  const tests = [
    sql`dimension = ${dimension}`,
    sql`ref_id = ${movieId ?? cinemaId ?? 0}`,
    ...(status ? [sql`status = ${status}`] : []),
    ...(date ? [sql`day = ${date}::date`] : []),
  ];
  return sql`(
    select coalesce(sum(bookings), 0)::bigint as total from current_totals where ${sql.join(tests, sql` and `)}
  )`;
}
