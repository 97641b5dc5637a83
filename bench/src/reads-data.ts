/**
 * A release morning: 55 movies, one of them with 60 upcoming shows, each with 20 bookings of two seats; a thousand customers,
 * each with ten bookings of earlier shows. Skewed, there are more bookings of earlier shows: half of them by one user, the box
 * office, and the others by more customers with ten bookings each.
 */
import type pg from 'pg';

export const MOVIE_ID = 1;
const SHOWS = 60;
const CUSTOMERS = 1000;
const BOOKINGS_EACH = 10;

/** The client is a session of its own, because it turns triggers off. */
export async function fillForReads(client: pg.Client, skewedBookings: number) {
  const ids = async (text: string): Promise<number[]> => (await client.query(text)).rows.map(({ id }) => id);
  const userIds = await ids(`
    insert into users (name, email, password_hash)
    select 'Customer ' || n, n || '@bench.example', 'x' from generate_series(1, ${CUSTOMERS}) n returning id`);
  await client.query(`
    insert into movies (title, description, duration_min, poster_url)
    select 'Picture ' || n, repeat('A story. ', 20), 120, '/posters/' || n || '.svg' from generate_series(1, 55) n`);
  await client.query(`
    insert into cinemas (name, city) select 'Cinema ' || chr(64 + n), 'City ' || n from generate_series(1, 10) n`);
  await client.query(`
    insert into screens (cinema_id, name) select c, 'Screen ' || n from generate_series(1, 10) c, generate_series(1, 6) n`);
  const addShows = (movie: string, days: number) =>
    ids(`
      insert into shows (movie_id, screen_id, starts_at, price_paise)
      select ${movie}, n, now() + ${days} * interval '1 day', 25000 from generate_series(1, ${SHOWS}) n returning id`);
  const showIds = await addShows(String(MOVIE_ID), 1);
  const earlierIds = await addShows('2 + n % 50', -1);
  await client.query(`
    with booking as (
      insert into bookings (show_id, user_id, seats, price_paise)
      select show_id, 1 + (show_id * 20 + n) % ${CUSTOMERS}, array[n * 2, n * 2 + 1], 25000
      from unnest('{${showIds}}'::integer[]) show_id, generate_series(0, 19) n
      returning id, show_id, user_id, seats
    )
    insert into seats (show_id, seat, user_id, booking_id) select show_id, unnest(seats), user_id, id from booking`);
  await client.query(`
    insert into bookings (show_id, user_id, seats, price_paise, created_at)
    select ('{${earlierIds}}'::integer[])[1 + (user_id + n) % ${SHOWS}], user_id, array[0, 1], 25000, now() - interval '2 days'
    from unnest('{${userIds}}'::integer[]) user_id, generate_series(1, ${BOOKINGS_EACH}) n`);
  const [boxOfficeId = 0] = await ids(
    `insert into users (name, email, password_hash) values ('Box office', 'box-office@bench.example', 'x') returning id`,
  );
  // Triggers add up totals, which no customer reads.
  await client.query('set session_replication_role = replica');
  const others = Math.ceil(skewedBookings / 2 / BOOKINGS_EACH);
  await client.query(`
    insert into users (name, email, password_hash)
    select 'Other ' || n, 'other-' || n || '@bench.example', 'x' from generate_series(1, ${others}) n`);
  await client.query(`
    insert into bookings (show_id, user_id, seats, price_paise, created_at)
    select ('{${earlierIds}}'::integer[])[1 + n % ${SHOWS}],
      case when n % 2 = 0 then ${boxOfficeId} else ${boxOfficeId} + 1 + n % ${others || 1} end, array[2, 3], 25000,
      now() - interval '2 days' - n * interval '1 second'
    from generate_series(1, ${skewedBookings}) n`);
  await client.query('set session_replication_role = origin');
  return { userIds, showIds, boxOfficeId };
}
