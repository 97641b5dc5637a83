/**
 * A large chain: 10,000 shows in ten days on 200 screens, 100 of them in one cinema, with ten bookings for each past show. Future
 * shows have no bookings, so moving one needs no confirmation.
 */
import type pg from 'pg';

export const ADMIN_ID = 1;
export const LARGEST_CINEMA = 'Marina Multiplex';
export const SHORT_MOVIE = 'A short one';
const CINEMAS = 11;
const SCREENS_OF_LARGEST = 100;
const SCREENS_OF_OTHERS = 10;
const MOVIES = 40;
const USERS = 2000;
const PAST_DAYS = 4;
const COMING_DAYS = 6;
const SHOWS_PER_DAY = 5;
const BOOKINGS_PER_PAST_SHOW = 10;

export async function fillForAdmin(client: pg.Client, timeZone: string): Promise<void> {
  await client.query('set session_replication_role = replica');
  await client.query(`
    insert into users (name, email, password_hash, role)
    select (array['Asha', 'Ravi', 'Meera', 'Kabir', 'Zoya'])[1 + n % 5] || ' ' || n, 'user' || n || '@example.com', 'x',
      case when n = ${ADMIN_ID} then 'ADMIN' else 'USER' end
    from generate_series(1, ${USERS}) n`);
  await client.query(`
    insert into movies (title, description, duration_min)
    select case n when ${MOVIES} then '${SHORT_MOVIE}' else 'Picture ' || n end, repeat('A story. ', 20),
      case n when ${MOVIES} then 45 else 120 end
    from generate_series(1, ${MOVIES}) n`);
  await client.query(`
    insert into cinemas (name, city)
    select case n when 1 then '${LARGEST_CINEMA}' else 'Cinema ' || chr(64 + n) end, 'City ' || n
    from generate_series(1, ${CINEMAS}) n`);
  await client.query(`
    insert into screens (cinema_id, name, capacity)
    select cinema, 'Screen ' || n, 100 from generate_series(1, ${CINEMAS}) cinema,
      generate_series(1, case cinema when 1 then ${SCREENS_OF_LARGEST} else ${SCREENS_OF_OTHERS} end) n
    order by cinema, n`);
  await client.query(
    `insert into shows (movie_id, screen_id, starts_at, price_paise, occupies)
     select 1 + (screens.id * 7 + day * 3 + slot) % ${MOVIES - 1}, screens.id, starts_at, 20000 + slot * 2500,
       tstzrange(starts_at, starts_at + interval '2 hours')
     from generate_series(${-PAST_DAYS}, ${COMING_DAYS - 1}) day, screens, generate_series(0, ${SHOWS_PER_DAY - 1}) slot,
       lateral (select ((now() at time zone $1)::date + day + time '09:00' + slot * interval '3 hours') at time zone $1
         as starts_at) at
     order by starts_at, screens.id`,
    [timeZone],
  );
  await client.query('insert into seat_versions (show_id, version) select id, 1 from shows');
  await client.query(`
    insert into bookings (show_id, user_id, seats, price_paise, status, created_at, cancelled_at)
    select shows.id, 2 + (shows.id * 10 + n) % (${USERS} - 1), array[n * 2, n * 2 + 1]::smallint[], price_paise,
      case n % 10 when 9 then 'CANCELLED' else 'CONFIRMED' end, starts_at - made_before,
      case n % 10 when 9 then starts_at - made_before / 2 end
    from shows, generate_series(0, ${BOOKINGS_PER_PAST_SHOW - 1}) n,
      lateral (select make_interval(mins => 20 + (shows.id * 31 + n * n * 97) % 14000) as made_before) lead
    where starts_at < now() - interval '1 hour'
    order by starts_at - made_before`);
  await client.query(`
    insert into seats (show_id, seat, user_id, booking_id)
    select show_id, unnest(seats), user_id, id from bookings where status <> 'CANCELLED' order by show_id`);
  await client.query('set session_replication_role = origin');
  await client.query('select ledger.rebuild_totals()');
  await client.query('vacuum analyze');
}
