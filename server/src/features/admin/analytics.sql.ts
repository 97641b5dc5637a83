/** What was sold and how full shows were, read from the totals: the cost grows with days and shows, not with bookings. */
import type { Analytics, Dashboard } from '@moviebooking/contract/admin';
import { toRupees } from '@moviebooking/contract/money';
import { ALL_SEATS } from '@moviebooking/contract/seats';
import { type RawBuilder, sql } from 'kysely';
import { startOfDay } from '../../platform/cinema-day.ts';
import type { Database } from '../../platform/database.ts';

const SEATS_PER_SHOW = ALL_SEATS.length;

export interface Period {
  /** First and last cinema day, both included. */
  from: string;
  to: string;
}

interface Sold {
  bookings: number;
  seats: number;
  paise: number;
}

const toStats = ({ bookings, seats, paise }: Sold) => ({ bookings, seats, revenue: toRupees(paise) });

const sumOf = (column: 'bookings' | 'seats' | 'paise', status: RawBuilder<unknown>) =>
  sql`coalesce(sum(${sql.ref(column)}) filter (where status ${status}), 0)::bigint`;

const NOT_CANCELLED = sql`<> 'CANCELLED'`;
const CANCELLED = sql`= 'CANCELLED'`;
const soldColumns = sql`${sumOf('bookings', NOT_CANCELLED)} as bookings, ${sumOf('seats', NOT_CANCELLED)} as seats, ${sumOf('paise', NOT_CANCELLED)} as paise`;

const inPeriod = ({ from, to }: Period) => sql`day between ${from}::date and ${to}::date`;

export async function selectPeriod(db: Database, days: number, timeZone: string): Promise<Period> {
  const { rows } = await sql<Period>`
    select (today - ${days}::int + 1)::text as from, today::text as to
    from (select (now() at time zone ${timeZone})::date as today) as cinema_day
  `.execute(db);
  return rows[0] as Period;
}

export async function selectSalesByDay(db: Database, period: Period) {
  const { rows } = await sql<
    Sold & { date: string; cancelled: number; cancelled_seats: number; cancelled_paise: number }
  >`
    select date::text, ${soldColumns}, ${sumOf('bookings', CANCELLED)} as cancelled,
      ${sumOf('seats', CANCELLED)} as cancelled_seats, ${sumOf('paise', CANCELLED)} as cancelled_paise
    from (
      select ${period.from}::date + n as date from generate_series(0, ${period.to}::date - ${period.from}::date) as n
    ) as days left join current_totals on dimension = 'all' and day = date and ${inPeriod(period)}
    group by days.date order by days.date
  `.execute(db);
  return rows;
}

export async function selectTopMovies(db: Database, period: Period, limit: number): Promise<Dashboard['topMovies']> {
  const { rows } = await sql<Sold & { id: number; title: string; poster_url: string | null }>`
    select movies.id, title, poster_url, bookings, seats, paise
    from (
      select ref_id, ${soldColumns} from current_totals
      where dimension = 'movie' and ${inPeriod(period)} group by ref_id
    ) as sold join movies on movies.id = ref_id
    where bookings > 0 order by paise desc, bookings desc, movies.id limit ${limit}
  `.execute(db);
  return rows.map((row) => ({ id: row.id, title: row.title, posterUrl: row.poster_url, ...toStats(row) }));
}

export async function selectTopCinemas(db: Database, period: Period, limit: number): Promise<Analytics['topCinemas']> {
  const { rows } = await sql<Sold & { id: number; name: string; city: string | null }>`
    select cinemas.id, name, city, bookings, seats, paise
    from (
      select ref_id, ${soldColumns} from current_totals
      where dimension = 'cinema' and ${inPeriod(period)} group by ref_id
    ) as sold join cinemas on cinemas.id = ref_id
    where bookings > 0 order by paise desc, bookings desc, cinemas.id limit ${limit}
  `.execute(db);
  return rows.map((row) => ({ id: row.id, name: row.name, city: row.city, ...toStats(row) }));
}

export async function selectOccupancyByHour(
  db: Database,
  { from, to }: Period,
  timeZone: string,
): Promise<Omit<Analytics['occupancyByHour'][number], 'occupancy'>[]> {
  const { rows } = await sql<{ weekday: number; hour: number; shows: number; seats: number }>`
    select extract(isodow from day)::int as weekday, hour, sum(shows)::bigint as shows, coalesce(sum(seats), 0)::bigint as seats
    from (
      select local::date as day, extract(hour from local)::int as hour, count(*) as shows
      from shows, lateral (select starts_at at time zone ${timeZone} as local) as at
      where starts_at >= ${startOfDay(sql`${from}::date`, timeZone)}
        and starts_at < ${startOfDay(sql`${to}::date + 1`, timeZone)} and cancelled_at is null
      group by 1, 2
    ) as played left join (
      select day, ref_id as hour, sum(seats) as seats from current_totals
      where dimension = 'hour' and status <> 'CANCELLED' and ${inPeriod({ from, to })} group by day, ref_id
    ) as sold using (day, hour)
    group by 1, 2 order by 1, 2
  `.execute(db);
  return rows;
}

/** The fullest shows of the period and of the days to come, as far as they sell. */
export async function selectFullestShows(
  db: Database,
  { from }: Period,
  limit: number,
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
      where dimension = 'show' and status <> 'CANCELLED' and day >= ${from}::date
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

export async function selectOverview(db: Database, today: string): Promise<Dashboard['overview']> {
  const { rows } = await sql<Omit<Dashboard['overview'], 'todayRevenue'> & { paise: number }>`
    select (select count(*) from cinemas) as "totalCinemas", (select count(*) from movies) as "totalMovies",
      (select count(*) from screens) as "totalScreens",
      (select count(*) from shows where starts_at > now() and cancelled_at is null) as "totalShows",
      bookings as "totalBookings", paise
    from (select ${soldColumns} from current_totals where dimension = 'all' and day = ${today}::date) as sold
  `.execute(db);
  const { paise, ...counts } = rows[0] as (typeof rows)[number];
  return { ...counts, todayRevenue: toRupees(paise) };
}
