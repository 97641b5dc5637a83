import type { AdminSearch } from '@moviebooking/contract/admin';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { anyContains } from '../../platform/http/paging.ts';

type Shows = AdminSearch['shows'];

/** The next shows, then the latest past ones: two scans of the same index. */
export async function searchShows(db: Database, term: string, limit: number): Promise<Shows> {
  const matching = sql`select show_id, starts_at from show_details where (
    movie_id = any (array(select id from movies where ${anyContains([sql`title`], term)}))
    or screen_id = any (array(
      select screens.id from screens join cinemas on cinemas.id = cinema_id
      where ${anyContains([sql`screens.name`, sql`cinemas.name`], term)}
    ))
  )`;
  const { rows } = await sql<Omit<Shows[number], 'startTime'> & { at: Date }>`
    select show_id as id, show_details.starts_at as at, movie_title as "movieTitle", cinema_name as "cinemaName",
      screen_name as "screenName", case when cancelled_at is null then 'SCHEDULED' else 'CANCELLED' end as status
    from (
      (select 1 as part, * from (${matching}) as shows where starts_at > now() order by starts_at limit ${limit})
      union all
      (select 2 as part, * from (${matching}) as shows where starts_at <= now() order by starts_at desc limit ${limit})
    ) as found join show_details using (show_id)
    order by part, abs(extract(epoch from found.starts_at - now())), show_id limit ${limit}
  `.execute(db);
  return rows.map(({ at, ...show }) => ({ ...show, startTime: at.toISOString() }));
}

export const searchMovies = (db: Database, term: string, limit: number): Promise<AdminSearch['movies']> =>
  db
    .selectFrom('movies')
    .select(['id', 'title'])
    .where(anyContains([sql`title`], term))
    .orderBy(sql`lower(title), id`)
    .limit(limit)
    .execute();

export const searchCinemas = (db: Database, term: string, limit: number): Promise<AdminSearch['cinemas']> =>
  db
    .selectFrom('cinemas')
    .select(['id', 'name', 'city'])
    .where(anyContains([sql`name`, sql`city`], term))
    .orderBy(sql`lower(name), id`)
    .limit(limit)
    .execute();

export async function searchPeople(db: Database, term: string, limit: number): Promise<AdminSearch['people']> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'role'])
    .where('deleted_at', 'is', null)
    .where(anyContains([sql`name`, sql`email`], term))
    .orderBy(sql`lower(name), id`)
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, email: row.email ?? '' }));
}
