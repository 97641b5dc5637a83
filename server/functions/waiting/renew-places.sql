-- Renews the places of users connected to this server. Locks no queue and never waits: it skips a place that is being
-- changed and renews it the next time, long before its lease ends. Returns the shows for which one of the users has no
-- place.

create or replace function ledger.renew_places(
  show_ids integer[], user_ids integer[], server text, renewal interval, lease interval
) returns integer[]
language plpgsql
set enable_seqscan = off set plan_cache_mode = force_generic_plan
as $$
begin
  with mine as materialized (
    select p.show_id, p.user_id
    from unnest(show_ids, user_ids) as r (show_id, user_id)
      join line_places p on p.show_id = r.show_id and p.user_id = r.user_id
    for no key update of p skip locked
  )
  update line_places p set leased_until = clock_timestamp() + lease,
    servers = p.servers || jsonb_build_object(server, extract(epoch from clock_timestamp() + renewal))
  from mine where p.show_id = mine.show_id and p.user_id = mine.user_id;
  return array(
    select distinct r.show_id from unnest(show_ids, user_ids) as r (show_id, user_id)
    where not exists (select from line_places p where p.show_id = r.show_id and p.user_id = r.user_id)
  );
end $$;
