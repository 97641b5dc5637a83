-- Places for wheelchairs, which have no seat, and for companions, on every show of their screen. A show's places are ordinary
-- seats from `release_time` before its start.
create table seat_marks (
  screen_id integer not null references screens on delete cascade,
  seat smallint not null check (seat between 0 and 99),
  is_companion boolean not null,
  primary key (screen_id, seat)
);
create trigger stamp_catalogue after insert or update or delete or truncate on seat_marks
  for each statement execute function ledger.stamp_catalogue();

-- One row.
create table place_rules (release_time interval not null);
insert into place_rules values ('2 hours');

-- Shows whose rooms and waitlists know that their places are ordinary seats now, with the start for which that was true.
create table released_places (
  show_id integer primary key references shows on delete cascade,
  starts_at timestamptz not null
);

drop trigger follow_screen on shows;
create trigger follow_screen after update of screen_id, starts_at on shows
  for each row when ((old.screen_id, old.starts_at) is distinct from (new.screen_id, new.starts_at))
  execute function ledger.follow_screen();
