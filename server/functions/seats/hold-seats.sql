-- Holds seats for users (HOLD-1, 2, 3, 6, CANCEL-3, PLACE-2, PLACE-3). `are_in_room` says which users are in the show's room: their holds get a
-- lease. A closed seat (CLOSED-1) is returned in both `held` and `conflicts`; no other seat ever is. `wheelchair` and `companion`
-- are the conflicts refused as such places. With `has_lines`, queued users are refused. Seats that are offered to the user (WAITLIST-7) count as held and stay as they are.

create or replace function ledger.hold_seats(
  show_ids integer[], user_ids integer[], seat_lists text[], are_in_room boolean[], contested boolean[],
  hold interval, hold_at_most interval, lease interval, lock_wait_ms integer, has_lines boolean, are_accessible boolean[]
) returns table (
  place integer, outcome text, held smallint[], conflicts smallint[], held_until timestamptz,
  wheelchair smallint[], companion smallint[]
)
language plpgsql rows 64
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  moment timestamptz;
  wheelchair_places bigint[];
  companion_places bigint[];
begin
  perform set_config('lock_timeout', lock_wait_ms::text, true);
  perform from seat_versions v where v.show_id = any (show_ids) order by v.show_id for no key update;
  moment := clock_timestamp();
  if exists (select from seat_marks) then
    select k.wheelchair, k.companion into wheelchair_places, companion_places from ledger.place_keys(show_ids, moment) k;
  end if;
  return query
  with request as materialized (
    select r.place::integer, r.show_id, r.user_id, r.is_in_room, r.is_contested,
      case when u.id is null then 'NO_USER' when s.id is null then 'NO_SHOW'
        when s.cancelled_at is not null then 'CANCELLED' when s.starts_at <= moment then 'STARTED'
        when has_lines and ledger.must_wait(r.show_id, r.user_id, moment)
          and not ledger.is_offered(r.show_id, r.user_id, ('{' || r.seats || '}')::smallint[], moment) then 'WAITING' end as refusal,
      wanted.available, wanted.conflicts || wanted.companion as conflicts, wanted.closed, wanted.wheelchair, wanted.companion,
      coalesce(mine.since, moment) as since,
      case when mine.seats is null and mine.offered is null then wanted.available
        else ledger.seats_except(mine.seats || wanted.available, mine.offered) end as all_mine,
      mine.offered, mine.offered_until
    from unnest(show_ids, user_ids, seat_lists, are_in_room, contested, are_accessible)
        with ordinality as r (show_id, user_id, seats, is_in_room, is_contested, is_accessible, place)
      left join lateral (select * from shows s where s.id = r.show_id offset 0) s on true
      left join lateral (select * from users u where u.id = r.user_id and u.deleted_at is null offset 0) u on true
      left join lateral (
        select array_agg(t.seat) filter (where t.offered is null) as seats,
          min(t.held_since) filter (where t.offered is null) as since,
          array_agg(t.seat) filter (where t.offered) as offered, max(t.held_until) filter (where t.offered) as offered_until
        -- Looks up the show first: otherwise the planner may use the index by expiry, with the holds of all shows.
        from (select * from seats t where t.show_id = r.show_id offset 0) t
        where t.user_id = r.user_id and t.held_until > moment
      ) mine on true
      left join lateral (
        select case when wheelchair_places is not null
            then ledger.places_among(r.show_id, ('{' || r.seats || '}')::smallint[], wheelchair_places) end as wheelchair,
          case when companion_places is not null
            then ledger.places_among(r.show_id, ('{' || r.seats || '}')::smallint[], companion_places) end as companion
        offset 0
      ) marked on true
      left join lateral (
        select w.*, case when w.companion is null then w.free
            when not w.free <@ w.companion then ledger.seats_except(w.free, w.companion) end as available
        from (
          select w.*, case when (marked.companion && w.free) is true and (marked.wheelchair && w.free) is not true
                and not ledger.has_wheelchair_place(r.show_id, r.user_id, s.screen_id, true, moment)
              then ledger.seats_in(w.free, marked.companion) end as companion
          from (
            select array_agg(w.seat) filter (where w.is_available and not w.is_closed and not w.is_refused) as free,
              array_agg(w.seat) filter (where w.is_closed or not w.is_available or w.is_refused) as conflicts,
              array_agg(w.seat) filter (where w.is_closed) as closed,
              array_agg(w.seat) filter (where w.is_available and not w.is_closed and w.is_refused) as wheelchair
            from (
              select wish.seat, t.booking_id is null and c.seat is not null as is_closed,
                r.is_accessible is not true and coalesce(wish.seat = any (marked.wheelchair), false) as is_refused,
                t.seat is null or t.booking_id is null
                  and case when t.held_until > moment then t.user_id = r.user_id else t.offered is null end as is_available
              from unnest(('{' || r.seats || '}')::smallint[]) as wish (seat) left join lateral (
                select * from seats t where t.show_id = r.show_id and t.seat = wish.seat offset 0
              ) t on true left join lateral (
                select * from ledger.closed_for_show(r.show_id, s.screen_id) c where c.seat = wish.seat offset 0
              ) c on true
            ) w
          ) w offset 0
        ) w offset 0
      ) wanted on true
  ), decided as materialized (
    select q.*, case when q.all_mine = '{}' then q.offered_until else least(moment + hold, q.since + hold_at_most) end as until
    from (
      select *, case when refusal is not null then refusal when available is null and (companion is null or not is_contested)
          then 'NONE' when is_contested then 'AGAIN' when cardinality(all_mine || offered) > ledger.max_seats_per_booking() then 'TOO_MANY' else 'HELD' end as outcome
      from request
    ) q
  ), new_holds as (
    insert into seats as t (show_id, seat, user_id, held_since, held_until, leased_until)
    select d.show_id, unnest(d.all_mine), d.user_id, d.since, d.until, case when d.is_in_room then moment + lease end
    from decided d where d.outcome = 'HELD'
    on conflict (show_id, seat) do update
    set user_id = excluded.user_id, held_since = excluded.held_since, held_until = excluded.held_until,
      leased_until = excluded.leased_until, offered = null
  ), published as materialized (
    select ledger.publish_changes(
      array_agg(show_id order by place),
      array_agg(json_build_object(
        'kind', 'held', 'userId', user_id, 'seats', all_mine, 'expiresAt', ledger.milliseconds(until)) order by place))
    from decided where outcome = 'HELD' and all_mine <> '{}'
  )
  select d.place, d.outcome, d.available || d.closed, d.conflicts, d.until, d.wheelchair, d.companion
  from decided d, published;
  -- The commit may wait longer than lock_wait_ms for PostgreSQL's own lock on notifications.
  perform set_config('lock_timeout', '3000', true);
end $$;
