-- Sets how long these users' holds live without being renewed (docs/decisions/0007). A show that stays locked is left for
-- the next call, a few seconds later.

create or replace function ledger.renew_leases(show_ids integer[], user_ids integer[], lease interval) returns void
language plpgsql
set enable_seqscan = off set plan_cache_mode = force_generic_plan
as $$
declare
  until timestamptz;
  concerned integer[] := array(
    select distinct t.show_id from seats t
      join unnest(show_ids, user_ids) as r (show_id, user_id) on t.show_id = r.show_id and t.user_id = r.user_id
    where t.held_until is not null
  );
begin
  if cardinality(concerned) = 0 then return; end if;
  concerned := ledger.lock_shows_that_are_free(concerned);
  until := clock_timestamp() + lease;
  update seats t set leased_until = until
  from unnest(show_ids, user_ids) as r (show_id, user_id)
  where t.show_id = any (concerned) and t.show_id = r.show_id and t.user_id = r.user_id and t.held_until is not null;
end $$;
