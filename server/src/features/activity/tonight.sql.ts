import type { Hall } from '@moviebooking/contract/activity';
import { MAX_DURATION_MIN } from '@moviebooking/contract/catalogue';
import { EARLY_ADMISSION_HOURS } from '@moviebooking/contract/limits';
import { toRupees } from '@moviebooking/contract/money';
import { ALL_SEATS } from '@moviebooking/contract/seats';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { startOfDay } from '../../platform/time/cinema-day.ts';

interface HallRow {
  show_id: number;
  starts_at: Date;
  ends_at: Date;
  movie_title: string;
  cinema_name: string;
  screen_name: string;
  is_admitting: boolean;
  held: number[];
  booked: number[];
  checked_in: number[];
  closed: number[];
  paise: number;
  conflicts: number;
}

function seatsOf({ held, booked, checked_in, closed }: HallRow): string {
  const states = ALL_SEATS.map(() => '-');
  // A seat that is closed after it was sold stays sold.
  for (const [state, seats] of Object.entries({ x: closed, h: held, b: booked, c: checked_in }))
    for (const seat of seats) states[seat] = state;
  return states.join('');
}

/** Shows of the day that are not cancelled, and those of the day before that are still on. */
export async function selectHalls(db: Database, day: string, timeZone: string): Promise<Hall[]> {
  const midnight = startOfDay(sql`${day}::date`, timeZone);
  const { rows } = await sql<HallRow>`
    select show.show_id, show.starts_at, show.ends_at, show.movie_title, show.cinema_name, show.screen_name,
      show.starts_at - make_interval(hours => ${EARLY_ADMISSION_HOURS}) <= now() and show.ends_at > now() as is_admitting,
      taken.*, array(select seat from ledger.closed_for_show(show.show_id, show.screen_id)) as closed,
      (select count(*)::integer from scan_conflicts join booking_keys using (booking_id) where show_id = show.show_id) as conflicts
    from show_details as show cross join lateral (
      select coalesce(array_agg(seat) filter (where booking_id is null), '{}') as held,
        coalesce(array_agg(seat) filter (where booking_id is not null and admitted_at is null), '{}') as booked,
        coalesce(array_agg(seat) filter (where admitted_at is not null), '{}') as checked_in,
        coalesce(sum(price_paise), 0)::integer as paise
      from taken_seats left join booking_keys using (booking_id) left join admissions using (booking_id, seat)
      where taken_seats.show_id = show.show_id
    ) as taken
    where show.cancelled_at is null
      and show.starts_at >= least(${midnight}, now() - make_interval(mins => ${MAX_DURATION_MIN}))
      and show.starts_at < ${startOfDay(sql`${day}::date + 1`, timeZone)}
      and (show.starts_at >= ${midnight} or show.ends_at > now())
    order by show.starts_at, lower(show.cinema_name), lower(show.screen_name), show.show_id
  `.execute(db);
  return rows.map((row) => ({
    showId: row.show_id,
    startTime: row.starts_at.toISOString(),
    endTime: row.ends_at.toISOString(),
    movieTitle: row.movie_title,
    cinemaName: row.cinema_name,
    screenName: row.screen_name,
    isAdmitting: row.is_admitting,
    seats: seatsOf(row),
    revenue: toRupees(row.paise),
    conflicts: row.conflicts,
  }));
}
