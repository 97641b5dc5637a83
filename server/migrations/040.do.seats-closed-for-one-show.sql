-- Seats that are out of service for one show only, in addition to those of its screen.
create table closed_seats_of_show (
  show_id integer not null references shows on delete cascade,
  seat smallint not null check (seat between 0 and 99),
  primary key (show_id, seat)
);
create trigger stamp_catalogue after insert or update or delete or truncate on closed_seats_of_show
  for each statement execute function ledger.stamp_catalogue();
