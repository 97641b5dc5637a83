-- Locks the versions of these shows for the rest of the transaction, before functions of several verbs follow in it.

create or replace function ledger.lock_shows(show_ids integer[], lock_wait_ms integer) returns void
language plpgsql
set enable_seqscan = off set plan_cache_mode = force_generic_plan
as $$
begin
  perform set_config('lock_timeout', lock_wait_ms::text, true);
  perform from seat_versions v where v.show_id = any (show_ids) order by v.show_id for no key update;
end $$;

-- Locks the versions of these shows and returns them. In a rush every show is locked for moments, so it waits a little, and
-- has nothing locked meanwhile but shows for which it had to wait; a show that is locked for longer is left out, and keeps
-- no other waiting.

create or replace function ledger.lock_shows_that_are_free(show_ids integer[]) returns integer[] language plpgsql as $$
declare
  free integer[];
  locked integer[];
begin
  begin
    free := array(
      select v.show_id from seat_versions v where v.show_id = any (show_ids) order by v.show_id for no key update skip locked
    );
    locked := array(select v.show_id from seat_versions v where v.show_id = any (show_ids) and v.show_id <> all (free));
    if cardinality(locked) = 0 then return free; end if;
    -- Gives back what was locked.
    raise lock_not_available;
  exception when lock_not_available then
  end;
  begin
    perform set_config('lock_timeout', '200', true);
    perform from seat_versions v where v.show_id = any (locked) order by v.show_id for no key update;
  exception when lock_not_available then
  end;
  perform set_config('lock_timeout', '3000', true);
  return array(
    select v.show_id from seat_versions v where v.show_id = any (show_ids) order by v.show_id for no key update skip locked
  );
end $$;
