/**
 * Which bookings an administrator asks for, fast at any size. There are two ways to a page of the newest matches: to
 * walk through all bookings from the newest on until enough are found, good when many match, and to gather all matches
 * and sort them, good when few do. PostgreSQL cannot know which is the case, so it is told.
 */
import type { BookingStatus } from '@moviebooking/contract/bookings';
import { type Expression, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database.ts';
import { isOnDay } from '../../platform/house-day.ts';
import { anyContains, countOf, idsInOrder, type Paging } from '../../platform/paging.ts';
import type { Tables } from '../../platform/tables.ts';

export interface BookingFilter {
  search?: string | undefined;
  status?: BookingStatus | undefined;
  movieId?: number | undefined;
  cinemaId?: number | undefined;
  showId?: number | undefined;
  userId?: number | undefined;
  date?: string | undefined;
}

type BookingIds = SelectQueryBuilder<Tables, 'bookings', { id: number }>;

export interface Matching {
  ids: BookingIds;
  isWalk: boolean;
}

const moviesNamed = (db: Database, term: string) =>
  db
    .selectFrom('movies')
    .select('movies.id')
    .where(anyContains([sql`title`], term));
const cinemasNamed = (db: Database, term: string) =>
  db
    .selectFrom('cinemas')
    .select('cinemas.id')
    .where(anyContains([sql`name`], term));
const usersNamed = (db: Database, term: string) =>
  db
    .selectFrom('users')
    .select('users.id')
    .where(anyContains([sql`name`, sql`email`], term));

const showsNamed = (db: Database, term: string) =>
  db
    .selectFrom('shows')
    .select('shows.id')
    .where((test) =>
      test.or([
        test('movie_id', 'in', moviesNamed(db, term)),
        test('screen_id', 'in', (screens) =>
          screens.selectFrom('screens').select('screens.id').where('cinema_id', 'in', cinemasNamed(db, term)),
        ),
      ]),
    );

const bookingNumber = (term: string): number | undefined => {
  const digits = /^#?(\d{1,9})$/.exec(term)?.[1];
  return digits === undefined ? undefined : Number(digits);
};

const BROAD_USERS = 2000;
const BROAD_BOOKINGS = 100_000;

/** Does the term match so much that walking through the newest bookings finds a page sooner than gathering all? */
async function isBroadSearch(db: Database, term: string): Promise<boolean> {
  const { rows } = await sql<{ users: number; bookings: number }>`
    select (select count(*) from ${usersNamed(db, term).limit(BROAD_USERS + 1)} as some_users) as users,
      (
        select coalesce(sum(bookings), 0)::bigint from current_figures
        where dimension = 'movie' and ref_id in ${moviesNamed(db, term)}
          or dimension = 'cinema' and ref_id in ${cinemasNamed(db, term)}
      ) as bookings
  `.execute(db);
  const [found] = rows;
  return found !== undefined && (found.users > BROAD_USERS || found.bookings > BROAD_BOOKINGS);
}

function withSearch(db: Database, matching: BookingIds, term: string, isBroad: boolean): BookingIds {
  const users = usersNamed(db, term);
  const shows = showsNamed(db, term);
  const number = bookingNumber(term);
  if (isBroad) {
    return matching.where((test) =>
      test.or([
        test('bookings.user_id', 'in', users),
        test('bookings.show_id', 'in', shows),
        ...(number === undefined ? [] : [test('bookings.id', '=', number)]),
      ]),
    );
  }
  const all = db.selectFrom('bookings').select('bookings.id');
  let gathered = all.where('user_id', 'in', users).union(all.where('show_id', 'in', shows));
  if (number !== undefined) gathered = gathered.union(all.where('bookings.id', '=', number));
  return matching.where('bookings.id', 'in', gathered);
}

export async function bookingsMatching(db: Database, filter: BookingFilter, timeZone: string): Promise<Matching> {
  let ids: BookingIds = db.selectFrom('bookings').select('bookings.id');
  let isWalk = !(filter.movieId || filter.showId || filter.userId || filter.date);
  if (filter.status) ids = ids.where('status', '=', filter.status);
  if (filter.showId) ids = ids.where('show_id', '=', filter.showId);
  if (filter.userId) ids = ids.where('user_id', '=', filter.userId);
  if (filter.date) ids = ids.where(isOnDay(sql`bookings.created_at`, filter.date, timeZone));
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
  if (filter.search) {
    const isBroad = await isBroadSearch(db, filter.search);
    ids = withSearch(db, ids, filter.search, isBroad);
    isWalk &&= isBroad;
  }
  return { ids, isWalk };
}

/** Sorting by a sum keeps the planner from walking along the index of ids. */
export const newestOf = ({ ids, isWalk }: Matching, paging: Paging): Expression<{ id: number }> =>
  idsInOrder(ids, isWalk ? sql`bookings.id desc` : sql`bookings.id + 0 desc`, paging);

/** From the house's figures where they know it, else counted. */
export function totalOf({ ids }: Matching, filter: BookingFilter): RawBuilder<{ total: number }> {
  const { search, userId, showId, movieId, cinemaId, status, date } = filter;
  if (search || userId || showId || (movieId && cinemaId)) return countOf(ids);
  const dimension = movieId ? 'movie' : cinemaId ? 'cinema' : 'house';
  const tests = [
    sql`dimension = ${dimension}`,
    sql`ref_id = ${movieId ?? cinemaId ?? 0}`,
    ...(status ? [sql`status = ${status}`] : []),
    ...(date ? [sql`day = ${date}::date`] : []),
  ];
  return sql`(
    select coalesce(sum(bookings), 0)::bigint as total from current_figures where ${sql.join(tests, sql` and `)}
  )`;
}
