-- Cancels any customer's booking for the cinema, with a reason (CANCEL-4), under the rules of cancel_bookings. Part of the
-- caller's transaction.

create or replace function ledger.cancel_booking_for_customer(wanted_id integer, reason text) returns text
language plpgsql
set enable_seqscan = off set plan_cache_mode = force_generic_plan
as $$
declare
  moment timestamptz;
  booking bookings;
  outcome text;
  changes json[];
begin
  perform from seat_versions v
  where v.show_id = (select b.show_id from bookings b where b.id = wanted_id) for no key update;
  moment := clock_timestamp();
  select * into booking from bookings b where b.id = wanted_id;
  outcome := case when booking.id is null then 'NOT_FOUND' when booking.status = 'CANCELLED' then 'ALREADY_CANCELLED'
    when booking.status = 'CHECKED_IN' then 'ALREADY_CHECKED_IN'
    when (select s.starts_at from shows s where s.id = booking.show_id) <= moment then 'SHOW_STARTED'
    else 'CANCELLED' end;
  if outcome <> 'CANCELLED' then return outcome; end if;
  delete from seats t where t.show_id = booking.show_id and t.booking_id = booking.id;
  update bookings b set status = 'CANCELLED', cancelled_at = moment, cancel_reason = reason where b.id = booking.id;
  changes := array[json_build_object(
    'kind', 'cancelled', 'userId', booking.user_id, 'seats', booking.seats, 'bookingId', booking.id)];
  if exists (
    select from shows s, ledger.closed_for_show(s.id, s.screen_id) c
    where s.id = booking.show_id and c.seat = any (booking.seats)
  ) then changes := changes || '{"kind": "closed"}'::json; end if;
  perform ledger.publish_changes(array_fill(booking.show_id, array[cardinality(changes)]), changes);
  perform ledger.settle_waitlists(array[booking.show_id], true);
  return outcome;
end $$;
