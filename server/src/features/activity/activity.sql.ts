/** Reads along indexes and from the totals, so the cost doesn't grow with the number of bookings. */
import { type ActivityItem, FILLING_FROM, type Today } from '@moviebooking/contract/activity';
import { toRupees } from '@moviebooking/contract/money';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { isOnDay } from '../../platform/time/cinema-day.ts';
import { SELLABLE_SEATS } from '../catalogue/show.ts';

const sellable = sql.raw(SELLABLE_SEATS);

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

/** A cancelled booking appears twice: when it was made and when it was cancelled. */
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
    capacity: null,
    total: toRupees(row.total_paise),
    show: toPlayedShow(row),
  }));
}

const FILLING_DAYS = 7;

/** The next shows that are nearly full, within the coming week. */
export async function selectFillingShows(db: Database, today: string, limit: number): Promise<ActivityItem[]> {
  const { rows } = await sql<ShowNames & { seats: number; capacity: number; booked_at: Date }>`
    select show.show_id, show.starts_at, show.movie_title, show.cinema_name, show.screen_name, filling.seats,
      filling.capacity, last.created_at as booked_at
    from (
      select show.show_id, sold.seats, ${sellable} as capacity
      from (
        select ref_id, sum(seats)::bigint as seats from current_totals
        where dimension = 'show' and status <> 'CANCELLED' and day between ${today}::date and ${today}::date + ${FILLING_DAYS}::int
        group by ref_id having sum(seats) > 0
      ) as sold join show_details as show on show.show_id = sold.ref_id
      where show.starts_at > now() and show.cancelled_at is null and sold.seats >= ${FILLING_FROM}::numeric * ${sellable}
      order by show.starts_at, show.show_id limit ${limit}
    ) as filling
      join show_details as show on show.show_id = filling.show_id
      join lateral (
        select created_at from booking_times
        where booking_times.show_id = filling.show_id and status <> 'CANCELLED' order by booking_id desc limit 1
      ) as last on true
  `.execute(db);
  return rows.map((row) => ({
    kind: 'FILLING',
    at: row.booked_at.toISOString(),
    bookingId: null,
    customerName: null,
    seats: row.seats,
    capacity: row.capacity,
    total: null,
    show: toPlayedShow(row),
  }));
}

const NEXT_HOURS = 12;

export async function selectNextShows(db: Database, limit: number): Promise<Today['nextShows']> {
  const { rows } = await sql<ShowNames & { movie_poster_url: string | null; seats: number; capacity: number }>`
    select show_id, starts_at, movie_title, movie_poster_url, cinema_name, screen_name, (
      select count(*) from taken_seats where taken_seats.show_id = show.show_id and booking_id is not null
    ) as seats, ${sellable} as capacity
    from show_details as show
    where cancelled_at is null and starts_at > now() and starts_at <= now() + make_interval(hours => ${NEXT_HOURS})
    order by starts_at, show_id limit ${limit}
  `.execute(db);
  return rows.map((row) => ({
    ...toPlayedShow(row),
    posterUrl: row.movie_poster_url,
    seats: row.seats,
    capacity: row.capacity,
  }));
}

export async function selectOccupancyByCinema(
  db: Database,
  today: string,
  timeZone: string,
): Promise<Today['cinemas']> {
  const { rows } = await sql<Today['cinemas'][number]>`
    select id, name, city, shows, seats, capacity
    from (
      select cinema_id as id, cinema_name as name, cinema_city as city, count(*) as shows,
        coalesce(sum(sold.seats), 0)::bigint as seats, sum(${sellable})::bigint as capacity
      from show_details as show
        left join (
          select ref_id, sum(seats) as seats from current_totals
          where dimension = 'show' and day = ${today}::date and status <> 'CANCELLED' group by ref_id
        ) as sold on sold.ref_id = show.show_id
      where show.cancelled_at is null and ${isOnDay(sql`show.starts_at`, today, timeZone)}
      group by cinema_id, cinema_name, cinema_city
    ) as cinema
    order by seats::numeric / greatest(capacity, 1) desc, lower(name), id
  `.execute(db);
  return rows;
}
