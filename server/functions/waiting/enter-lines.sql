-- Admits users who join shows, or puts them at the end of the queue. Users who have a place keep it. Returns each user's
-- state and, if queued, position. A user without a state may go in: administrators never wait, and unknown users and shows
-- are refused elsewhere. `lease` is how long a place lasts without being renewed, `renewal` how long this server counts as
-- alive.

create or replace function ledger.enter_lines(
  show_ids integer[], user_ids integer[], server text, renewal interval, lease interval,
  room_limit integer, room_time interval, away interval
) returns table (place integer, state text, "position" integer, seconds_per_place double precision)
language plpgsql rows 64
set enable_seqscan = off set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  moment timestamptz;
  changed integer[];
begin
  insert into lines (show_id)
  select v.show_id from seat_versions v
  where v.show_id = any (show_ids) and not exists (select from lines l where l.show_id = v.show_id)
  order by v.show_id
  on conflict do nothing;
  perform ledger.lock_lines(show_ids);
  moment := clock_timestamp();
  perform ledger.end_places(show_ids, away, moment);
  with ended as (
    delete from line_places p
    using unnest(show_ids, user_ids) as r (show_id, user_id) left join acting_roles u on u.user_id = r.user_id
    where p.show_id = r.show_id and p.user_id = r.user_id and (p.state in ('TIME_UP', 'BOOKED') or u.role = 'ADMIN')
    returning p.show_id
  )
  select array_agg(show_id) into changed from ended;
  perform ledger.publish_lines(changed);
  update lines l set next_since = moment
  where l.show_id = any (show_ids)
    and not exists (select from line_places p where p.show_id = l.show_id and p.state = 'WAITING');
  insert into line_places as p (show_id, user_id, joined_at, servers, leased_until)
  select r.show_id, r.user_id, moment, jsonb_build_object(server, extract(epoch from moment + renewal)), moment + lease
  from (
      select show_id, user_id, min(place) as place
      from unnest(show_ids, user_ids) with ordinality as r (show_id, user_id, place) group by show_id, user_id
    ) r
    join lines l on l.show_id = r.show_id
    join acting_roles u on u.user_id = r.user_id and u.role <> 'ADMIN'
  order by r.place
  on conflict (show_id, user_id) do update set leased_until = excluded.leased_until,
    servers = p.servers || excluded.servers;
  perform ledger.admit(show_ids, room_limit, room_time, moment);
  return query
  with mine as materialized (
    select r.place, p.show_id, p.user_id, p.state, p.number
    from unnest(show_ids, user_ids) with ordinality as r (show_id, user_id, place)
      left join line_places p on p.show_id = r.show_id and p.user_id = r.user_id
  ), ahead as materialized (
    -- New users are at the end, so only those from the first requester onwards need numbers.
    select f.show_id, f.number, (
      select count(*) from line_places p where p.show_id = f.show_id and p.state = 'WAITING' and p.number < f.number
    ) as users
    from (select show_id, min(number) as number from mine where state = 'WAITING' group by show_id) f
  ), ranked as materialized (
    select p.show_id, p.user_id, a.users + row_number() over (partition by p.show_id order by p.number) as position
    from ahead a join line_places p on p.show_id = a.show_id and p.state = 'WAITING' and p.number >= a.number
  )
  select m.place::integer, m.state, r.position::integer, l.seconds_per_place
  from mine m
    left join ranked r on r.show_id = m.show_id and r.user_id = m.user_id
    left join lines l on l.show_id = m.show_id;
end $$;
