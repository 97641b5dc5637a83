-- Releases holds that have expired (HOLD-4) or whose lease has ended (HOLD-7). Returns the number of freed seats. For the
-- length of the grace period after a restart of the database no lease ends, so that servers can first renew the leases of
-- connected users. A show that stays locked is left for the next call.

create or replace function ledger.release_expired_holds(grace interval) returns integer language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set plan_cache_mode = force_generic_plan
as $$
declare
  moment timestamptz := clock_timestamp();
  leases_ended_by timestamptz;
  concerned integer[];
  freed integer;
begin
  leases_ended_by := case when pg_postmaster_start_time() + grace > moment then '-infinity'::timestamptz else moment end;
  -- Ordered by expiry, so that even a plan made on an empty table uses the index by expiry.
  concerned := array(
    select distinct show_id from (
      select show_id from seats
      where held_until is not null and least(held_until, leased_until) <= moment
        and (held_until <= moment or leased_until <= leases_ended_by)
      order by least(held_until, leased_until) offset 0
    ) ended
  );
  if cardinality(concerned) = 0 then return 0; end if;
  concerned := ledger.lock_shows_that_are_free(concerned);
  with deleted as (
    delete from seats t
    where t.show_id = any (concerned) and t.offered is null and (t.held_until <= moment or t.leased_until <= leases_ended_by)
    returning t.show_id, t.user_id, t.seat, case when t.held_until <= moment then 'expired' else 'disconnected' end as reason
  ), change as materialized (
    select show_id, user_id, reason, array_agg(seat order by seat) as seats from deleted group by show_id, user_id, reason
  ), published as materialized (
    select ledger.publish_changes(
      array_agg(show_id order by show_id, user_id, reason),
      array_agg(json_build_object('kind', 'released', 'userId', user_id, 'seats', seats, 'reason', reason)
        order by show_id, user_id, reason))
    from change
  )
  select coalesce(sum(cardinality(c.seats)), 0) into freed from change c, published;
  perform ledger.settle_waitlists(concerned, false);
  return freed;
end $$;
