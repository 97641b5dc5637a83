-- Cancels bookings for the users who made them (CANCEL-1, CANCEL-2). A booking's show and user never change, so they can be
-- read before the lock. If one of its seats is closed by now, a second change says so (CLOSED-2).

create or replace function ledger.cancel_bookings(booking_ids integer[], user_ids integer[], lock_wait_ms integer)
returns table (
  place integer, outcome text, booking_id integer, show_id integer, seats smallint[], price_paise integer,
  created_at timestamptz
)
language plpgsql rows 64
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  concerned integer[] := array(select f.show_id from ledger.find_bookings(booking_ids) f);
  moment timestamptz;
begin
  perform set_config('lock_timeout', lock_wait_ms::text, true);
  perform from seat_versions v
  where v.show_id = any (concerned)
  order by v.show_id for no key update;
  moment := clock_timestamp();
  return query
  with request as materialized (
    select r.place::integer, r.user_id, b.id, b.show_id, b.seats, b.price_paise, b.created_at,
      case when b.id is null then 'NOT_FOUND' when b.user_id <> r.user_id then 'FORBIDDEN'
        when b.status = 'CANCELLED' then 'ALREADY_CANCELLED' when b.status = 'CHECKED_IN' then 'ALREADY_CHECKED_IN'
        when s.starts_at <= moment then 'SHOW_STARTED' else 'CANCELLED' end as outcome
    from unnest(booking_ids, user_ids) with ordinality as r (booking_id, user_id, place)
      left join lateral (select * from bookings b where b.id = r.booking_id offset 0) b on true
      left join lateral (select * from shows s where s.id = b.show_id offset 0) s on true
  ), decided as materialized (
    select q.place, q.user_id, q.id, q.show_id, q.seats, q.price_paise, q.created_at,
      case when q.outcome = 'CANCELLED' and q.place > min(q.place) over (partition by q.id, q.outcome)
        then 'ALREADY_CANCELLED' else q.outcome end as outcome
    from request q
  ), freed as (
    delete from seats t using decided d
    -- Repeats the join's condition, because a plan made on an empty table would otherwise read the seats of all shows.
    where t.show_id = any (concerned)
      and d.outcome = 'CANCELLED' and t.show_id = d.show_id and t.seat = any (d.seats) and t.booking_id = d.id
  ), cancelled as (
    update bookings b set status = 'CANCELLED', cancelled_at = moment from decided d
    where b.id = any (booking_ids) and d.outcome = 'CANCELLED' and b.id = d.id
  ), published as materialized (
    select ledger.publish_changes(
      array_agg(show_id order by place, change ->> 'kind'), array_agg(change order by place, change ->> 'kind'))
    from (
      select place, show_id,
        json_build_object('kind', 'cancelled', 'userId', user_id, 'seats', seats, 'bookingId', id) as change
      from decided where outcome = 'CANCELLED'
      union all
      select place, show_id, '{"kind": "closed"}' from decided where outcome = 'CANCELLED' and exists (
        select from shows s, ledger.closed_for_show(s.id, s.screen_id) c
        where s.id = show_id and c.seat = any (seats)
      )
    ) c
  )
  select d.place, d.outcome, d.id, d.show_id, d.seats, d.price_paise, d.created_at
  from published, decided d;
  perform ledger.settle_waitlists(concerned, true);
  -- The commit may wait longer than lock_wait_ms for PostgreSQL's own lock on notifications.
  perform set_config('lock_timeout', '3000', true);
end $$;
