/** What happened last, and what goes on today: read along indexes and from the totals, whatever the number of bookings. */
import { type ActivityItem, FILLING_FROM, type Today } from '@moviebooking/contract/activity';
import { toRupees } from '@moviebooking/contract/money';
import { sql } from 'kysely';
import { isOnDay } from '../../platform/cinema-day.ts';
import type { Database } from '../../platform/database.ts';
import { SEATS_PER_SHOW, type Sold, soldColumns, toStats } from './analytics.sql.ts';

interface ShowNames {
  show_id: number;
  starts_at: Date;
  movie_title: string;
  cinema_name: string;
  screen_name: string;
}

const toPlayedShow = (row: ShowNames) => ({
  id: row.show_id,
  startTime: row.starts_at.toISOString(),
  movieTitle: row.movie_title,
  cinemaName: row.cinema_name,
  screenName: row.screen_name,
});

/** A booking that was made and cancelled is there twice, each at its time. */
export async function selectLatestBookings(db: Database, limit: number): Promise<ActivityItem[]> {
  const { rows } = await sql<
    ShowNames & {
      kind: 'BOOKED' | 'CANCELLED';
      at: Date;
      booking_id: number;
      user_name: string;
      seats: number[];
      total_paise: number;
    }
  >`
    select event.kind, event.at, event.booking_id, event.seats, event.total_paise, users.name as user_name, show.show_id,
      show.starts_at, show.movie_title, show.cinema_name, show.screen_name
    from (
      (
        select 'BOOKED' as kind, created_at as at, booking_id, show_id, user_id, seats, total_paise
        from booking_times order by booking_id desc limit ${limit}
      ) union all (
        select 'CANCELLED', cancelled_at, booking_id, show_id, user_id, seats, total_paise
        from booking_times where cancelled_at is not null order by cancelled_at desc, booking_id desc limit ${limit}
      )
    ) as event
      join users on users.id = event.user_id
      join show_details as show on show.show_id = event.show_id
    order by event.at desc, event.booking_id desc limit ${limit}
  `.execute(db);
  return rows.map((row) => ({
    kind: row.kind,
    at: row.at.toISOString(),
    bookingId: row.booking_id,
    customerName: row.user_name,
    seats: row.seats.length,
    total: toRupees(row.total_paise),
    show: toPlayedShow(row),
  }));
}

const FILLING_DAYS = 7;

/** The next shows of the coming days that are nearly full. */
export async function selectFillingShows(db: Database, today: string, limit: number): Promise<ActivityItem[]> {
  const { rows } = await sql<ShowNames & { seats: number; booked_at: Date }>`
    select show.show_id, show.starts_at, show.movie_title, show.cinema_name, show.screen_name, filling.seats, last.created_at as booked_at
    from (
      select sold.ref_id, sold.seats
      from (
        select ref_id, sum(seats)::bigint as seats from current_totals
        where dimension = 'show' and status <> 'CANCELLED' and day between ${today}::date and ${today}::date + ${FILLING_DAYS}::int
        group by ref_id having sum(seats) >= ${FILLING_FROM * SEATS_PER_SHOW}
      ) as sold join shows on shows.id = sold.ref_id
      where shows.starts_at > now() and shows.cancelled_at is null order by shows.starts_at, shows.id limit ${limit}
    ) as filling
      join show_details as show on show.show_id = filling.ref_id
      join lateral (
        select created_at from booking_times
        where booking_times.show_id = filling.ref_id and status <> 'CANCELLED' order by booking_id desc limit 1
      ) as last on true
  `.execute(db);
  return rows.map((row) => ({
    kind: 'FILLING',
    at: row.booked_at.toISOString(),
    bookingId: null,
    customerName: null,
    seats: row.seats,
    total: null,
    show: toPlayedShow(row),
  }));
}

/** Today so far, the whole of yesterday, and of the same day last week. */
export async function selectSalesToCompare(db: Database, today: string): Promise<Today['sales']> {
  const { rows } = await sql<Sold & { days_ago: number }>`
    select days_ago, ${soldColumns}
    from unnest(array[0, 1, 7]) as days_ago
      left join current_totals on dimension = 'all' and day = ${today}::date - days_ago
    group by days_ago order by days_ago
  `.execute(db);
  const [ofToday, ofYesterday, ofWeekAgo] = rows.map(toStats) as [
    Today['sales']['today'],
    Today['sales']['yesterday'],
    Today['sales']['weekAgo'],
  ];
  return { today: ofToday, yesterday: ofYesterday, weekAgo: ofWeekAgo };
}

const NEXT_HOURS = 12;

export async function selectNextShows(db: Database, limit: number): Promise<Today['nextShows']> {
  const { rows } = await sql<ShowNames & { movie_poster_url: string | null; seats: number }>`
    select show_id, starts_at, movie_title, movie_poster_url, cinema_name, screen_name, (
      select count(*) from taken_seats where taken_seats.show_id = show.show_id and booking_id is not null
    ) as seats
    from show_details as show
    where cancelled_at is null and starts_at > now() and starts_at <= now() + make_interval(hours => ${NEXT_HOURS})
    order by starts_at, show_id limit ${limit}
  `.execute(db);
  return rows.map((row) => ({
    ...toPlayedShow(row),
    posterUrl: row.movie_poster_url,
    seats: row.seats,
    capacity: SEATS_PER_SHOW,
  }));
}

export async function selectOccupancyByCinema(
  db: Database,
  today: string,
  timeZone: string,
): Promise<Today['cinemas']> {
  const { rows } = await sql<Omit<Today['cinemas'][number], 'capacity'>>`
    select cinemas.id, cinemas.name, cinemas.city, count(*) as shows, coalesce(sum(sold.seats), 0)::bigint as seats
    from shows
      join screens on screens.id = shows.screen_id
      join cinemas on cinemas.id = screens.cinema_id
      left join (
        select ref_id, sum(seats) as seats from current_totals
        where dimension = 'show' and day = ${today}::date and status <> 'CANCELLED' group by ref_id
      ) as sold on sold.ref_id = shows.id
    where shows.cancelled_at is null and ${isOnDay(sql`shows.starts_at`, today, timeZone)}
    group by cinemas.id
    order by coalesce(sum(sold.seats), 0) / count(*) desc, lower(cinemas.name), cinemas.id
  `.execute(db);
  return rows.map((row) => ({ ...row, capacity: row.shows * SEATS_PER_SHOW }));
}
