import type { Movie, MovieDetail, MovieFilters, MovieInput, movieQuery } from '@moviebooking/contract/catalogue';
import { MOVIE_FORMATS } from '@moviebooking/contract/limits';
import { toRupees } from '@moviebooking/contract/money';
import { type RawBuilder, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { z } from 'zod';
import type { Database, Tx } from '../../platform/database/database.ts';
import { anyContains, countOf, idsInOrder, type Page, readPage } from '../../platform/http/paging.ts';
import { toShow } from './show.ts';
import { showRows } from './shows.sql.ts';

const movieRows = (db: Database) =>
  db
    .selectFrom('movies')
    .select(['id', 'title', 'description', 'duration_min', 'poster_url', 'poster_focus', 'created_at'])
    .select(['language', 'format', 'certificate'])
    .select(sql<number>`(select count(*) from shows where shows.movie_id = movies.id)`.as('shows_count'));

type MovieRow = Awaited<ReturnType<ReturnType<typeof movieRows>['executeTakeFirstOrThrow']>>;

const toMovie = (row: MovieRow): Movie => ({
  id: row.id,
  title: row.title,
  description: row.description,
  durationMin: row.duration_min,
  posterUrl: row.poster_url,
  posterFocus: row.poster_focus,
  language: row.language,
  format: row.format,
  certificate: row.certificate,
  createdAt: row.created_at.toISOString(),
  _count: { shows: row.shows_count },
});

const isSameText = (column: RawBuilder<unknown>, wanted: string) => sql<boolean>`lower(${column}) = lower(${wanted})`;

/** Upcoming shows of a movie, optionally in one city. */
function upcomingShows(city: string | undefined) {
  const upcoming = sql`from shows where shows.movie_id = movies.id and shows.starts_at > now() and shows.cancelled_at is null`;
  if (city === undefined) return upcoming;
  return sql`${upcoming} and shows.screen_id in (
    select screens.id from screens join cinemas on cinemas.id = screens.cinema_id where ${isSameText(sql`city`, city)}
  )`;
}

/** Each movie has its next show, and the lowest price of its upcoming shows. */
export async function selectMovies(
  db: Database,
  { page, limit, search, language, format, city }: z.output<typeof movieQuery>,
): Promise<Page<Movie>> {
  let matching = db.selectFrom('movies').select('movies.id');
  if (search) matching = matching.where(anyContains([sql`title`, sql`description`], search));
  if (language) matching = matching.where(isSameText(sql`language`, language));
  if (format) matching = matching.where('format', '=', format);
  if (city) matching = matching.where(sql<boolean>`exists (select ${upcomingShows(city)})`);
  const rows = movieRows(db)
    .select(sql<Date | null>`(select min(shows.starts_at) ${upcomingShows(city)})`.as('next_starts_at'))
    .select(sql<number | null>`(select min(shows.price_paise) ${upcomingShows(city)})`.as('lowest_price_paise'));
  const found = await readPage(db, {
    total: countOf(matching),
    ids: idsInOrder(matching, sql`created_at desc, id desc`, { page, limit }),
    rows,
  });
  const items = found.items.map((row) => ({
    ...toMovie(row),
    nextShowTime: row.next_starts_at?.toISOString() ?? null,
    lowestPrice: row.lowest_price_paise === null ? null : toRupees(row.lowest_price_paise),
  }));
  return { items, total: found.total };
}

/** Returns the values by which movies can be filtered. Of spellings that differ only in case, it has one. */
export async function selectMovieFilters(db: Database): Promise<MovieFilters> {
  const { rows } = await sql<MovieFilters>`
    select
      array(select distinct on (lower(language)) language from movies where language is not null order by lower(language))
        as languages,
      array(select distinct format from movies where format is not null) as formats,
      array(
        select distinct on (lower(city)) city from cinemas
        where city is not null and exists (
          select from screens join shows on shows.screen_id = screens.id
          where screens.cinema_id = cinemas.id and shows.starts_at > now() and shows.cancelled_at is null
        )
        order by lower(city)
      ) as cities
  `.execute(db);
  const { languages, formats, cities } = rows[0] as MovieFilters;
  return { languages, formats: MOVIE_FORMATS.filter((format) => formats.includes(format)), cities };
}

export async function selectMovie(db: Database, id: number): Promise<Movie | undefined> {
  const row = await movieRows(db).where('id', '=', id).executeTakeFirst();
  return row && toMovie(row);
}

export async function selectMovieDetail(db: Database, id: number): Promise<MovieDetail | undefined> {
  const row = await movieRows(db)
    .select(
      jsonArrayFrom(
        showRows(db)
          .whereRef('show.movie_id', '=', sql.ref('movies.id'))
          .where('show.starts_at', '>', sql<Date>`now()`)
          .where('show.cancelled_at', 'is', null)
          .orderBy('show.starts_at')
          .orderBy('show.show_id'),
      ).as('shows'),
    )
    .where('id', '=', id)
    .executeTakeFirst();
  return row && { ...toMovie(row), shows: row.shows.map(toShow) };
}

/** Undefined fields keep their values. */
const columnsOf = ({
  title,
  description,
  durationMin,
  posterUrl,
  posterFocus,
  language,
  format,
  certificate,
}: MovieInput) => ({
  title,
  description,
  duration_min: durationMin,
  poster_url: posterUrl,
  poster_focus: posterFocus,
  language,
  format,
  certificate,
});

export async function insertMovie(tx: Tx, input: MovieInput): Promise<number> {
  const { id } = await tx.insertInto('movies').values(columnsOf(input)).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function updateMovie(tx: Tx, id: number, input: MovieInput): Promise<void> {
  const columns = columnsOf(input);
  // The focus of one poster says nothing about another.
  const keptFocus = sql<
    number | null
  >`case when poster_url is not distinct from ${columns.poster_url} then poster_focus end`;
  const { poster_focus = keptFocus } = columns;
  await tx
    .updateTable('movies')
    .set({ ...columns, poster_focus })
    .where('id', '=', id)
    .execute();
}
