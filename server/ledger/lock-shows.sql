-- Locks the versions of these shows and returns them. In a rush every show is locked for moments, so it waits a little; a show
-- that is locked for longer is left out, and must not keep the others waiting.

create or replace function ledger.lock_shows_that_are_free(show_ids integer[]) returns integer[] language plpgsql as $$
begin
  perform set_config('lock_timeout', '200', true);
  return array(select v.show_id from seat_versions v where v.show_id = any (show_ids) order by v.show_id for no key update);
exception when lock_not_available then
  return array(
    select v.show_id from seat_versions v where v.show_id = any (show_ids) order by v.show_id for no key update skip locked
  );
end $$;
