/** Reads from the totals, so the cost grows with days and shows, not with bookings. */
import type { Analytics, Dashboard } from '@moviebooking/contract/admin';
import { toRupees } from '@moviebooking/contract/money';
import { ALL_SEATS } from '@moviebooking/contract/seats';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { startOfDay } from '../../platform/time/cinema-day.ts';
import type { Period } from './periods.ts';

const SEATS_PER_SHOW = ALL_SEATS.length;

export interface Sold {
  bookings: number;
  seats: number;
  paise: number;
}

export const toStats = ({ bookings, seats, paise }: Sold) => ({ bookings, seats, revenue: toRupees(paise) });

const sumOf = (column: 'bookings' | 'seats' | 'paise', status: RawBuilder<unknown>) =>
  sql`coalesce(sum(${sql.ref(column)}) filter (where status ${status}), 0)::bigint`;

const NOT_CANCELLED = sql`<> 'CANCELLED'`;
const CANCELLED = sql`= 'CANCELLED'`;
export const soldColumns = sql`${sumOf('bookings', NOT_CANCELLED)} as bookings, ${sumOf('seats', NOT_CANCELLED)} as seats, ${sumOf('paise', NOT_CANCELLED)} as paise`;

const inPeriod = ({ from, to }: Period) => sql`day between ${from}::date and ${to}::date`;

export async function selectToday(db: Database, timeZone: string): Promise<string> {
  const { rows } = await sql<{ today: string }>`select (now() at time zone ${timeZone})::date::text as today`.execute(
    db,
  );
  return (rows[0] as (typeof rows)[number]).today;
}

/** Everything, one cinema, one movie, or one movie in one cinema. */
export interface Scope {
  cinemaId?: number | undefined;
  movieId?: number | undefined;
}

const isInScope = ({ cinemaId, movieId }: Scope) =>
  sql.join(
    [
      sql`true`,
      ...(cinemaId ? [sql`screens.cinema_id = ${cinemaId}`] : []),
      ...(movieId ? [sql`shows.movie_id = ${movieId}`] : []),
    ],
    sql` and `,
  );

const startsIn = ({ from, to }: Period, timeZone: string) =>
  sql`shows.starts_at >= ${startOfDay(sql`${from}::date`, timeZone)}
    and shows.starts_at < ${startOfDay(sql`${to}::date + 1`, timeZone)}`;

/** The totals don't have one movie in one cinema, so this counts the bookings of those few shows. */
const bookingsOf = (scope: Scope, { from, to }: Period, timeZone: string): RawBuilder<unknown> => sql`(
  select (booking_times.created_at at time zone ${timeZone})::date as day, status, 1 as bookings, cardinality(seats) as seats,
    total_paise as paise, ledger.lead_of(ledger.quarter_hour(booking_times.created_at), starts_at) as lead
  from booking_times join shows on shows.id = show_id
  where booking_times.created_at >= ${startOfDay(sql`${from}::date`, timeZone)}
    and booking_times.created_at < ${startOfDay(sql`${to}::date + 1`, timeZone)}
    and show_id = any (array(
      select shows.id from shows join screens on screens.id = shows.screen_id where ${isInScope(scope)}
    ))
)`;

/** By day and status. */
function salesOf(scope: Scope, period: Period, timeZone: string): RawBuilder<unknown> {
  const { cinemaId, movieId } = scope;
  if (cinemaId && movieId) return bookingsOf(scope, period, timeZone);
  const dimension = movieId ? 'movie' : cinemaId ? 'cinema' : 'all';
  return sql`(
    select day, status, bookings, seats, paise from current_totals
    where dimension = ${dimension} and ref_id = ${movieId ?? cinemaId ?? 0} and ${inPeriod(period)}
  )`;
}

/** By status and hours between booking and show (`lead` in the database). */
function salesAheadOf(scope: Scope, period: Period, timeZone: string): RawBuilder<unknown> {
  const { cinemaId, movieId } = scope;
  if (cinemaId && movieId) return bookingsOf(scope, period, timeZone);
  const dimension = movieId ? 'movie lead' : cinemaId ? 'cinema lead' : 'lead';
  const firstKey = sql`ledger.lead_key(${movieId ?? cinemaId ?? 0}, 0)`;
  return sql`(
    select ref_id - ${firstKey} as lead, status, bookings, seats, paise from current_totals
    where dimension = ${dimension} and ref_id >= ${firstKey}
      and ref_id < ${firstKey} + cardinality(ledger.lead_steps()) and ${inPeriod(period)}
  )`;
}

/** Sales by hours between booking and show, in steps; the last one has no upper end. */
export async function selectSalesByHoursAhead(db: Database, period: Period, scope: Scope, timeZone: string) {
  const { rows } = await sql<Sold & { from_hours: number; to_hours: number | null }>`
    select from_hours, to_hours, ${soldColumns}
    from (
      select (step - 1)::integer as lead, from_hours, lead(from_hours) over (order by step) as to_hours
      from unnest(ledger.lead_steps()) with ordinality as start (from_hours, step)
    ) as steps left join ${salesAheadOf(scope, period, timeZone)} as sales using (lead)
    group by from_hours, to_hours order by from_hours
  `.execute(db);
  return rows.map((row): Analytics['salesByLead'][number] => ({
    ...{ fromHours: row.from_hours, toHours: row.to_hours },
    ...toStats(row),
  }));
}

/** Sold and cancelled, for accounting too. */
export interface Sales extends Sold {
  date: string;
  cancelled: number;
  cancelled_seats: number;
  cancelled_paise: number;
}

const salesColumns = sql`${soldColumns}, ${sumOf('bookings', CANCELLED)} as cancelled,
  ${sumOf('seats', CANCELLED)} as cancelled_seats, ${sumOf('paise', CANCELLED)} as cancelled_paise`;

export async function selectSalesByDay(db: Database, period: Period, scope: Scope, timeZone: string) {
  const { rows } = await sql<Sales>`
    select date::text, ${salesColumns}
    from (
      select ${period.from}::date + n as date from generate_series(0, ${period.to}::date - ${period.from}::date) as n
    ) as days left join ${salesOf(scope, period, timeZone)} as sales on sales.day = days.date
    group by days.date order by days.date
  `.execute(db);
  return rows;
}

/** Leaves out days on which a cinema neither sold nor cancelled anything. */
export async function selectSalesByDayAndCinema(db: Database, period: Period) {
  const { rows } = await sql<Sales & { name: string; city: string | null }>`
    select date, name, city, bookings, seats, paise, cancelled, cancelled_seats, cancelled_paise
    from (
      select day::text as date, ref_id, ${salesColumns} from current_totals
      where dimension = 'cinema' and ${inPeriod(period)} group by day, ref_id
    ) as sales join cinemas on cinemas.id = ref_id
    where bookings > 0 or cancelled > 0 order by date, lower(name), cinemas.id
  `.execute(db);
  return rows;
}

/** Sales by movie or by cinema. Within a scope, adds up the totals of its shows. */
function soldBy(dimension: 'movie' | 'cinema', period: Period, scope: Scope): RawBuilder<unknown> {
  if (!scope.cinemaId && !scope.movieId) {
    return sql`(
      select ref_id as id, ${soldColumns} from current_totals
      where dimension = ${dimension} and ${inPeriod(period)} group by ref_id
    )`;
  }
  return sql`(
    select ${dimension === 'movie' ? sql`shows.movie_id` : sql`screens.cinema_id`} as id, ${soldColumns}
    from current_totals join shows on shows.id = ref_id join screens on screens.id = shows.screen_id
    where dimension = 'show' and ${inPeriod(period)} and ${isInScope(scope)} group by 1
  )`;
}

export async function selectTopMovies(
  db: Database,
  period: Period,
  limit: number,
  scope: Scope = {},
): Promise<Dashboard['topMovies']> {
  const { rows } = await sql<Sold & { id: number; title: string; poster_url: string | null }>`
    select movies.id, title, poster_url, bookings, seats, paise
    from ${soldBy('movie', period, scope)} as sold join movies on movies.id = sold.id
    where bookings > 0 order by paise desc, bookings desc, movies.id limit ${limit}
  `.execute(db);
  return rows.map((row) => ({ id: row.id, title: row.title, posterUrl: row.poster_url, ...toStats(row) }));
}

export async function selectTopCinemas(
  db: Database,
  period: Period,
  limit: number,
  scope: Scope,
): Promise<Analytics['topCinemas']> {
  const { rows } = await sql<Sold & { id: number; name: string; city: string | null }>`
    select cinemas.id, name, city, bookings, seats, paise
    from ${soldBy('cinema', period, scope)} as sold join cinemas on cinemas.id = sold.id
    where bookings > 0 order by paise desc, bookings desc, cinemas.id limit ${limit}
  `.execute(db);
  return rows.map((row) => ({ id: row.id, name: row.name, city: row.city, ...toStats(row) }));
}

export interface PlayedShows {
  hours: { weekday: number; hour: number; shows: number; seats: number }[];
  screens: { screenId: number; screenName: string; cinemaName: string; shows: number; seats: number; paise: number }[];
  /** Both count only shows that are over. */
  missed: { bookings: number; seats: number };
  attended: { bookings: number; seats: number };
}

/** The shows of the period and what they sold, by starting hour, by screen and by attendance. */
export async function selectPlayedShows(
  db: Database,
  period: Period,
  scope: Scope,
  timeZone: string,
): Promise<PlayedShows> {
  const { rows } = await sql<PlayedShows>`
    with played as materialized (
      select shows.screen_id, upper(shows.occupies) <= now() as has_ended,
        extract(isodow from local)::int as weekday, extract(hour from local)::int as hour,
        coalesce(sold.seats, 0) as seats, coalesce(paise, 0) as paise,
        missed_bookings, coalesce(missed_seats, 0) + coalesce(to_come.seats, 0) as missed_seats,
        attended_bookings, attended_seats - coalesce(to_come.seats, 0) as attended_seats
      from shows
        join screens on screens.id = shows.screen_id
        cross join lateral (select shows.starts_at at time zone ${timeZone} as local) as at
        left join (
          select ref_id, sum(seats) as seats, sum(paise) as paise,
            sum(bookings) filter (where status = 'CONFIRMED') as missed_bookings,
            sum(seats) filter (where status = 'CONFIRMED') as missed_seats,
            sum(bookings) filter (where status = 'CHECKED_IN') as attended_bookings,
            sum(seats) filter (where status = 'CHECKED_IN') as attended_seats
          from current_totals where dimension = 'show' and status <> 'CANCELLED' and ${inPeriod(period)} group by ref_id
        ) as sold on sold.ref_id = shows.id
        left join seats_to_come as to_come on to_come.show_id = shows.id
      where ${startsIn(period, timeZone)} and ${isInScope(scope)} and shows.cancelled_at is null
    )
    select (
      select coalesce(json_agg(slot order by weekday, hour), '[]')
      from (select weekday, hour, count(*) as shows, sum(seats) as seats from played group by weekday, hour) as slot
    ) as hours, (
      select coalesce(json_agg(json_build_object(
        'screenId', screens.id, 'screenName', screens.name, 'cinemaName', cinemas.name,
        'shows', of_screen.shows, 'seats', of_screen.seats, 'paise', of_screen.paise
      ) order by of_screen.seats / of_screen.shows desc, screens.id), '[]')
      from (
        select screen_id, count(*) as shows, sum(seats) as seats, sum(paise) as paise from played group by screen_id
      ) as of_screen join screens on screens.id = of_screen.screen_id join cinemas on cinemas.id = screens.cinema_id
    ) as screens, (
      select json_build_object('bookings', coalesce(sum(missed_bookings), 0), 'seats', coalesce(sum(missed_seats), 0))
      from played where has_ended
    ) as missed, (
      select json_build_object('bookings', coalesce(sum(attended_bookings), 0), 'seats', coalesce(sum(attended_seats), 0))
      from played where has_ended
    ) as attended
  `.execute(db);
  return rows[0] as PlayedShows;
}

/** The fullest shows from the start of the period on, upcoming ones included. */
export async function selectFullestShows(
  db: Database,
  { from }: Period,
  limit: number,
  scope: Scope,
): Promise<Analytics['occupancyByShow']> {
  const { rows } = await sql<{
    show_id: number;
    starts_at: Date;
    seats: number;
    movie_title: string;
    cinema_name: string;
    screen_name: string;
  }>`
    select show_id, starts_at, sold.seats, movie_title, cinema_name, screen_name
    from (
      select ref_id, sum(seats)::bigint as seats from current_totals
      where dimension = 'show' and status <> 'CANCELLED' and day >= ${from}::date ${ofShowsIn(scope)}
      group by ref_id having sum(seats) > 0
      order by sum(seats) desc, ref_id desc limit ${limit}
    ) as sold join show_details on show_id = ref_id
    order by sold.seats desc, show_id desc
  `.execute(db);
  return rows.map((row) => ({
    showId: row.show_id,
    startTime: row.starts_at.toISOString(),
    movieTitle: row.movie_title,
    cinemaName: row.cinema_name,
    screenName: row.screen_name,
    seats: row.seats,
    capacity: SEATS_PER_SHOW,
    occupancy: row.seats / SEATS_PER_SHOW,
  }));
}

const ofShowsIn = (scope: Scope): RawBuilder<unknown> =>
  scope.cinemaId || scope.movieId
    ? sql`and ref_id in (
        select shows.id from shows join screens on screens.id = shows.screen_id where ${isInScope(scope)}
      )`
    : sql``;
