-- The scan that checked a booking in, where the client names its scans: sent again after a lost answer, it is admitted again.
alter table bookings
  add column scan_id text check (char_length(scan_id) between 1 and 100),
  add check (scan_id is null or status = 'CHECKED_IN');

create or replace view tickets as
select id as booking_id, show_id, user_id, seats, status, checked_in_at, scan_id from bookings;
