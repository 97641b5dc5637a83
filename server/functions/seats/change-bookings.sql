-- Gives back some seats of bookings and takes others instead, each request completely or not at all (CHANGE-1 to CHANGE-7,
-- PLACE-2, PLACE-5).
-- A booking's show and user never change, so they can be read before the lock. `keys` is null if no request has an idempotency
-- key. A closed seat (CLOSED-1) is returned in both `booked` and `held`; no other seat ever is. `wheelchair` are
-- the places refused as such, `companion` those that the customer would have without one. A request that competes with an earlier
-- one, or has the same user, is always decided after it, because that one may free the seats it wants or give back a place.

create or replace function ledger.change_bookings(
  booking_ids integer[], user_ids integer[], release_lists text[], take_lists text[], keys text[], contested boolean[],
  lock_wait_ms integer, has_lines boolean default false, are_accessible boolean[] default null
) returns table (
  place integer, outcome text, booking_id integer, show_id integer, seats smallint[], price_paise integer,
  created_at timestamptz, booked smallint[], held smallint[], wheelchair smallint[], companion smallint[]
)
language plpgsql rows 64
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  concerned integer[] := array(select f.show_id from ledger.find_bookings(booking_ids) f);
  moment timestamptz;
  moment_ms bigint;
begin
  perform set_config('lock_timeout', lock_wait_ms::text, true);
  perform from seat_versions v where v.show_id = any (concerned) order by v.show_id for no key update;
  moment := clock_timestamp();
  moment_ms := ledger.milliseconds(moment);
  if keys is not null then
    perform pg_advisory_xact_lock(k.code)
    from (
      select distinct hashtextextended(r.key, r.user_id) as code from unnest(user_ids, keys) as r (user_id, key)
      where r.key is not null order by 1
    ) k;
  end if;
  return query
  with request as materialized (
    select r.place::integer, r.user_id, r.key, r.is_accessible, b.id, b.show_id, b.price_paise, b.created_at, b.status,
      b.user_id as owner_id, b.seats as seats_before,
      r.is_contested or row_number() over (partition by b.show_id, r.user_id order by r.place) > 1 as is_contested,
      ('{' || r.released || '}')::smallint[] as released, ('{' || r.taken || '}')::smallint[] as taken
    from unnest(booking_ids, user_ids, release_lists, take_lists, keys, contested, are_accessible)
        with ordinality as r (booking_id, user_id, released, taken, key, is_contested, is_accessible, place)
      left join lateral (select * from bookings b where b.id = r.booking_id offset 0) b on true
  ), decided as materialized (
    select q.place, q.user_id, q.key, q.id, q.show_id, q.price_paise, q.created_at, q.released, q.taken, after.seats,
      others.booked || closed.seats as booked, others.held || closed.seats as held, refused.wheelchair, refused.companion,
      case when q.is_contested then 'AGAIN' when q.id is null then 'NOT_FOUND' when q.owner_id <> q.user_id then 'FORBIDDEN'
        when used.is_other then 'MISMATCH' when used.is_other is not null then 'REPLAY'
        when s.cancelled_at is not null then 'SHOW_CANCELLED'
        when q.status <> 'CONFIRMED' or not q.released <@ q.seats_before then 'NOT_CHANGEABLE'
        when s.starts_at <= moment then 'SHOW_STARTED'
        when after.seats = '{}' then 'EMPTY'
        when has_lines and q.taken <> '{}' and ledger.must_wait(q.show_id, q.user_id, moment)
          and not ledger.is_offered(q.show_id, q.user_id, q.taken, moment) then 'WAITING'
        when others.booked is not null or others.held is not null or closed.seats is not null
          or refused.wheelchair is not null or refused.companion is not null then 'TAKEN'
        else 'CHANGED' end as outcome
    from request q
      left join lateral (select * from shows s where s.id = q.show_id offset 0) s on true
      left join lateral (
        select k.booking_id <> q.id or k.seats <> q.taken or k.released is distinct from q.released as is_other
        from (select * from idempotency_keys k where k.user_id = q.user_id and k.key = q.key offset 0) k
        where k.created_at > moment - interval '24 hours'
      ) used on true
      left join lateral (
        select array_agg(t.seat) filter (where t.booking_id is not null) as booked,
          array_agg(t.seat) filter (where case when t.held_until > moment then t.user_id <> q.user_id else t.offered end) as held
        from seats t where t.show_id = q.show_id and t.seat = any (q.taken)
      ) others on true
      left join lateral (
        select array_agg(c.seat) as seats from ledger.closed_for_show(q.show_id, s.screen_id) c
        where c.seat = any (q.taken) and c.seat <> all (coalesce(others.booked, '{}'))
      ) closed on true
      left join lateral (
        select array(
          select kept from unnest(q.seats_before) kept where kept <> all (q.released) union all select unnest(q.taken) order by 1
        ) as seats
      ) after on true
      left join lateral (
        select array_agg(p.seat) filter (where not p.is_companion) as wheelchair,
          array_agg(p.seat) filter (where p.is_companion) as companion
        from ledger.places_of_show(s.screen_id, s.starts_at, moment) p
      ) marked on true
      left join lateral (
        select array_agg(t.seat) as seats from seats t
        where marked.companion is not null and t.show_id = q.show_id and t.user_id = q.user_id and t.booking_id is not null
          and t.seat <> all (q.released)
      ) kept on true
      left join lateral (
        select case when q.is_accessible is not true
            then (select array_agg(seat) from unnest(q.taken) seat where seat = any (marked.wheelchair)) end as wheelchair,
          case when (marked.wheelchair && (kept.seats || q.taken)) is not true
            then (select array_agg(seat) from unnest(kept.seats || q.taken) seat where seat = any (marked.companion))
          end as companion
        offset 0
      ) refused on true
  ), freed as (
    delete from seats t using decided d
    -- Repeats the join's condition, because a plan made on an empty table would otherwise read the seats of all shows.
    where t.show_id = any (concerned)
      and d.outcome = 'CHANGED' and t.show_id = d.show_id and t.seat = any (d.released) and t.booking_id = d.id
  ), new_seats as (
    insert into seats (show_id, seat, user_id, booking_id)
    select show_id, unnest(taken), user_id, id from decided where outcome = 'CHANGED'
    on conflict (show_id, seat) do update
    set user_id = excluded.user_id, booking_id = excluded.booking_id,
      held_since = null, held_until = null, leased_until = null, offered = null
  ), changed as (
    update bookings b set seats = d.seats from decided d
    where b.id = any (booking_ids) and d.outcome = 'CHANGED' and b.id = d.id
  ), noted as (
    insert into booking_changes (booking_id, at, released, taken)
    select id, moment, released, taken from decided where outcome = 'CHANGED'
  ), new_keys as (
    insert into idempotency_keys as k (user_id, key, show_id, seats, released, booking_id, created_at)
    select user_id, key, show_id, taken, released, id, moment from decided where outcome = 'CHANGED' and key is not null
    on conflict (user_id, key) do update
    set show_id = excluded.show_id, seats = excluded.seats, released = excluded.released,
      booking_id = excluded.booking_id, created_at = excluded.created_at
  ), published as materialized (
    select ledger.publish_changes(array_agg(show_id order by place, part), array_agg(change order by place, part))
    from (
      select place, 1 as part, show_id,
        json_build_object('kind', 'cancelled', 'userId', user_id, 'seats', released, 'bookingId', id) as change
      from decided where outcome = 'CHANGED'
      union all
      select place, 2, show_id, json_build_object(
        'kind', 'booked', 'userId', user_id, 'seats', taken, 'bookedAt', moment_ms, 'bookingId', id)
      from decided where outcome = 'CHANGED' and taken <> '{}'
      union all
      select place, 3, show_id, '{"kind": "closed"}' from decided where outcome = 'CHANGED' and exists (
        select from shows s, ledger.closed_for_show(s.id, s.screen_id) c
        where s.id = show_id and c.seat = any (released)
      )
    ) c
  )
  select d.place, d.outcome, d.id, d.show_id, d.seats, d.price_paise, d.created_at, d.booked, d.held,
    d.wheelchair, d.companion
  from published, decided d;
  perform ledger.settle_waitlists(concerned, true);
  -- The commit may wait longer than lock_wait_ms for PostgreSQL's own lock on notifications.
  perform set_config('lock_timeout', '3000', true);
end $$;
