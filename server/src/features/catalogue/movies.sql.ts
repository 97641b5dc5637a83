import type { Movie, MovieDetail, MovieInput } from '@moviebooking/contract/catalogue';
import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Database, Tx } from '../../platform/database.ts';
import { anyContains, countOf, idsInOrder, type Page, type Paging, readPage } from '../../platform/paging.ts';
import { toShow } from './show.ts';
import { showRows } from './shows.sql.ts';

const movieRows = (db: Database) =>
  db
    .selectFrom('movies')
    .select(['id', 'title', 'description', 'duration_min', 'poster_url', 'created_at'])
    .select(sql<number>`(select count(*) from shows where shows.movie_id = movies.id)`.as('shows_count'));

type MovieRow = Awaited<ReturnType<ReturnType<typeof movieRows>['executeTakeFirstOrThrow']>>;

const toMovie = (row: MovieRow): Movie => ({
  id: row.id,
  title: row.title,
  description: row.description,
  durationMin: row.duration_min,
  posterUrl: row.poster_url,
  createdAt: row.created_at.toISOString(),
  _count: { shows: row.shows_count },
});

export async function selectMovies(
  db: Database,
  query: Paging & { search?: string | undefined },
): Promise<Page<Movie>> {
  let matching = db.selectFrom('movies').select('movies.id');
  if (query.search) matching = matching.where(anyContains([sql`title`, sql`description`], query.search));
  const page = await readPage(db, {
    total: countOf(matching),
    ids: idsInOrder(matching, sql`created_at desc, id desc`, query),
    rows: movieRows(db),
  });
  return { items: page.items.map(toMovie), total: page.total };
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

const columnsOf = ({ title, description, durationMin, posterUrl }: MovieInput) => ({
  title,
  description,
  duration_min: durationMin,
  poster_url: posterUrl,
});

export async function insertMovie(tx: Tx, input: MovieInput): Promise<number> {
  const { id } = await tx.insertInto('movies').values(columnsOf(input)).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function updateMovie(tx: Tx, id: number, input: MovieInput): Promise<void> {
  await tx.updateTable('movies').set(columnsOf(input)).where('id', '=', id).execute();
}
