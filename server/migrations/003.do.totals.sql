-- Totals of bookings by day, kept while bookings change, so that no page ever adds up the bookings themselves. How they
-- are kept is in server/ledger/totals.sql, why in docs/decisions/0005.

-- The days are those of this time zone.
create table totals_time_zone (time_zone text not null);
insert into totals_time_zone values ('Asia/Kolkata');

-- What statements have changed since totals were last added up; a row for each show, time of booking and status.
create table total_changes (
  -- To the quarter of an hour: every time zone's midnight falls on one.
  made_at timestamptz not null,
  starts_at timestamptz not null,
  show_id integer not null,
  movie_id integer not null,
  cinema_id integer not null,
  status text not null,
  bookings integer not null,
  seats integer not null,
  paise bigint not null
);

-- ref_id is the movie, cinema, show or hour of the day; 0 where the dimension is 'all'.
create table totals (
  dimension text not null check (dimension in ('all', 'movie', 'cinema', 'show', 'hour')),
  day date not null,
  ref_id integer not null,
  status text not null,
  bookings integer not null,
  seats integer not null,
  paise bigint not null,
  primary key (dimension, day, ref_id, status)
) with (fillfactor = 80);

create function ledger.note_booking_totals() returns trigger language plpgsql as 'begin end';
create trigger note_totals_of_new_bookings after insert on bookings
  referencing new table as after_change for each statement execute function ledger.note_booking_totals();
create trigger note_totals_of_changed_bookings after update on bookings
  referencing old table as before_change new table as after_change
  for each statement execute function ledger.note_booking_totals();
create trigger note_totals_of_deleted_bookings after delete on bookings
  referencing old table as before_change for each statement execute function ledger.note_booking_totals();

create function ledger.move_totals_of_show() returns trigger language plpgsql as 'begin end';
create trigger move_totals_of_show after update of screen_id, starts_at on shows
  for each row when ((old.screen_id, old.starts_at) is distinct from (new.screen_id, new.starts_at))
  execute function ledger.move_totals_of_show();
