import type { Accessibility } from '@moviebooking/contract/accessibility';
import { toPaise, toRupees } from '@moviebooking/contract/money';
import type { SchedulePlan } from '@moviebooking/contract/scheduling';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { startOfDay } from '../../platform/time/cinema-day.ts';

type Run = Extract<SchedulePlan, { kind: 'run' }>;
type Copy = Extract<SchedulePlan, { kind: 'copy' }>;

const WEEKDAYS = ['1', '2', '3', '4', '5', '6', '7'] as const;

const showsOfRun = (run: Run, timeZone: string): RawBuilder<unknown> => sql`
  select ${run.movieId}::integer as movie_id, screen_id,
    (${WEEKDAYS.map((day) => toPaise(run.weekdayPrices[day] ?? run.price))}::integer[])[extract(isodow from day)] as price_paise,
    (day::date + clock) at time zone ${timeZone} as starts_at, ${run.accessibility}::text[] as accessibility
  from unnest(${run.screenIds}::integer[]) as screen_id,
    generate_series(${run.from}::date, ${run.to}::date, interval '1 day') as day,
    unnest(${run.times}::time[]) as clock
  where extract(isodow from day) = any(${run.weekdays}::integer[])`;

/** Copies the local time of day, because adding hours would shift shows across a change to daylight saving time. */
const showsOfCopy = (copy: Copy, timeZone: string): RawBuilder<unknown> => sql`
  select shows.movie_id, shows.screen_id, shows.price_paise,
    ((shows.starts_at at time zone ${timeZone}) + (${copy.to}::date - ${copy.from}::date) * interval '1 day')
      at time zone ${timeZone} as starts_at, shows.accessibility
  from shows join screens on screens.id = shows.screen_id
  where screens.cinema_id = ${copy.cinemaId} and shows.cancelled_at is null
    and shows.starts_at >= ${startOfDay(sql`${copy.from}::date`, timeZone)}
    and shows.starts_at < ${startOfDay(sql`${copy.from}::date + ${copy.days}::integer`, timeZone)}`;

interface PlannedRow {
  movie_id: number;
  movie_title: string;
  screen_id: number;
  screen_name: string;
  cinema_id: number;
  cinema_name: string;
  cinema_city: string | null;
  price_paise: number;
  accessibility: Accessibility[];
  starts_at: Date;
  ends_at: Date;
  is_past: boolean;
  overlaps_plan: boolean;
  busy_title: string | null;
  busy_from: Date | null;
  busy_until: Date | null;
}

/** A planned show with everything that it clashes with. */
export type Candidate = ReturnType<typeof toCandidate>;

const toCandidate = (row: PlannedRow) => ({
  show: {
    movieId: row.movie_id,
    screenId: row.screen_id,
    price: toRupees(row.price_paise),
    startTime: row.starts_at.toISOString(),
    endTime: row.ends_at.toISOString(),
    movie: { id: row.movie_id, title: row.movie_title },
    screen: {
      id: row.screen_id,
      name: row.screen_name,
      cinema: { id: row.cinema_id, name: row.cinema_name, city: row.cinema_city },
    },
    accessibility: row.accessibility,
  },
  isPast: row.is_past,
  overlapsPlan: row.overlaps_plan,
  busyWith:
    row.busy_title !== null && row.busy_from && row.busy_until
      ? { title: row.busy_title, from: row.busy_from, until: row.busy_until }
      : null,
});

export async function selectCandidates(
  db: Database,
  plan: SchedulePlan,
  timeZone: string,
  limit: number,
): Promise<Candidate[]> {
  const planned = plan.kind === 'run' ? showsOfRun(plan, timeZone) : showsOfCopy(plan, timeZone);
  const { rows } = await sql<PlannedRow>`
    with planned as materialized (
      select row_number() over () as plan_order, wanted.*, ledger.show_occupies(wanted.starts_at, movie.duration_min) as occupies,
        movie.title as movie_title
      from (${planned}) as wanted join movies as movie on movie.id = wanted.movie_id
      limit ${limit}
    )
    select planned.movie_id, planned.movie_title, planned.screen_id, screen.name as screen_name,
      cinema.id as cinema_id, cinema.name as cinema_name, cinema.city as cinema_city,
      planned.price_paise, planned.accessibility, planned.starts_at, upper(planned.occupies) as ends_at,
      planned.starts_at <= now() as is_past,
      exists (
        select from planned as other
        where other.screen_id = planned.screen_id and other.plan_order <> planned.plan_order
          and other.occupies && planned.occupies
      ) as overlaps_plan,
      busy.title as busy_title, busy.starts_at as busy_from, busy.ends_at as busy_until
    from planned
    join screens as screen on screen.id = planned.screen_id
    join cinemas as cinema on cinema.id = screen.cinema_id
    left join lateral (
      select movies.title, shows.starts_at, upper(shows.occupies) as ends_at
      from shows join movies on movies.id = shows.movie_id
      where shows.screen_id = planned.screen_id and shows.occupies && planned.occupies and shows.cancelled_at is null
      order by shows.starts_at
      limit 1
    ) as busy on true
    order by planned.starts_at, lower(cinema.name), lower(screen.name), planned.plan_order
  `.execute(db);
  return rows.map(toCandidate);
}

export async function countScreens(db: Database, ids: readonly number[]): Promise<number> {
  const { count } = await db
    .selectFrom('screens')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('id', 'in', ids)
    .executeTakeFirstOrThrow();
  return count;
}
