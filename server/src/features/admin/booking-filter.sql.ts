/**
 * Which bookings an administrator asks for, fast at any size. There are two ways to a page of the newest matches: to
 * walk through all bookings from the newest on until enough are found, good when many match, and to gather all matches
 * and sort them, good when few do. PostgreSQL cannot know which is the case, so it is told.
 */
import type { BookingStatus } from '@moviebooking/contract/bookings';
import { type Expression, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { isOnDay } from '../../platform/cinema-day.ts';
import type { Database } from '../../platform/database.ts';
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

const MOST_USERS = 2000;
/** Of more matches than this only so many are counted; fewer are always counted exactly. */
const MOST_GATHERED = 100_000;

export interface Matching {
  ids: BookingIds;
  isWalk: boolean;
}

const usersNamed = (db: Database, term: string) =>
  db
    .selectFrom('users')
    .select('users.id')
    .where(anyContains([sql`name`, sql`email`], term));

interface Search {
  term: string;
  /** Undefined when they are too many to name. */
  userIds: number[] | undefined;
  movieIds: number[];
  cinemaIds: number[];
  isBroad: boolean;
}

/** Names what the term means, so that the planner knows how much that is. */
async function resolveSearch(db: Database, term: string): Promise<Search> {
  const { rows } = await sql<{ users: number[]; movies: number[]; cinemas: number[]; bookings: number }>`
    select named.*, (
      select coalesce(sum(bookings), 0)::bigint from current_totals
      where dimension = 'movie' and ref_id = any (movies) or dimension = 'cinema' and ref_id = any (cinemas)
    ) as bookings
    from (
      select array${usersNamed(db, term).limit(MOST_USERS + 1)} as users,
        array(select id from movies where ${anyContains([sql`title`], term)}) as movies,
        array(select id from cinemas where ${anyContains([sql`name`], term)}) as cinemas
    ) as named
  `.execute(db);
  const { users, movies, cinemas, bookings } = rows[0] as (typeof rows)[number];
  const userIds = users.length > MOST_USERS ? undefined : users;
  const isBroad = userIds === undefined || bookings > MOST_GATHERED;
  return { term, userIds, movieIds: movies, cinemaIds: cinemas, isBroad };
}

const showsOf = ({ movieIds, cinemaIds }: Search) => sql<number>`(
  select id from shows where movie_id = any (${movieIds}::int[])
    or screen_id = any (array(select id from screens where cinema_id = any (${cinemaIds}::int[])))
)`;

const bookingNumber = (term: string): number => Number(/^#?(\d{1,9})$/.exec(term)?.[1] ?? 0);

function withSearch(db: Database, ids: BookingIds, search: Search): BookingIds {
  const { term, userIds, isBroad } = search;
  const isOfUser = userIds
    ? sql<boolean>`user_id = any (${userIds}::int[])`
    : sql<boolean>`user_id in ${usersNamed(db, term)}`;
  const isOfShow = isBroad
    ? sql<boolean>`show_id in ${showsOf(search)}`
    : sql<boolean>`show_id = any (array${showsOf(search)})`;
  const hasNumber = sql<boolean>`bookings.id = ${bookingNumber(term)}`;
  if (isBroad) return ids.where((test) => test.or([isOfUser, isOfShow, hasNumber]));
  const all = db.selectFrom('bookings').select('bookings.id');
  return ids.where('bookings.id', 'in', all.where(isOfUser).union(all.where(isOfShow)).union(all.where(hasNumber)));
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
    const search = await resolveSearch(db, filter.search);
    ids = withSearch(db, ids, search);
    isWalk &&= search.isBroad;
  }
  return { ids, isWalk };
}

/** Sorting by a sum keeps the planner from walking along the index of ids. */
export const newestOf = ({ ids, isWalk }: Matching, paging: Paging): Expression<{ id: number }> =>
  idsInOrder(ids, isWalk ? sql`bookings.id desc` : sql`bookings.id + 0 desc`, paging);

/** From the house's figures where they know it, else counted. */
export function totalOf({ ids, isWalk }: Matching, filter: BookingFilter): RawBuilder<{ total: number }> {
  const { search, userId, showId, movieId, cinemaId, status, date } = filter;
  if (search && isWalk) return countOf(ids.limit(MOST_GATHERED));
  if (search || userId || showId || (movieId && cinemaId)) return countOf(ids);
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
