-- Sets how long these users' holds last without being renewed (docs/decisions/0007). Leases are not part of a snapshot, so
-- this does not lock the show's version and never waits: it skips a seat that is being changed, because that change sets the
-- lease or ends the hold. The conditions on lists repeat those of the joins, because a plan made on an empty table would
-- otherwise read the seats of all shows. All seats of a user get the same expiry, so they are released together.

create or replace function ledger.renew_leases(show_ids integer[], user_ids integer[], lease interval) returns void
language plpgsql
set enable_seqscan = off set plan_cache_mode = force_generic_plan
as $$
declare
  until timestamptz := clock_timestamp() + lease;
begin
  with held as materialized (
    select t.show_id, t.seat
    from unnest(show_ids, user_ids) as r (show_id, user_id)
      join seats t on t.show_id = r.show_id and t.user_id = r.user_id
    where t.show_id = any (show_ids) and t.held_until is not null and t.offered is null
    for no key update of t skip locked
  )
  update seats t set leased_until = until
  from held where t.show_id = any (show_ids) and t.show_id = held.show_id and t.seat = held.seat;
end $$;
