-- What a movie's page and card say of it, where it is known.
alter table movies
  add column language text check (language ~ '\S' and char_length(language) <= 50),
  add column format text check (format in ('2D', '3D', 'IMAX', '4DX')),
  add column certificate text check (certificate in ('U', 'UA 7+', 'UA 13+', 'UA 16+', 'A', 'S'));

-- Seats that are out of service, for all shows of their screen. A booking that has such a seat keeps it.
create table closed_seats (
  screen_id integer not null references screens on delete cascade,
  seat smallint not null check (seat between 0 and 99),
  primary key (screen_id, seat)
);
create trigger stamp_catalogue after insert or update or delete or truncate on closed_seats
  for each statement execute function ledger.stamp_catalogue();

create function ledger.follow_screen() returns trigger language plpgsql as 'begin end';
create trigger follow_screen after update of screen_id on shows
  for each row when (old.screen_id <> new.screen_id) execute function ledger.follow_screen();
