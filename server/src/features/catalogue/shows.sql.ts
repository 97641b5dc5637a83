import type { Show, ShowInput, showQuery } from '@moviebooking/contract/catalogue';
import { toPaise } from '@moviebooking/contract/money';
import { type SelectQueryBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { anyContains, countOf, offsetOf, type Page, type Paging, readPage } from '../../platform/http/paging.ts';
import { isOnDay, startOfDay } from '../../platform/time/cinema-day.ts';
import { describeShow, FREE_PLACES, SELLABLE_SEATS, showColumns, toShow } from './show.ts';

/** Everything in a Show object. */
export const showRows = (db: Database) =>
  db
    .selectFrom('show_details as show')
    .innerJoinLateral(
      (query) =>
        query
          .selectFrom('taken_seats')
          .select([
            sql<number>`count(distinct booking_id)`.as('bookings'),
            sql<number>`count(booking_id)`.as('sold_seats'),
            sql<number>`count(*)`.as('taken_seats'),
          ])
          .whereRef('taken_seats.show_id', '=', 'show.show_id')
          .as('counted'),
      (join) => join.onTrue(),
    )
    .select(showColumns.map((column) => `show.${column}` as const))
    .select(['show.price_paise', 'show.cancel_reason', 'counted.bookings', 'counted.sold_seats', 'counted.taken_seats'])
    .select(sql.raw<number>(SELLABLE_SEATS).as('sellable_seats'))
    .select(sql.raw<number>(FREE_PLACES).as('free_places'));

export interface ShowFilter extends Omit<z.output<typeof showQuery>, 'date' | keyof Paging> {
  date?: string | undefined;
  withCancelled: boolean;
}

type ShowIds = SelectQueryBuilder<Tables, 'shows', { id: number; starts_at: Date }>;

function matchingShows(db: Database, filter: ShowFilter, timeZone: string): ShowIds {
  let matching: ShowIds = db.selectFrom('shows').select(['shows.id', 'shows.starts_at']);
  if (!filter.withCancelled) matching = matching.where('cancelled_at', 'is', null);
  if (filter.movieId) matching = matching.where('movie_id', '=', filter.movieId);
  if (filter.cinemaId) {
    const screens = db.selectFrom('screens').select('id').where('cinema_id', '=', filter.cinemaId);
    matching = matching.where('screen_id', 'in', screens);
  }
  if (filter.screenId) matching = matching.where('screen_id', '=', filter.screenId);
  if (filter.date) matching = matching.where(isOnDay(sql`shows.starts_at`, filter.date, timeZone));
  if (filter.from) matching = matching.where('starts_at', '>=', startOfDay(sql`${filter.from}::date`, timeZone));
  if (filter.to) matching = matching.where('starts_at', '<', startOfDay(sql`${filter.to}::date + 1`, timeZone));
  if (filter.accessibility)
    matching = matching.where(sql<boolean>`accessibility @> array[${filter.accessibility}::text]`);
  if (filter.upcoming) matching = matching.where('starts_at', '>', sql<Date>`now()`);
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

/** Upcoming shows, soonest on top, then past ones, latest on top: two scans of the same index. */
function idsInShowOrder(matching: ShowIds, paging: Paging) {
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
      select id, 1 as part, row_number() over (order by starts_at, id) as rank from ${upcoming} as upcoming
      union all
      select id, 2 as part, row_number() over (order by starts_at desc, id desc) as rank from ${past} as past
    ) as both_parts
    order by part, rank
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
    ids: idsInShowOrder(matching, { page, limit }),
    rows: showRows(db).select('show.show_id as id'),
  });
  return { items: found.items.map(toShow), total: found.total };
}

export async function selectShow(db: Database, id: number): Promise<Show | undefined> {
  const row = await showRows(db).where('show.show_id', '=', id).executeTakeFirst();
  return row && toShow(row);
}

const uniqueInOrder = (ids: number[]): number[] => [...new Set(ids)].sort((a, b) => a - b);

/**
 * Lets only one transaction at a time schedule these movies or these screens, and returns whether all of them exist. To
 * avoid deadlocks, all callers lock movies first, then screens, each by id; so does a change of a movie's duration.
 */
export async function lockForScheduling(tx: Tx, inputs: readonly ShowInput[]) {
  const movieIds = uniqueInOrder(inputs.map(({ movieId }) => movieId));
  const screenIds = uniqueInOrder(inputs.map(({ screenId }) => screenId));
  const movies = await tx
    .selectFrom('movies')
    .select('id')
    .where('id', 'in', movieIds)
    .orderBy('id')
    .forShare()
    .execute();
  const screens = await tx
    .selectFrom('screens')
    .select('id')
    .where('id', 'in', screenIds)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return {
    allMoviesExist: movies.length === movieIds.length,
    allScreensExist: screens.length === screenIds.length,
  };
}

/** Blocks every change of these shows' seats until the transaction ends. */
export async function lockSeats(tx: Tx, shows: { id: number } | { screenId: number }): Promise<void> {
  const ids = 'id' in shows ? sql`${shows.id}` : sql`select id from shows where screen_id = ${shows.screenId}`;
  await sql`select from seat_versions where show_id in (${ids}) order by show_id for no key update`.execute(tx);
}

/** Undefined fields keep their values. */
const columnsOf = ({ movieId, screenId, price, startTime, accessibility }: ShowInput) => ({
  movie_id: movieId,
  screen_id: screenId,
  price_paise: toPaise(price),
  starts_at: startTime,
  accessibility,
});

/** Returns the new shows with their movies and screens. */
export async function insertShows(tx: Tx, inputs: readonly ShowInput[]) {
  const made = await tx.insertInto('shows').values(inputs.map(columnsOf)).returning('id').execute();
  const rows = await tx
    .selectFrom('show_details')
    .select([...showColumns, 'price_paise'])
    .where(
      'show_id',
      'in',
      made.map(({ id }) => id),
    )
    .orderBy('show_id')
    .execute();
  return rows.map(describeShow);
}

export async function insertShow(tx: Tx, input: ShowInput): Promise<number> {
  const { id } = await tx.insertInto('shows').values(columnsOf(input)).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function updateShow(tx: Tx, id: number, input: ShowInput): Promise<void> {
  await tx.updateTable('shows').set(columnsOf(input)).where('id', '=', id).execute();
}
