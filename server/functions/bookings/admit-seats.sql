-- Admits those of these seats that the booking has and that were not admitted before, and returns them. With its first seat a
-- booking becomes CHECKED_IN. Part of the caller's transaction, which has locked the version of the show.

create or replace function ledger.admit_seats(
  wanted_id integer, wanted smallint[], moment timestamptz, scan text, with_seat_code boolean
) returns smallint[]
language plpgsql
set enable_seqscan = off set plan_cache_mode = force_generic_plan
as $$
declare
  admitted smallint[];
begin
  with added as (
    insert into admissions (booking_id, seat, admitted_at, scan_id, by_seat_code)
    select b.id, w.seat, moment, scan, with_seat_code from bookings b, unnest(wanted) w (seat)
    where b.id = wanted_id and w.seat = any (b.seats)
    on conflict do nothing returning seat
  )
  select coalesce(array_agg(seat order by seat), '{}') into admitted from added;
  if admitted <> '{}' then
    update bookings b
    set status = 'CHECKED_IN', checked_in_at = coalesce(b.checked_in_at, moment),
      scan_id = case when b.status = 'CHECKED_IN' then b.scan_id else scan end,
      to_come = cardinality(b.seats) - (select count(*) from admissions a where a.booking_id = wanted_id)
    where b.id = wanted_id;
  end if;
  return admitted;
end $$;

create or replace function ledger.admit_whole_booking() returns trigger language plpgsql
set enable_seqscan = off
as $$
begin
  insert into admissions (booking_id, seat, admitted_at, scan_id)
  select new.id, unnest(new.seats), new.checked_in_at, new.scan_id
  where not exists (select from admissions a where a.booking_id = new.id);
  return null;
end $$;
