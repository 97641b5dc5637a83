-- Which seats of a booking were admitted at the entrance: each at most once (SEAT-TICKET-3), when, and by which scan.
create table admissions (
  booking_id integer not null references bookings on delete cascade,
  seat smallint not null check (seat between 0 and 99),
  admitted_at timestamptz not null,
  scan_id text check (char_length(scan_id) between 1 and 100),
  -- Whether the code of this seat was scanned, rather than the code of the booking.
  by_seat_code boolean not null default false,
  primary key (booking_id, seat)
);
insert into admissions (booking_id, seat, admitted_at, scan_id)
select id, unnest(seats), checked_in_at, scan_id from bookings where status = 'CHECKED_IN';

-- How many seats of a checked-in booking are not admitted yet.
alter table bookings
  add column to_come smallint not null default 0 check (to_come >= 0),
  add check (to_come = 0 or status = 'CHECKED_IN');
create index bookings_with_seats_to_come on bookings (show_id) where to_come > 0;

-- Servers of the previous release check in whole bookings and do not know this table.
create function ledger.admit_whole_booking() returns trigger language plpgsql as 'begin end';
create trigger admit_whole_booking after insert or update of status on bookings
  for each row when (new.status = 'CHECKED_IN') execute function ledger.admit_whole_booking();

-- A scan may be a conflict for some of the seats only. Null: for all seats of the booking.
-- code_of is the seat whose code was scanned, -1 for the code of the booking: a client may reuse a scan id for another code.
alter table scan_conflicts
  add column seats smallint[] check (cardinality(seats) > 0),
  add column code_of smallint not null default -1 check (code_of between -1 and 99),
  drop constraint scan_conflicts_pkey,
  add primary key (booking_id, scan_id, code_of);

-- Of booking: how many seats of a show's checked-in bookings are not admitted yet.
create view seats_to_come as
select show_id, sum(to_come)::integer as seats from bookings where to_come > 0 group by show_id;
