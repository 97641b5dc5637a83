-- The seat ledger's verbs. Each takes many requests at once and answers each of them; each is one transaction.
--
-- Why nothing goes wrong when many call at once: every function first locks the version rows of its shows, in the
-- order of their ids, and only then looks (a new statement, so a new snapshot) and changes. So changes of one show
-- happen one after the other, and two functions never wait for each other in a circle. Time is the database's clock,
-- read after the locks. A change is published by the transaction that makes it, with the show's next version.
--
-- Tables are looked up by key in subqueries that the planner cannot turn into joins (`offset 0`, scalar ones): a plan made
-- while a table was still empty would otherwise scan it, and be kept while the table grows.
--
-- `contested` marks a request that shares a seat, a key or (for holds) a user with an earlier one of the same call:
-- unless it is refused anyway it is not decided now, but answered AGAIN, to be asked after the earlier one.

create function publish_seat_changes(lines text[]) returns void language plpgsql as $$
-- A line has at most 95 bytes and PostgreSQL takes payloads below 8000.
declare
  lines_per_payload constant integer := 80;
begin
  for i in 1 .. coalesce(cardinality(lines), 0) by lines_per_payload loop
    perform pg_notify('seats', '[' || array_to_string(lines[i : i + lines_per_payload - 1], ',') || ']');
  end loop;
end $$;

create function hold_seats(
  show_ids integer[], user_ids integer[], seat_lists text[], are_watching boolean[], contested boolean[],
  hold interval, hold_at_most interval, grace interval
) returns table (place integer, outcome text, held smallint[], conflicts smallint[], held_until timestamptz)
language plpgsql rows 64
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  moment timestamptz;
begin
  perform from seat_versions v where v.show_id = any (show_ids) order by v.show_id for no key update;
  moment := clock_timestamp();
  return query
  with request as materialized (
    select r.place::integer, r.show_id, r.user_id, r.is_watching, r.is_contested, v.version,
      case when u.id is null then 'NO_USER' when v.show_id is null then 'NO_SHOW'
        when s.starts_at <= moment then 'STARTED' end as refusal,
      wanted.gettable, wanted.conflicts, coalesce(mine.since, moment) as since,
      array(select distinct unnest(mine.seats || wanted.gettable) order by 1)::smallint[] as all_mine
    from unnest(show_ids, user_ids, seat_lists, are_watching, contested)
        with ordinality as r (show_id, user_id, seats, is_watching, is_contested, place)
      left join lateral (select * from seat_versions v where v.show_id = r.show_id offset 0) v on true
      left join lateral (select * from shows s where s.id = r.show_id offset 0) s on true
      left join lateral (select * from users u where u.id = r.user_id offset 0) u on true
      left join lateral (
        select array_agg(t.seat) as seats, min(t.held_since) as since
        from seats t where t.show_id = r.show_id and t.user_id = r.user_id and t.held_until > moment
      ) mine on true
      left join lateral (
        select array_agg(w.seat) filter (where w.can_be_had) as gettable,
          array_agg(w.seat) filter (where not w.can_be_had) as conflicts
        from (
          select wish.seat,
            t.seat is null or t.booking_id is null and (t.user_id = r.user_id or t.held_until <= moment) as can_be_had
          from unnest(('{' || r.seats || '}')::smallint[]) as wish (seat) left join lateral (
            select * from seats t where t.show_id = r.show_id and t.seat = wish.seat offset 0
          ) t on true
        ) w
      ) wanted on true
  ), judged as materialized (
    select q.*, least(moment + hold, q.since + hold_at_most) as until,
      q.version + count(*) filter (where q.outcome = 'HELD') over (partition by q.show_id order by q.place) as new_version
    from (
      select *, case when refusal is not null then refusal when gettable is null then 'NONE'
        when is_contested then 'AGAIN' when cardinality(all_mine) > 6 then 'TOO_MANY' else 'HELD' end as outcome
      from request
    ) q
  ), kept as (
    insert into seats as t (show_id, seat, user_id, held_since, held_until, watched_until)
    select j.show_id, unnest(j.all_mine), j.user_id, j.since, j.until, case when j.is_watching then moment + grace end
    from judged j where j.outcome = 'HELD'
    on conflict (show_id, seat) do update
    set user_id = excluded.user_id, held_since = excluded.held_since, held_until = excluded.held_until,
      watched_until = excluded.watched_until
  ), bumped as (
    update seat_versions v set version = n.version
    from (select show_id, max(new_version) as version from judged where outcome = 'HELD' group by show_id) n
    where v.show_id = n.show_id
  ), published as materialized (
    select publish_seat_changes(array_agg(
      '["held",' || show_id || ',' || new_version || ',' || user_id || ',' || '[' || array_to_string(all_mine, ',') || '],'
      || floor(extract(epoch from until) * 1000)::bigint || ']' order by show_id, new_version))
    from judged where outcome = 'HELD'
  )
  select j.place, j.outcome, j.gettable, j.conflicts, j.until from judged j, published;
end $$;

-- An empty list of seats means all that the user holds.
create function release_holds(show_ids integer[], user_ids integer[], seat_lists text[])
returns table (place integer, released smallint[])
language plpgsql rows 64
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
  perform from seat_versions v where v.show_id = any (show_ids) order by v.show_id for no key update;
  return query
  with gone as (
    delete from seats t
    using unnest(show_ids, user_ids, seat_lists) with ordinality as r (show_id, user_id, seats, place)
    where t.show_id = r.show_id and t.user_id = r.user_id and t.booking_id is null
      and (r.seats = '' or t.seat = any (('{' || r.seats || '}')::smallint[]))
    returning r.place::integer, t.show_id, t.user_id, t.seat
  ), change as materialized (
    select g.*, v.version + row_number() over (partition by g.show_id order by g.place) as new_version
    from (
      select place, show_id, user_id, array_agg(seat order by seat) as seats from gone group by place, show_id, user_id
    ) g join seat_versions v on v.show_id = g.show_id
  ), bumped as (
    update seat_versions v set version = n.version
    from (select show_id, max(new_version) as version from change group by show_id) n
    where v.show_id = n.show_id
  ), published as materialized (
    select publish_seat_changes(array_agg(
      '["released",' || show_id || ',' || new_version || ',' || user_id || ',' || '[' || array_to_string(seats, ',') || '],"released"]'
      order by show_id, new_version))
    from change
  )
  select c.place, c.seats from change c, published;
end $$;

-- Lets go of holds that have expired, and of those whose owner is gone for longer than the grace. Says how many seats.
-- After a restart of the database the servers first get the time of a grace to say who still watches.
create function release_lapsed_holds(grace interval) returns integer language plpgsql
set enable_seqscan = off set plan_cache_mode = force_generic_plan
as $$
declare
  moment timestamptz := clock_timestamp();
  watching_since timestamptz;
  lapsed integer[];
  freed integer;
begin
  watching_since := case when pg_postmaster_start_time() + grace > moment then '-infinity'::timestamptz else moment end;
  lapsed := array(
    select distinct show_id from seats
    where held_until is not null and (held_until <= moment or watched_until <= watching_since)
  );
  if cardinality(lapsed) = 0 then return 0; end if;
  perform from seat_versions v where v.show_id = any (lapsed) order by v.show_id for no key update;
  with gone as (
    delete from seats t
    where t.show_id = any (lapsed) and (t.held_until <= moment or t.watched_until <= watching_since)
    returning t.show_id, t.user_id, t.seat, case when t.held_until <= moment then 'expired' else 'disconnected' end as reason
  ), change as materialized (
    select g.*, v.version + row_number() over (partition by g.show_id order by g.user_id, g.reason) as new_version
    from (
      select show_id, user_id, reason, array_agg(seat order by seat) as seats from gone group by show_id, user_id, reason
    ) g join seat_versions v on v.show_id = g.show_id
  ), bumped as (
    update seat_versions v set version = n.version
    from (select show_id, max(new_version) as version from change group by show_id) n
    where v.show_id = n.show_id
  ), published as materialized (
    select publish_seat_changes(array_agg(
      '["released",' || show_id || ',' || new_version || ',' || user_id || ',' || '[' || array_to_string(seats, ',') || '],"' || reason || '"]'
      order by show_id, new_version))
    from change
  )
  select coalesce(sum(cardinality(c.seats)), 0) into freed from change c, published;
  return freed;
end $$;

-- The owners of these holds watch the show (a time to live without further word), or have left it in good order (none).
create function note_watchers(show_ids integer[], user_ids integer[], time_to_live interval) returns void language plpgsql
set enable_seqscan = off set plan_cache_mode = force_generic_plan
as $$
declare
  until timestamptz;
  concerned integer[] := array(
    select distinct t.show_id from seats t
      join unnest(show_ids, user_ids) as r (show_id, user_id) on t.show_id = r.show_id and t.user_id = r.user_id
    where t.held_until is not null
  );
begin
  if cardinality(concerned) = 0 then return; end if;
  perform from seat_versions v where v.show_id = any (concerned) order by v.show_id for no key update;
  until := clock_timestamp() + time_to_live;
  update seats t set watched_until = until
  from unnest(show_ids, user_ids) as r (show_id, user_id)
  where t.show_id = any (concerned) and t.show_id = r.show_id and t.user_id = r.user_id and t.held_until is not null;
end $$;

create function book_seats(
  show_ids integer[], user_ids integer[], seat_lists text[], keys text[], contested boolean[]
) returns table (
  place integer, outcome text, booking_id integer, price_paise integer, created_at timestamptz,
  booked smallint[], held smallint[]
)
language plpgsql rows 64
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  moment timestamptz;
  moment_ms bigint;
  earlier integer[];
  is_other boolean[];
begin
  perform from seat_versions v where v.show_id = any (show_ids) order by v.show_id for no key update;
  moment := clock_timestamp();
  moment_ms := floor(extract(epoch from moment) * 1000);
  if keys is not null then
    perform pg_advisory_xact_lock(k.code)
    from (
      select distinct hashtextextended(r.key, r.user_id) as code from unnest(user_ids, keys) as r (user_id, key)
      where r.key is not null order by 1
    ) k;
    select array_agg(k.booking_id order by r.place), array_agg(k.is_other order by r.place) into earlier, is_other
    from unnest(show_ids, user_ids, seat_lists, keys) with ordinality as r (show_id, user_id, seats, key, place)
      left join lateral (
        select k.booking_id, k.show_id <> r.show_id or k.seats <> ('{' || r.seats || '}')::smallint[] as is_other
        from idempotency_keys k
        where k.user_id = r.user_id and k.key = r.key and k.created_at > moment - interval '24 hours' offset 0
      ) k on true;
  end if;
  return query
  with request as materialized (
    select r.place::integer, r.show_id, r.user_id, r.seats as list, ('{' || r.seats || '}')::smallint[] as seats, r.key,
      r.earlier, v.version, s.price_paise, taken.booked, taken.held, taken.in_the_way,
      case when u.id is null then 'NO_USER' when r.is_other then 'MISMATCH' when r.earlier is not null then 'REPLAY'
        when v.show_id is null then 'NO_SHOW' when s.starts_at <= moment then 'STARTED' when taken.booked is not null or taken.held is not null then 'TAKEN'
        when r.is_contested then 'AGAIN' else 'BOOKED' end as outcome
    from unnest(show_ids, user_ids, seat_lists, keys, contested, earlier, is_other)
        with ordinality as r (show_id, user_id, seats, key, is_contested, earlier, is_other, place)
      left join lateral (select * from seat_versions v where v.show_id = r.show_id offset 0) v on true
      left join lateral (select * from shows s where s.id = r.show_id offset 0) s on true
      left join lateral (select * from users u where u.id = r.user_id offset 0) u on true
      left join lateral (
        select array_agg(t.seat) filter (where t.booking_id is not null) as booked,
          array_agg(t.seat) filter (where t.user_id <> r.user_id and t.held_until > moment) as held,
          count(*) as in_the_way
        from seats t
        where t.show_id = r.show_id and t.seat = any (('{' || r.seats || '}')::smallint[])
      ) taken on true
  ), judged as materialized (
    select q.*, case when q.outcome = 'BOOKED' then nextval('bookings_id_seq')::integer end as new_id,
      q.version + count(*) filter (where q.outcome = 'BOOKED') over (partition by q.show_id order by q.place) as new_version
    from request q
  ), new_bookings as (
    insert into bookings (id, show_id, user_id, seats, price_paise, created_at)
    select new_id, show_id, user_id, seats, price_paise, moment from judged where outcome = 'BOOKED'
  ), new_seats as (
    insert into seats (show_id, seat, user_id, booking_id)
    select show_id, unnest(seats), user_id, new_id from judged where outcome = 'BOOKED' and in_the_way = 0
  ), new_seats_over_holds as (
    insert into seats (show_id, seat, user_id, booking_id)
    select show_id, unnest(seats), user_id, new_id from judged where outcome = 'BOOKED' and in_the_way > 0
    on conflict (show_id, seat) do update
    set user_id = excluded.user_id, booking_id = excluded.booking_id,
      held_since = null, held_until = null, watched_until = null
  ), new_keys as (
    insert into idempotency_keys as k (user_id, key, show_id, seats, booking_id, created_at)
    select user_id, key, show_id, seats, new_id, moment from judged where outcome = 'BOOKED' and key is not null
    on conflict (user_id, key) do update
    set show_id = excluded.show_id, seats = excluded.seats, booking_id = excluded.booking_id, created_at = excluded.created_at
  ), bumped as (
    update seat_versions v set version = n.version
    from (select show_id, max(new_version) as version from judged where outcome = 'BOOKED' group by show_id) n
    where v.show_id = n.show_id
  ), published as materialized (
    select publish_seat_changes(array_agg(
      '["booked",' || show_id || ',' || new_version || ',' || user_id || ',[' || list || '],'
      || moment_ms || ',' || new_id || ']' order by show_id, new_version))
    from judged where outcome = 'BOOKED'
  )
  select j.place, j.outcome, coalesce(j.new_id, j.earlier), j.price_paise, moment, j.booked, j.held
  from published, judged j;
end $$;

create function cancel_booking(wanted integer, caller integer) returns text language plpgsql as $$
declare
  booking bookings;
  show shows;
  next_version bigint;
begin
  select * into booking from bookings where id = wanted;
  if booking.id is null then return 'NOT_FOUND'; end if;
  if booking.user_id <> caller then return 'FORBIDDEN'; end if;
  perform from seat_versions v where v.show_id = booking.show_id for no key update;
  select * into booking from bookings where id = wanted for no key update;
  select * into show from shows where id = booking.show_id;
  if booking.status = 'CANCELLED' then return 'ALREADY_CANCELLED'; end if;
  if booking.status = 'CHECKED_IN' then return 'ALREADY_CHECKED_IN'; end if;
  if show.starts_at <= clock_timestamp() then return 'SHOW_STARTED'; end if;
  delete from seats t where t.show_id = booking.show_id and t.booking_id = wanted;
  update bookings set status = 'CANCELLED', cancelled_at = clock_timestamp() where id = wanted;
  update seat_versions v set version = version + 1 where v.show_id = booking.show_id returning version into next_version;
  perform publish_seat_changes(array[
    '["cancelled",' || booking.show_id || ',' || next_version || ',' || caller || ',' || '['
    || array_to_string(booking.seats, ',') || '],'
    || wanted || ']'
  ]);
  return 'CANCELLED';
end $$;

-- Foreign keys of the two hot tables, checked once per statement. The side that is read a thousand times a second takes
-- no locks for it; the rare deletion of a show or a user waits instead until no booking is under way.

create function refuse_reference(key_name text, detail text) returns void language plpgsql as $$
begin
  raise foreign_key_violation using message = detail, constraint = key_name;
end $$;

create function check_new_bookings() returns trigger language plpgsql
set enable_seqscan = off
as $$
begin
  if exists (select from fresh b where (select u.id from users u where u.id = b.user_id) is null) then
    perform refuse_reference('bookings_user_id_fkey', 'A booking needs a user');
  end if;
  if exists (select from fresh b where (select v.show_id from seat_versions v where v.show_id = b.show_id) is null) then
    perform refuse_reference('bookings_show_id_fkey', 'A booking needs a show');
  end if;
  return null;
end $$;
create trigger check_new_bookings after insert on bookings referencing new table as fresh
  for each statement execute function check_new_bookings();

create function check_booked_seats() returns trigger language plpgsql
set enable_seqscan = off
as $$
begin
  if exists (
    select from fresh s
    where s.booking_id is not null
      and (select (b.show_id, b.user_id) = (s.show_id, s.user_id) from bookings b where b.id = s.booking_id) is not true
  ) then
    perform refuse_reference('seats_booking_id_fkey', 'A booked seat needs a booking of that show and user');
  end if;
  return null;
end $$;
create trigger check_inserted_seats after insert on seats referencing new table as fresh
  for each statement execute function check_booked_seats();
create trigger check_updated_seats after update on seats referencing new table as fresh
  for each statement execute function check_booked_seats();

create function keep_identity() returns trigger language plpgsql as $$
begin
  raise restrict_violation using message = 'A booking keeps its id, show and user';
end $$;
create trigger keep_booking_identity before update of id, show_id, user_id on bookings
  for each row when ((old.id, old.show_id, old.user_id) is distinct from (new.id, new.show_id, new.user_id))
  execute function keep_identity();

create function check_deleted_booking() returns trigger language plpgsql as $$
begin
  if exists (select from seats t where t.show_id = old.show_id and t.booking_id = old.id) then
    perform refuse_reference('seats_booking_id_fkey', 'The booking still has its seats');
  end if;
  return old;
end $$;
create trigger check_deleted_booking before delete on bookings
  for each row execute function check_deleted_booking();

create function check_deleted_show() returns trigger language plpgsql as $$
begin
  perform from seat_versions v where v.show_id = old.id for update;
  lock table bookings in share row exclusive mode;
  if exists (select from bookings b where b.show_id = old.id) then
    perform refuse_reference('bookings_show_id_fkey', 'The show still has bookings');
  end if;
  delete from seats t where t.show_id = old.id;
  return old;
end $$;
create trigger check_deleted_show before delete on shows
  for each row execute function check_deleted_show();

create function check_deleted_user() returns trigger language plpgsql as $$
begin
  lock table bookings in share row exclusive mode;
  if exists (select from bookings b where b.user_id = old.id) then
    perform refuse_reference('bookings_user_id_fkey', 'The user still has bookings');
  end if;
  return old;
end $$;
create trigger check_deleted_user before delete on users
  for each row execute function check_deleted_user();
