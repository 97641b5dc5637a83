-- Permanently cancels a show (CANCEL-3) with all its bookings, including checked-in ones, and all its holds. Publishes one
-- change, for which rooms send a snapshot. Returns the number of cancelled bookings. Part of the caller's transaction.

create or replace function ledger.cancel_show(
  wanted_id integer, reason text, out outcome text, out cancelled_bookings integer
)
language plpgsql
set enable_seqscan = off set plan_cache_mode = force_generic_plan
as $$
declare
  moment timestamptz;
begin
  perform from seat_versions v where v.show_id = wanted_id for no key update;
  moment := clock_timestamp();
  select case when s.cancelled_at is not null then 'ALREADY_CANCELLED' when upper(s.occupies) <= moment then 'OVER'
      else 'CANCELLED' end
  into outcome from shows s where s.id = wanted_id;
  if outcome is null then outcome := 'NOT_FOUND'; end if;
  if outcome <> 'CANCELLED' then return; end if;
  -- Must precede the bookings, whose mails say whether the show was cancelled.
  update shows s set cancelled_at = moment, cancel_reason = reason where s.id = wanted_id;
  delete from seats t where t.show_id = wanted_id;
  delete from waitlist w where w.show_id = wanted_id;
  delete from admissions a using bookings b where b.show_id = wanted_id and a.booking_id = b.id;
  update bookings b
  set status = 'CANCELLED', cancelled_at = moment, cancel_reason = reason, checked_in_at = null, scan_id = null,
    to_come = 0
  where b.show_id = wanted_id and b.status <> 'CANCELLED';
  get diagnostics cancelled_bookings = row_count;
  perform ledger.publish_changes(array[wanted_id], array[json_build_object('kind', 'show-cancelled')]);
end $$;
