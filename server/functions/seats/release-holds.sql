-- Releases the holds that users give up (HOLD-5). An empty list of seats stands for all that the user holds for the show.

create or replace function ledger.release_holds(
  show_ids integer[], user_ids integer[], seat_lists text[], lock_wait_ms integer
)
returns table (place integer, released smallint[])
language plpgsql rows 64
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
  perform set_config('lock_timeout', lock_wait_ms::text, true);
  perform from seat_versions v where v.show_id = any (show_ids) order by v.show_id for no key update;
  return query
  with deleted as (
    delete from seats t
    using unnest(show_ids, user_ids, seat_lists) with ordinality as r (show_id, user_id, seats, place)
    -- Repeats the join's condition, because a plan made on an empty table would otherwise read the seats of all shows.
    where t.show_id = any (show_ids) and t.show_id = r.show_id and t.user_id = r.user_id and t.booking_id is null
      and t.offered is null and (r.seats = '' or t.seat = any (('{' || r.seats || '}')::smallint[]))
    returning r.place::integer, t.show_id, t.user_id, t.seat
  ), change as materialized (
    select place, show_id, user_id, array_agg(seat order by seat) as seats from deleted group by place, show_id, user_id
  ), published as materialized (
    select ledger.publish_changes(
      array_agg(show_id order by place),
      array_agg(json_build_object('kind', 'released', 'userId', user_id, 'seats', seats, 'reason', 'released') order by place))
    from change
  )
  select c.place, c.seats from change c, published;
  -- The commit may wait longer than lock_wait_ms for PostgreSQL's own lock on notifications.
  perform set_config('lock_timeout', '3000', true);
end $$;

create or replace function ledger.delete_holds_of_show() returns trigger language plpgsql as $$
begin
  delete from seats t where t.show_id = old.show_id and t.booking_id is null;
  return old;
end $$;
