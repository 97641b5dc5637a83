-- The places of a show for wheelchairs and companions that are not ordinary seats yet (PLACE-6). Takes what every caller has:
-- looking up the show again would cost each request a read.
create or replace function ledger.places_of_show(screen integer, starts_at timestamptz, moment timestamptz)
returns table (seat smallint, is_companion boolean)
language sql stable as $$
  select m.seat, m.is_companion from seat_marks m
  where m.screen_id = screen and starts_at > moment + (select rules.release_time from place_rules rules)
$$;

-- The same for several shows. Shows without such places are left out.
create or replace function ledger.read_places(show_ids integer[])
returns table (show_id integer, wheelchair smallint[], companion smallint[])
language plpgsql stable rows 8
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  moment constant timestamptz := clock_timestamp();
begin
  return query
  select s.id,
    coalesce(array_agg(p.seat order by p.seat) filter (where not p.is_companion), '{}'),
    coalesce(array_agg(p.seat order by p.seat) filter (where p.is_companion), '{}')
  from shows s cross join lateral ledger.places_of_show(s.screen_id, s.starts_at, moment) p
  where s.id = any (show_ids) group by s.id;
end $$;

-- The same for the hot path: each place as a number made of its show and seat. Nulls if there are none.
create or replace function ledger.place_keys(
  show_ids integer[], moment timestamptz, out wheelchair bigint[], out companion bigint[]
) language sql stable
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
  select array_agg(s.id * 100::bigint + p.seat) filter (where not p.is_companion),
    array_agg(s.id * 100::bigint + p.seat) filter (where p.is_companion)
  from shows s cross join lateral ledger.places_of_show(s.screen_id, s.starts_at, moment) p
  where s.id = any (show_ids)
$$;

-- Those of the seats that are among these places. Null if none is.
create or replace function ledger.places_among(of_show integer, seats smallint[], place_keys bigint[]) returns smallint[]
language plpgsql immutable as $$
begin
  return (select array_agg(seat) from unnest(seats) seat where of_show * 100::bigint + seat = any (place_keys));
end $$;

-- In functions, because the plan of a batch is set up each time, with all of its subqueries, and most batches need none of these.
create or replace function ledger.seats_in(seats smallint[], others smallint[]) returns smallint[]
language plpgsql immutable as $$
begin
  return array(select unnest(seats) intersect select unnest(others) order by 1);
end $$;

create or replace function ledger.seats_except(seats smallint[], others smallint[]) returns smallint[]
language plpgsql immutable as $$
begin
  return array(select unnest(seats) except select unnest(others) order by 1);
end $$;
