import type { Role } from '@moviebooking/contract/accounts';
import type { BookingStatus } from '@moviebooking/contract/bookings';
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { DemoMovie } from './demo-movies.ts';
import type { PlannedShow } from './demo-schedule.ts';

const DEMO_LOCK = 7_206_195;

/** Makes servers that start at once on one database take turns. */
export async function lockDemoData(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${DEMO_LOCK})`.execute(tx);
}

export async function isDatabaseEmpty(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ empty: boolean }>`
    select not exists (select from movies) and not exists (select from cinemas)
       and not exists (select from bookings) as empty`.execute(tx);
  return rows[0]?.empty ?? false;
}

export async function cinemaToday(tx: Tx, timeZone: string): Promise<string> {
  const { rows } = await sql<{ day: string }>`select (now() at time zone ${timeZone})::date::text as day`.execute(tx);
  return rows[0]?.day as string;
}

export async function insertMovies(
  tx: Tx,
  movies: readonly (Omit<DemoMovie, 'slug'> & { posterUrl: string })[],
): Promise<void> {
  const newestFirst = movies.map((movie, index) => ({
    title: movie.title,
    description: movie.description,
    duration_min: movie.durationMin,
    poster_url: movie.posterUrl,
    poster_focus: movie.posterFocus,
    language: movie.language,
    format: movie.format,
    certificate: movie.certificate,
    created_at: new Date(Date.now() - index * 3_600_000),
  }));
  await tx.insertInto('movies').values(newestFirst).execute();
}

/** For demo movies that an earlier version added. */
export async function addMissingFocus(
  tx: Tx,
  movies: readonly { posterUrl: string; posterFocus: number }[],
): Promise<void> {
  await sql`
    update movies set poster_focus = known.focus
    from unnest(${movies.map(({ posterUrl }) => posterUrl)}::text[], ${movies.map(({ posterFocus }) => posterFocus)}::int[])
      as known (poster_url, focus)
    where movies.poster_url = known.poster_url and movies.poster_focus is null`.execute(tx);
}

/** The first screen of the cinema has these places for wheelchairs and companions. */
export async function insertCinema(
  tx: Tx,
  cinema: { name: string; city: string; screens: readonly string[]; capacity: number },
  { wheelchair, companion }: { wheelchair: readonly number[]; companion: readonly number[] },
): Promise<void> {
  const { id } = await tx
    .insertInto('cinemas')
    .values({ name: cinema.name, city: cinema.city })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('screens')
    .values(cinema.screens.map((name) => ({ cinema_id: id, name, capacity: cinema.capacity })))
    .execute();
  await sql`
    select ledger.mark_seats(min(id), ${wheelchair}::smallint[], ${companion}::smallint[])
    from screens where cinema_id = ${id}`.execute(tx);
}

export async function insertAccounts(
  tx: Tx,
  accounts: readonly { name: string; email: string; role: Role; passwordHash: string }[],
): Promise<void> {
  await tx
    .insertInto('users')
    .values(
      accounts.map(({ passwordHash, ...account }) => ({
        ...account,
        password_hash: passwordHash,
        email_confirmed_at: new Date(),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export function selectAccounts(db: Database, emails: readonly string[]) {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'password_hash'])
    .where('email', 'in', emails)
    .$narrowType<{ email: string }>()
    .execute();
}

export function selectDemoMovies(tx: Tx, posterUrls: readonly string[]) {
  return tx
    .selectFrom('movies')
    .select(['id', sql<number>`coalesce(duration_min, 120)`.as('durationMin')])
    .where('poster_url', 'in', posterUrls)
    .orderBy('id')
    .execute();
}

export interface DemoScreen {
  id: number;
  cinema: string;
  /** Cinema days of the span with nothing scheduled yet. */
  freeDays: string[];
}

export async function selectDemoScreens(
  tx: Tx,
  { cinemas, from, days, timeZone }: { cinemas: readonly string[]; from: string; days: number; timeZone: string },
): Promise<DemoScreen[]> {
  const { rows } = await sql<DemoScreen>`
    select screens.id, cinemas.name as cinema,
           array(
             select day::date::text from generate_series(0, ${days}::int - 1) as n,
               lateral (select ${from}::date + n as day) d
             where not exists (
               select from shows where screen_id = screens.id
                 and starts_at >= day::timestamp at time zone ${timeZone}
                 and starts_at < (day + 1)::timestamp at time zone ${timeZone})
             order by day) as "freeDays"
    from screens join cinemas on cinemas.id = cinema_id
    where cinemas.name = any(${cinemas})
    order by screens.id`.execute(tx);
  return rows;
}

/** Skips shows that would overlap an existing one. */
export async function insertShows(
  tx: Tx,
  shows: readonly (PlannedShow & { screenId: number; day: string })[],
  timeZone: string,
): Promise<void> {
  await sql`
    insert into shows (movie_id, screen_id, price_paise, starts_at, accessibility)
    select movie_id, screen_id, price_paise, (day + start_minute * interval '1 minute') at time zone ${timeZone},
      string_to_array(accessibility, ',')
    from unnest(
      ${shows.map((show) => show.movieId)}::int[], ${shows.map((show) => show.screenId)}::int[],
      ${shows.map((show) => show.pricePaise)}::int[], ${shows.map((show) => show.day)}::date[],
      ${shows.map((show) => show.startMinute)}::int[], ${shows.map((show) => show.accessibility)}::text[]
    ) as planned (movie_id, screen_id, price_paise, day, start_minute, accessibility)
    on conflict do nothing`.execute(tx);
}

export function selectShowsBetween(tx: Tx, from: Date, to: Date) {
  return tx
    .selectFrom('shows')
    .select(['id', 'starts_at as startsAt', 'price_paise as pricePaise'])
    .where('starts_at', '>=', from)
    .where('starts_at', '<', to)
    .orderBy('starts_at')
    .orderBy('id')
    .execute();
}

export interface DemoBooking {
  showId: number;
  userId: number;
  status: BookingStatus;
  seats: number[];
  pricePaise: number;
  createdAt: Date;
  closedAt: Date | null;
}

/** Stays below the number of parameters that a statement may have. */
const BOOKINGS_AT_ONCE = 4000;

/** Also adds the seats of bookings that are not cancelled to the ledger. */
export async function insertBookings(tx: Tx, bookings: readonly DemoBooking[]): Promise<void> {
  const rows = bookings.map((booking) => ({
    show_id: booking.showId,
    user_id: booking.userId,
    status: booking.status,
    seats: booking.seats,
    price_paise: booking.pricePaise,
    created_at: booking.createdAt,
    cancelled_at: booking.status === 'CANCELLED' ? booking.closedAt : null,
    checked_in_at: booking.status === 'CHECKED_IN' ? booking.closedAt : null,
  }));
  for (let from = 0; from < rows.length; from += BOOKINGS_AT_ONCE)
    await tx
      .insertInto('bookings')
      .values(rows.slice(from, from + BOOKINGS_AT_ONCE))
      .execute();
  await sql`
    insert into seats (show_id, seat, user_id, booking_id)
    select show_id, unnest(seats), user_id, id from bookings where status <> 'CANCELLED'`.execute(tx);
}
