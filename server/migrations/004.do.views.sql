-- What features read of each other's tables. Each view belongs to the feature whose tables it reads and hides rules that
-- only that feature should know.
--
-- The joins follow keys that always match. They are left joins all the same, because then PostgreSQL leaves out every
-- table of which a query asks for no column. It does not scan an index alone for such a query, though: what finds or counts
-- many bookings reads booking_keys, which joins nothing.

-- Of the catalogue: a show with its movie, screen and cinema.
create view show_details as
select show.id as show_id, show.movie_id, show.screen_id, show.starts_at, upper(show.occupies) as ends_at, show.price_paise,
  movie.title as movie_title, movie.duration_min as movie_duration_min, movie.poster_url as movie_poster_url,
  screen.name as screen_name, screen.cinema_id, cinema.name as cinema_name, cinema.city as cinema_city
from shows as show
  left join movies as movie on movie.id = show.movie_id
  left join screens as screen on screen.id = show.screen_id
  left join cinemas as cinema on cinema.id = screen.cinema_id;

-- Of seating: the seats that cannot be had now. An expired hold is not among them.
create view taken_seats as
select show_id, seat, user_id, booking_id, held_until from seats where booking_id is not null or held_until > now();

-- Of booking: by what bookings are found, counted and added up. price_paise is what was paid per seat.
create view booking_keys as
select id as booking_id, show_id, user_id, status, created_at, price_paise from bookings;

-- Of booking: a booking with its user and its show.
create view booking_details as
select booking.id as booking_id, booking.status, booking.created_at, booking.seats, booking.price_paise,
  booking.user_id, customer.name as user_name, customer.email as user_email,
  booking.show_id, show.movie_id, show.screen_id, show.starts_at, show.movie_title, show.movie_duration_min,
  show.movie_poster_url, show.screen_name, show.cinema_id, show.cinema_name, show.cinema_city
from bookings as booking
  left join users as customer on customer.id = booking.user_id
  left join show_details as show on show.show_id = booking.show_id;

-- Of booking: what the entrance reads, locks and changes of a booking.
create view tickets as
select id as booking_id, show_id, user_id, seats, status, checked_in_at from bookings;
