-- Advances queues (docs/decisions/0020): ends places that are over and admits whoever is next. `away` is how long a user may
-- stay disconnected. For that long after a restart of the database no place is lost, so that servers can first renew the
-- leases of connected users.

-- Advances the queues of all shows with an expired place, and of these shows, which have new bookings or were cancelled.
create or replace function ledger.advance_lines(
  show_ids integer[], room_limit integer, room_time interval, away interval
) returns void
language plpgsql
set enable_seqscan = off set plan_cache_mode = force_generic_plan
as $$
declare
  moment timestamptz := clock_timestamp();
  concerned integer[];
begin
  concerned := array(
    select l.show_id from lines l where l.show_id = any (show_ids)
    union select p.show_id from line_places p where p.leased_until <= ledger.leases_ended_by(away, moment)
    union select p.show_id from line_places p where p.state = 'INSIDE' and p.ends_at <= moment
  );
  if cardinality(concerned) = 0 then return; end if;
  perform ledger.lock_lines(concerned);
  moment := clock_timestamp();
  perform ledger.end_places(concerned, away, moment);
  perform ledger.admit(concerned, room_limit, room_time, moment);
end $$;

create or replace function ledger.leases_ended_by(away interval, moment timestamptz) returns timestamptz
language sql stable as $$
  select case when pg_postmaster_start_time() + away > moment then '-infinity'::timestamptz else moment end
$$;

-- Locks the queues of these shows. Every change of places starts with it. The order of shows prevents deadlocks.
create or replace function ledger.lock_lines(show_ids integer[]) returns void language plpgsql as $$
begin
  perform from lines l where l.show_id = any (show_ids) order by l.show_id for no key update;
end $$;

-- Ends the places of users who have been disconnected for too long, have booked since they were admitted, or have been
-- inside for too long. Expects the queues to be locked.
create or replace function ledger.end_places(show_ids integer[], away interval, moment timestamptz) returns void
language plpgsql
set enable_seqscan = off set plan_cache_mode = force_generic_plan
as $$
declare
  changed integer[];
begin
  with lost as (
    delete from line_places p
    where p.show_id = any (show_ids) and p.leased_until <= ledger.leases_ended_by(away, moment)
    returning p.show_id
  ), ended as (
    update line_places p set state = case when place.has_booked then 'BOOKED' else 'TIME_UP' end
    from (
      select p.show_id, p.user_id, ledger.has_booked(p.show_id, p.user_id, p.admitted_at) as has_booked
      from line_places p where p.show_id = any (show_ids) and p.state = 'INSIDE'
    ) place
    where p.show_id = place.show_id and p.user_id = place.user_id and (place.has_booked or p.ends_at <= moment)
      and p.leased_until > ledger.leases_ended_by(away, moment)
    returning p.show_id
  )
  select array_agg(show_id) into changed from (select * from lost union all select * from ended) c;
  perform ledger.publish_lines(changed);
end $$;

create or replace function ledger.has_booked(of_show integer, of_user integer, since timestamptz) returns boolean
language sql stable as $$
  select exists (select from bookings b where b.user_id = of_user and b.show_id = of_show and b.created_at > since)
$$;

-- Admits the users who have waited longest, up to the limit, or everyone if the show was cancelled. Every INSIDE row counts
-- towards the limit, even one that is about to end. Expects the queues to be locked.
create or replace function ledger.admit(
  show_ids integer[], room_limit integer, room_time interval, moment timestamptz
) returns void
language plpgsql
set enable_seqscan = off set plan_cache_mode = force_generic_plan
as $$
declare
  changed integer[];
begin
  with next as materialized (
    select p.show_id, p.user_id
    from (select distinct show_id from unnest(show_ids) as l (show_id)) l
      cross join lateral (
        select case when (select s.cancelled_at from shows s where s.id = l.show_id) is null
          then greatest(room_limit - count(*), 0) end as places
        from line_places p where p.show_id = l.show_id and p.state = 'INSIDE'
      ) free
      cross join lateral (
        select p.show_id, p.user_id from line_places p where p.show_id = l.show_id and p.state = 'WAITING'
        order by p.number limit free.places
      ) p
  ), admitted as (
    update line_places p set state = 'INSIDE', admitted_at = moment, ends_at = moment + room_time
    from next where p.show_id = next.show_id and p.user_id = next.user_id
    returning p.show_id, p.joined_at
  ), moved as materialized (
    -- Users who joined just now did not wait, so they must not affect the pace.
    select show_id, count(*) as users from admitted where joined_at < moment group by show_id
  ), paced as (
    update lines l set next_since = moment, seconds_per_place =
      coalesce(l.seconds_per_place, pace.seconds) * 0.9 ^ moved.users + pace.seconds * (1 - 0.9 ^ moved.users)
    from moved cross join lateral (
      select extract(epoch from moment - l.next_since)::double precision / moved.users as seconds
      from lines l where l.show_id = moved.show_id
    ) pace
    where l.show_id = moved.show_id
  )
  select array_agg(show_id) into changed from moved;
  perform ledger.publish_lines(changed);
end $$;

-- Notifies all servers, when the transaction commits, that these queues have changed.
create or replace function ledger.publish_lines(show_ids integer[]) returns void language plpgsql as $$
declare
  -- PostgreSQL limits payloads to less than 8000 bytes.
  most_shows constant integer := 500;
begin
  perform pg_notify('lines', json_agg(c.show_id)::text)
  from (
    select s.show_id, row_number() over () / most_shows as part from (select distinct unnest(show_ids) as show_id) s
  ) c
  group by c.part;
end $$;
