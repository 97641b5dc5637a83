-- Books seats. Each request books all of its seats or none (BOOK-1 to BOOK-8, BOOK-14, BOOK-17, CANCEL-3, PLACE-2, PLACE-4). `keys` are
-- idempotency keys, `expected_totals` the totals shown to the users, in paise; each list is null if no request has one.
-- `seats_per_user` limits how many seats of a show a user may have booked; 0 means no limit. A closed seat (CLOSED-1) is
-- returned in both `booked` and `held`; no other seat ever is. `wheelchair` and `companion` are the places refused as such. With
-- `has_lines`, queued users are refused.

create or replace function ledger.book_seats(
  show_ids integer[], user_ids integer[], seat_lists text[], keys text[], contested boolean[],
  lock_wait_ms integer, expected_totals integer[], seats_per_user integer,
  has_lines boolean, are_accessible boolean[]
) returns table (
  place integer, outcome text, booking_id integer, price_paise integer, created_at timestamptz,
  booked smallint[], held smallint[], wheelchair smallint[], companion smallint[]
)
language plpgsql rows 64
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  moment timestamptz;
  wheelchair_places bigint[];
  companion_places bigint[];
  moment_ms bigint;
  earlier integer[];
  is_other boolean[];
begin
  perform set_config('lock_timeout', lock_wait_ms::text, true);
  perform from seat_versions v where v.show_id = any (show_ids) order by v.show_id for no key update;
  moment := clock_timestamp();
  if exists (select from seat_marks) then
    select k.wheelchair, k.companion into wheelchair_places, companion_places from ledger.place_keys(show_ids, moment) k;
  end if;
  moment_ms := ledger.milliseconds(moment);
  if keys is not null then
    perform pg_advisory_xact_lock(k.code)
    from (
      select distinct hashtextextended(r.key, r.user_id) as code from unnest(user_ids, keys) as r (user_id, key)
      where r.key is not null order by 1
    ) k;
    select array_agg(k.booking_id order by r.place), array_agg(k.is_other order by r.place) into earlier, is_other
    from unnest(show_ids, user_ids, seat_lists, keys) with ordinality as r (show_id, user_id, seats, key, place)
      left join lateral (
        select k.booking_id,
          k.show_id <> r.show_id or k.released is not null or k.seats <> ('{' || r.seats || '}')::smallint[] as is_other
        -- Looks up the key first: otherwise the planner may use the index by age, with everyone's keys.
        from (select * from idempotency_keys k where k.user_id = r.user_id and k.key = r.key offset 0) k
        where k.created_at > moment - interval '24 hours'
      ) k on true;
  end if;
  return query
  with request as materialized (
    select r.place::integer, r.show_id, r.user_id, ('{' || r.seats || '}')::smallint[] as seats, r.key,
      r.earlier, s.price_paise, taken.booked || closed.seats as booked, taken.held || closed.seats as held,
      taken.holds_replaced, refused.wheelchair, refused.companion,
      case when u.id is null then 'NO_USER' when r.is_other then 'MISMATCH' when r.earlier is not null then 'REPLAY'
        when s.id is null then 'NO_SHOW' when s.cancelled_at is not null then 'CANCELLED'
        when s.starts_at <= moment then 'STARTED'
        when has_lines and ledger.must_wait(r.show_id, r.user_id, moment)
          and not ledger.is_offered(r.show_id, r.user_id, ('{' || r.seats || '}')::smallint[], moment) then 'WAITING'
        when taken.booked is not null or taken.held is not null or closed.seats is not null
          or refused.wheelchair is not null or refused.companion is not null and not r.is_contested then 'TAKEN'
        when r.is_contested then 'AGAIN'
        when cardinality(('{' || r.seats || '}')::smallint[]) > ledger.max_seats_per_booking() then 'TOO_MANY'
        when r.expected_total <> s.price_paise * cardinality(('{' || r.seats || '}')::smallint[]) then 'OTHER_PRICE'
        when seats_per_user > 0 and seats_per_user < cardinality(('{' || r.seats || '}')::smallint[]) + (
          select count(*) from seats t where t.show_id = r.show_id and t.user_id = r.user_id and t.booking_id is not null
        ) then 'TOO_MANY'
        else 'BOOKED' end as outcome
    from unnest(show_ids, user_ids, seat_lists, keys, contested, expected_totals, earlier, is_other, are_accessible)
        with ordinality as r (
          show_id, user_id, seats, key, is_contested, expected_total, earlier, is_other, is_accessible, place)
      left join lateral (select * from shows s where s.id = r.show_id offset 0) s on true
      left join lateral (
        select * from users u where u.id = r.user_id and u.deleted_at is null offset 0 for key share
      ) u on true
      left join lateral (
        select array_agg(t.seat) filter (where t.booking_id is not null) as booked,
          array_agg(t.seat) filter (where case when t.held_until > moment then t.user_id <> r.user_id else t.offered end) as held,
          count(*) as holds_replaced
        from seats t
        where t.show_id = r.show_id and t.seat = any (('{' || r.seats || '}')::smallint[])
      ) taken on true
      left join lateral (
        select array_agg(c.seat) as seats from ledger.closed_for_show(r.show_id, s.screen_id) c
        where c.seat = any (('{' || r.seats || '}')::smallint[])
          and c.seat <> all (coalesce(taken.booked, '{}'))
      ) closed on true
      left join lateral (
        select case when r.is_accessible is not true then m.wheelchair end as wheelchair,
          case when m.companion is not null and m.wheelchair is null
            and not ledger.has_wheelchair_place(r.show_id, r.user_id, s.screen_id, false, moment) then m.companion end as companion
        from (
          select case when wheelchair_places is not null
              then ledger.places_among(r.show_id, ('{' || r.seats || '}')::smallint[], wheelchair_places) end as wheelchair,
            case when companion_places is not null
              then ledger.places_among(r.show_id, ('{' || r.seats || '}')::smallint[], companion_places) end as companion
          offset 0
        ) m offset 0
      ) refused on true
  ), decided as materialized (
    select q.*, case when q.outcome = 'BOOKED' then nextval('bookings_id_seq')::integer end as new_id
    from request q
  ), new_bookings as (
    insert into bookings (id, show_id, user_id, seats, price_paise, created_at)
    select new_id, show_id, user_id, seats, price_paise, moment from decided where outcome = 'BOOKED'
  ), new_seats as (
    insert into seats (show_id, seat, user_id, booking_id)
    select show_id, unnest(seats), user_id, new_id from decided where outcome = 'BOOKED' and holds_replaced = 0
  ), new_seats_over_holds as (
    insert into seats (show_id, seat, user_id, booking_id)
    select show_id, unnest(seats), user_id, new_id from decided where outcome = 'BOOKED' and holds_replaced > 0
    on conflict (show_id, seat) do update
    set user_id = excluded.user_id, booking_id = excluded.booking_id,
      held_since = null, held_until = null, leased_until = null, offered = null
  ), new_keys as (
    insert into idempotency_keys as k (user_id, key, show_id, seats, booking_id, created_at)
    select user_id, key, show_id, seats, new_id, moment from decided where outcome = 'BOOKED' and key is not null
    on conflict (user_id, key) do update
    set show_id = excluded.show_id, seats = excluded.seats, released = null,
      booking_id = excluded.booking_id, created_at = excluded.created_at
  ), published as materialized (
    select ledger.publish_changes(
      array_agg(show_id order by place),
      array_agg(json_build_object(
        'kind', 'booked', 'userId', user_id, 'seats', seats, 'bookedAt', moment_ms, 'bookingId', new_id) order by place))
    from decided where outcome = 'BOOKED'
  )
  select d.place, d.outcome, coalesce(d.new_id, d.earlier), d.price_paise, moment, d.booked, d.held,
    d.wheelchair, d.companion
  from published, decided d;
  perform ledger.settle_waitlists(show_ids, false);
  -- The commit may wait longer than lock_wait_ms for PostgreSQL's own lock on notifications.
  perform set_config('lock_timeout', '3000', true);
end $$;
