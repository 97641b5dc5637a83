/**
 * Fills a database with many past bookings, in SQL. Cinemas and the coming week are the same at every size: 10 cinemas,
 * 50 screens, five shows a day on each, four bookings for every coming show. What grows is the past: up to 25 bookings
 * for each of its shows, over as many days as it takes, at least 60. Bookings are numbered in the order they were made.
 */
import type pg from 'pg';

const SHOWS_PER_DAY = 250;
const COMING_DAYS = 7;
const BOOKINGS_PER_COMING_SHOW = 4;
const BOOKINGS_PER_PAST_SHOW = 25;
const LEAST_PAST_DAYS = 60;
const BOOKINGS_PER_USER = 50;
const BOOKINGS_OF_CUSTOMER = 40;
const DAYS_PER_RUN = 14;
const MOVIES_PER_RUN = 10;

export const ADMIN_ID = 1;
export const CUSTOMER_ID = 2;

export async function fillDatabase(client: pg.Client, bookings: number): Promise<void> {
  const pastBookings = bookings - COMING_DAYS * SHOWS_PER_DAY * BOOKINGS_PER_COMING_SHOW;
  const pastDays = Math.max(LEAST_PAST_DAYS, Math.ceil(pastBookings / BOOKINGS_PER_PAST_SHOW / SHOWS_PER_DAY));
  const perPastShow = pastBookings / (pastDays * SHOWS_PER_DAY);
  const users = 1000 + Math.floor(bookings / BOOKINGS_PER_USER);
  const runs = Math.ceil((pastDays + COMING_DAYS) / DAYS_PER_RUN);

  await client.query('set session_replication_role = replica');
  await client.query(`
    insert into users (name, email, password_hash, role)
    select (array['Asha', 'Ravi', 'Meera', 'Kabir', 'Zoya'])[1 + n % 5] || ' ' || n, 'user' || n || '@example.com', 'x',
      case when n = ${ADMIN_ID} then 'ADMIN' else 'USER' end
    from generate_series(1, ${users}) n`);
  await client.query(`
    insert into movies (title, description, duration_min, poster_url, created_at)
    select 'Picture ' || n, repeat('A story. ', 20), 120, '/posters/' || n || '.svg',
      now() - make_interval(days => ${pastDays} - (n - 1) / ${MOVIES_PER_RUN} * ${DAYS_PER_RUN}, secs => -n)
    from generate_series(1, ${runs * MOVIES_PER_RUN}) n`);
  await client.query(`
    insert into cinemas (name, city) select 'Cinema ' || chr(64 + n), 'City ' || n from generate_series(1, 10) n`);
  await client.query(`
    insert into screens (cinema_id, name, capacity)
    select cinema, 'Screen ' || n, 100 from generate_series(1, 10) cinema, generate_series(1, 5) n`);
  await client.query(`
    insert into shows (movie_id, screen_id, starts_at, price_paise, occupies)
    select 1 + (day + ${pastDays}) / ${DAYS_PER_RUN} * ${MOVIES_PER_RUN}
        + (screen + slot) % ${MOVIES_PER_RUN}, screen, starts_at, 20000 + slot * 2500,
      tstzrange(starts_at, starts_at + interval '2 hours')
    from generate_series(${-pastDays}, ${COMING_DAYS - 1}) day, generate_series(1, 50) screen, generate_series(0, 4) slot,
      lateral (select date_trunc('hour', now()) + interval '1 hour' + make_interval(days => day, hours => slot * 3)
        as starts_at) at
    order by starts_at`);
  await client.query('insert into seat_versions (show_id, version) select id, 1 from shows');
  await client.query(`
    insert into bookings (id, show_id, user_id, seats, price_paise, status, created_at, cancelled_at)
    select row_number() over (order by created_at, show_id, n), show_id,
      case when is_coming and show_id % 40 = 0 and n = 0 and show_id <= 40 * ${BOOKINGS_OF_CUSTOMER} + first_coming
        then ${CUSTOMER_ID} else 3 + (hashint8(show_id * 32 + n) & 2147483647) % (${users} - 2) end,
      seats, price_paise, case when is_cancelled then 'CANCELLED' else 'CONFIRMED' end, created_at,
      case when is_cancelled then created_at + interval '1 hour' end
    from (
      select show.id as show_id, price_paise, n, starts_at > now() as is_coming, n % 20 = 19 as is_cancelled,
        (select array_agg(seat) from generate_series(n * 4, n * 4 + (show.id + n) % 4) seat)::smallint[] as seats,
        least(starts_at - interval '3 hours', now())
          - make_interval(mins => (hashint8(show.id + n * 1000003) & 4095)) as created_at
      from shows show, lateral generate_series(0, case when starts_at > now() then ${BOOKINGS_PER_COMING_SHOW - 1}
        else floor((show.id + 1) * ${perPastShow}::numeric) - floor(show.id * ${perPastShow}::numeric) - 1 end::integer) n
    ) booking, (select min(id) as first_coming from shows where starts_at > now()) coming`);
  await client.query(`select setval('bookings_id_seq', (select max(id) from bookings))`);
  await client.query(`
    insert into seats (show_id, seat, user_id, booking_id)
    select show_id, unnest(seats), user_id, id from bookings where status <> 'CANCELLED' order by show_id`);
  await client.query('set session_replication_role = origin');
  await client.query('select ledger.rebuild_totals()');
  await client.query('vacuum analyze');
}
