-- Locks the versions of these shows until the transaction ends, before it calls functions of several verbs.

create or replace function ledger.lock_shows(show_ids integer[], lock_wait_ms integer) returns void
language plpgsql
set enable_seqscan = off set plan_cache_mode = force_generic_plan
as $$
begin
  perform set_config('lock_timeout', lock_wait_ms::text, true);
  perform from seat_versions v where v.show_id = any (show_ids) order by v.show_id for no key update;
end $$;

-- Locks the versions of these shows and returns the shows locked. In a rush every show is locked for moments, so it waits
-- briefly, during which it holds only locks for which it had to wait. A show that stays locked is left out, so it delays no
-- other.
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
    -- Releases the locks taken so far.
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
