-- Puts users on the waitlists of shows, changes how many seats they wait for, or takes them off (0 seats). Returns each user's
-- entry as it is then (WAITLIST-1 to WAITLIST-4). At most one request per user and show.

create or replace function ledger.change_waitlists(
  show_ids integer[], user_ids integer[], seat_counts integer[], lock_wait_ms integer
) returns table (
  place integer, outcome text, show_id integer, seats smallint, since timestamptz, "position" integer,
  offered smallint[], offered_until timestamptz
)
language plpgsql rows 64
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  moment timestamptz;
  outcomes text[];
begin
  perform set_config('lock_timeout', lock_wait_ms::text, true);
  perform from seat_versions v where v.show_id = any (show_ids) order by v.show_id for no key update;
  moment := clock_timestamp();
  -- An offer that is over ends its entry, even if its user joins again before anybody has noticed.
  perform ledger.settle_waitlists(show_ids, false, moment);
  with show as materialized (
    select s.id, s.cancelled_at, s.starts_at, cardinality(ledger.free_seats(s.id, s.screen_id, moment)) as free
    from shows s where s.id = any (show_ids)
  )
  select array_agg(
    case when s.id is null then 'NO_SHOW' when r.seats = 0 then 'LEFT'
      when not exists (select from users u where u.id = r.user_id and u.deleted_at is null for key share) then 'NO_USER'
      when s.cancelled_at is not null then 'CANCELLED' when s.starts_at <= moment then 'STARTED'
      when s.starts_at <= moment + ledger.last_offer() then 'TOO_LATE' when s.free >= r.seats then 'AVAILABLE'
      else 'JOINED' end order by r.place)
  into outcomes
  from unnest(show_ids, user_ids, seat_counts) with ordinality as r (show_id, user_id, seats, place)
    left join show s on s.id = r.show_id;
  insert into waitlist as w (show_id, user_id, seats, since)
  select r.show_id, r.user_id, r.seats, moment
  from unnest(show_ids, user_ids, seat_counts, outcomes) with ordinality as r (show_id, user_id, seats, outcome, place)
  where r.outcome = 'JOINED' order by r.place
  on conflict (user_id, show_id) do update set seats = excluded.seats;
  delete from waitlist w using unnest(show_ids, user_ids, seat_counts) as r (show_id, user_id, seats)
  where r.seats = 0 and w.user_id = any (user_ids) and w.show_id = r.show_id and w.user_id = r.user_id and w.offered is null;
  -- Ends at once: not because its time is over.
  update waitlist w set offered_until = '-infinity' from unnest(show_ids, user_ids, seat_counts) as r (show_id, user_id, seats)
  where r.seats = 0 and w.user_id = any (user_ids) and w.show_id = r.show_id and w.user_id = r.user_id;
  perform ledger.settle_waitlists(show_ids, false, moment);
  return query
  select r.place::integer, r.outcome, w.show_id, w.seats, w.since,
    (select count(*)::integer from waitlist a where a.show_id = w.show_id and a.id <= w.id), w.offered, w.offered_until
  from unnest(show_ids, user_ids, outcomes) with ordinality as r (show_id, user_id, outcome, place)
    left join lateral (select * from waitlist w where w.show_id = r.show_id and w.user_id = r.user_id offset 0) w on true;
  -- The commit may wait longer than lock_wait_ms for PostgreSQL's own lock on notifications.
  perform set_config('lock_timeout', '3000', true);
end $$;
