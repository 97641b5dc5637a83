-- Sets how long these users' holds live without being renewed (docs/decisions/0007). A lease is no part of a snapshot, so the
-- show's version is not locked, and this never waits: a seat that is being changed right now is left out. Who changes it
-- sets its lease, or ends the hold. The lists repeat what the joins say: without them a plan made on an empty table reads the
-- seats of all shows. All of a user's seats get the same moment, so that they are released together.

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
    where t.show_id = any (show_ids) and t.held_until is not null
    for no key update of t skip locked
  )
  update seats t set leased_until = until
  from held where t.show_id = any (show_ids) and t.show_id = held.show_id and t.seat = held.seat;
end $$;
