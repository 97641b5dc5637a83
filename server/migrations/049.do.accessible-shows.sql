-- What makes a show accessible: closed captions, open captions, audio description, sign language.
alter table shows add column accessibility text[] not null default '{}'
  check (accessibility <@ array['CC', 'OC', 'AD', 'ISL']);

create or replace view show_details as
select show.id as show_id, show.movie_id, show.screen_id, show.starts_at, upper(show.occupies) as ends_at, show.price_paise,
  movie.title as movie_title, movie.duration_min as movie_duration_min, movie.poster_url as movie_poster_url,
  screen.name as screen_name, screen.cinema_id, cinema.name as cinema_name, cinema.city as cinema_city,
  show.cancelled_at, show.cancel_reason, movie.poster_focus as movie_poster_focus, show.accessibility
from shows as show
  left join movies as movie on movie.id = show.movie_id
  left join screens as screen on screen.id = show.screen_id
  left join cinemas as cinema on cinema.id = screen.cinema_id;

create or replace view booking_details as
select booking.id as booking_id, booking.status, booking.created_at, booking.seats, booking.price_paise,
  booking.user_id, customer.name as user_name, customer.email as user_email,
  booking.show_id, show.movie_id, show.screen_id, show.starts_at, show.movie_title, show.movie_duration_min,
  show.movie_poster_url, show.screen_name, show.cinema_id, show.cinema_name, show.cinema_city,
  booking.cancel_reason, show.movie_poster_focus, show.accessibility
from bookings as booking
  left join users as customer on customer.id = booking.user_id
  left join show_details as show on show.show_id = booking.show_id;
