import type { Movie } from '@moviebooking/contract/catalogue';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

type Facts = 'id' | 'title' | 'description' | 'language' | 'format' | 'certificate' | 'durationMin' | 'posterUrl';

export interface PreviewRow extends Pick<Movie, Facts> {
  /** Soonest first. */
  shows: { startsAt: string; cinema: string; city: string | null }[];
}

const NEXT_SHOWS = 3;

const MOVIE = sql`movie.id, movie.title, movie.description, movie.language, movie.format, movie.certificate,
  movie.duration_min as "durationMin", movie.poster_url as "posterUrl"`;
const SHOW = sql`show.starts_at as "startsAt", show.cinema_name as cinema, show.cinema_city as city`;

/** A movie with its next shows. */
export async function selectMoviePreview(db: Database, id: number): Promise<PreviewRow | undefined> {
  const { rows } = await sql<PreviewRow>`
    select ${MOVIE}, (
      select coalesce(json_agg(next), '[]') from (
        select ${SHOW} from show_details as show
        where show.movie_id = movie.id and show.starts_at > now() and show.cancelled_at is null
        order by show.starts_at, show.show_id limit ${NEXT_SHOWS}
      ) as next
    ) as shows
    from movies as movie where movie.id = ${id}`.execute(db);
  return rows[0];
}

/** The movie of a show, with that show. Undefined if it is cancelled. */
export async function selectShowPreview(db: Database, id: number): Promise<PreviewRow | undefined> {
  const { rows } = await sql<PreviewRow>`
    select ${MOVIE}, (select json_agg(this) from (select ${SHOW}) as this) as shows
    from show_details as show join movies as movie on movie.id = show.movie_id
    where show.show_id = ${id} and show.cancelled_at is null`.execute(db);
  return rows[0];
}
