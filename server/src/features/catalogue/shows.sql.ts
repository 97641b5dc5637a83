import type { Show, ShowInput } from '@moviebooking/contract/catalogue';
import { toPaise, toRupees } from '@moviebooking/contract/money';
import { ALL_SEATS } from '@moviebooking/contract/seats';
import { type SelectQueryBuilder, sql } from 'kysely';
import { isOnDay } from '../../platform/cinema-day.ts';
import type { Database, Tx } from '../../platform/database.ts';
import { anyContains, countOf, offsetOf, type Page, type Paging, readPage } from '../../platform/paging.ts';
import type { Tables } from '../../platform/tables.ts';

/** A show with all that is told of it. Its seats are the ledger's: booked ones, and holds that have not expired. */
export const showRows = (db: Database) =>
  db
    .selectFrom('shows')
    .innerJoin('movies as movie', 'movie.id', 'shows.movie_id')
    .innerJoin('screens as screen', 'screen.id', 'shows.screen_id')
    .innerJoin('cinemas as cinema', 'cinema.id', 'screen.cinema_id')
    .innerJoinLateral(
      (query) =>
        query
          .selectFrom('seats')
          .select([
            sql<number>`count(distinct booking_id)`.as('bookings'),
            sql<number>`count(*) filter (where booking_id is not null or held_until > now())`.as('taken'),
          ])
          .whereRef('seats.show_id', '=', 'shows.id')
          .as('ledger'),
      (join) => join.onTrue(),
    )
    .select([
      'shows.id',
      'shows.movie_id',
      'shows.screen_id',
      'shows.price_paise',
      sql<Date | string>`shows.starts_at`.as('starts_at'),
      'movie.title as movie_title',
      'movie.duration_min as movie_duration_min',
      'movie.poster_url as movie_poster_url',
      'screen.name as screen_name',
      'screen.cinema_id',
      'cinema.name as cinema_name',
      'cinema.city as cinema_city',
      'ledger.bookings',
      'ledger.taken',
    ]);

type ShowRow = Awaited<ReturnType<ReturnType<typeof showRows>['executeTakeFirstOrThrow']>>;

export const toShow = (row: ShowRow): Show => ({
  id: row.id,
  movieId: row.movie_id,
  screenId: row.screen_id,
  startTime: new Date(row.starts_at).toISOString(),
  price: toRupees(row.price_paise),
  movie: {
    id: row.movie_id,
    title: row.movie_title,
    durationMin: row.movie_duration_min,
    posterUrl: row.movie_poster_url,
  },
  screen: {
    id: row.screen_id,
    name: row.screen_name,
    cinema: { id: row.cinema_id, name: row.cinema_name, city: row.cinema_city },
  },
  _count: { bookings: row.bookings },
  availableSeats: ALL_SEATS.length - row.taken,
});

export interface ShowFilter {
  search?: string | undefined;
  movieId?: number | undefined;
  cinemaId?: number | undefined;
  date?: string | undefined;
}

type ShowIds = SelectQueryBuilder<Tables, 'shows', { id: number; starts_at: Date }>;

function matchingShows(db: Database, filter: ShowFilter, timeZone: string): ShowIds {
  let matching: ShowIds = db.selectFrom('shows').select(['shows.id', 'shows.starts_at']);
  if (filter.movieId) matching = matching.where('movie_id', '=', filter.movieId);
  if (filter.cinemaId) {
    const screens = db.selectFrom('screens').select('id').where('cinema_id', '=', filter.cinemaId);
    matching = matching.where('screen_id', 'in', screens);
  }
  if (filter.date) matching = matching.where(isOnDay(sql`shows.starts_at`, filter.date, timeZone));
  if (filter.search) {
    const movies = db
      .selectFrom('movies')
      .select('id')
      .where(anyContains([sql`title`], filter.search));
    const screens = db
      .selectFrom('screens')
      .innerJoin('cinemas', 'cinemas.id', 'screens.cinema_id')
      .select('screens.id')
      .where(anyContains([sql`screens.name`, sql`cinemas.name`], filter.search));
    matching = matching.where((test) => test.or([test('movie_id', 'in', movies), test('screen_id', 'in', screens)]));
  }
  return matching;
}

/** Upcoming shows, soonest on top, then past ones, latest on top: two walks along one index, put end to end. */
function idsByNearness(matching: ShowIds, paging: Paging) {
  const reach = offsetOf(paging) + paging.limit;
  const upcoming = matching.where('starts_at', '>', sql<Date>`now()`).orderBy('starts_at').orderBy('id').limit(reach);
  const past = matching
    .where('starts_at', '<=', sql<Date>`now()`)
    .orderBy('starts_at', 'desc')
    .orderBy('id', 'desc')
    .limit(reach);
  return sql<{ id: number }>`(
    select id
    from (
      select id, 1 as part, row_number() over (order by starts_at, id) as place from ${upcoming} as upcoming
      union all
      select id, 2 as part, row_number() over (order by starts_at desc, id desc) as place from ${past} as past
    ) as both_parts
    order by part, place
    limit ${paging.limit} offset ${offsetOf(paging)}
  )`;
}

export async function selectShows(
  db: Database,
  { page, limit, ...filter }: Paging & ShowFilter,
  timeZone: string,
): Promise<Page<Show>> {
  const matching = matchingShows(db, filter, timeZone);
  const found = await readPage(db, {
    total: countOf(matching),
    ids: idsByNearness(matching, { page, limit }),
    rows: showRows(db),
  });
  return { items: found.items.map(toShow), total: found.total };
}

export async function selectShow(db: Database, id: number): Promise<Show | undefined> {
  const row = await showRows(db).where('shows.id', '=', id).executeTakeFirst();
  return row && toShow(row);
}

/**
 * Makes all who schedule this movie, or on this screen, take turns, in one order of locks that a change of the movie's
 * duration follows too. Tells which of the two exist.
 */
export async function takeTurnToSchedule(tx: Tx, { movieId, screenId }: ShowInput) {
  const movie = await tx.selectFrom('movies').select('id').where('id', '=', movieId).forShare().executeTakeFirst();
  const screen = await tx
    .selectFrom('screens')
    .select('id')
    .where('id', '=', screenId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return { movieExists: movie !== undefined, screenExists: screen !== undefined };
}

/** No seat of these shows is booked or let go until the transaction ends. */
export async function holdStill(tx: Tx, shows: { id: number } | { screenId: number }): Promise<void> {
  const ids = 'id' in shows ? sql`${shows.id}` : sql`select id from shows where screen_id = ${shows.screenId}`;
  await sql`select from seat_versions where show_id in (${ids}) order by show_id for update`.execute(tx);
}

const columnsOf = ({ movieId, screenId, price, startTime }: ShowInput) => ({
  movie_id: movieId,
  screen_id: screenId,
  price_paise: toPaise(price),
  starts_at: startTime,
});

export async function insertShow(tx: Tx, input: ShowInput): Promise<number> {
  const { id } = await tx.insertInto('shows').values(columnsOf(input)).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function updateShow(tx: Tx, id: number, input: ShowInput): Promise<void> {
  await tx.updateTable('shows').set(columnsOf(input)).where('id', '=', id).execute();
}
