-- Reads bookings by id, and the histories of customers. These are functions because a connection keeps the plan of a
-- statement: a plan made on an empty table would read all bookings once there are millions. Ids are looked up one by one,
-- because for a list PostgreSQL 15 chose any index with the id, even as its second column.

-- Returns the shows and users of these bookings.
create or replace function ledger.find_bookings(booking_ids integer[])
returns table (booking_id integer, show_id integer, user_id integer)
language plpgsql stable rows 64
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
  return query
  select b.id, b.show_id, b.user_id
  from (select distinct unnest(booking_ids) as id) r
    cross join lateral (select * from bookings b where b.id = r.id offset 0) b;
end $$;

create or replace function ledger.read_bookings(booking_ids integer[]) returns setof booking_details
language plpgsql stable rows 64
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan
as $$
begin
  return query
  select b.*
  from (select distinct unnest(booking_ids) as id) r
    cross join lateral (select * from booking_details b where b.booking_id = r.id offset 0) b;
end $$;

-- Reads a page of each user's bookings, newest first: `sizes` rows after skipping `skips`. A user without bookings gets one
-- row without a booking. Shows are JSON text, so a show in many of the bookings is encoded and parsed once.
-- The range over user_id, which has a single value, keeps the planner from reading bookings by id and filtering. With an
-- equality it would drop user_id from the order, and once a few users own most bookings, the primary key looks cheaper.
-- Only bookings_by_user has this order, and sorting is off.
-- Only the newest 10,000 bookings are counted and returned: a box office may own millions.
create or replace function ledger.read_histories(user_ids integer[], sizes integer[], skips bigint[])
returns table (
  place integer, total integer, booking_id integer, status text, created_at timestamptz, price_paise integer,
  cancel_reason text, seats smallint[], show text
)
language plpgsql stable rows 64
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_sort = off
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
  return query
  select r.place::integer, counted.total, b.id, b.status, b.created_at, b.price_paise, b.cancel_reason, b.seats, s.show
  from unnest(user_ids, sizes, skips) with ordinality as r (user_id, size, skipped, place)
    cross join lateral (
      select count(*)::integer as total from (
        select from bookings b where b.user_id between r.user_id and r.user_id
        order by b.user_id, b.id desc limit 10000
      ) newest
    ) counted
    left join lateral (
      select * from bookings b where b.user_id between r.user_id and r.user_id
      order by b.user_id, b.id desc limit greatest(least(r.size, 10000 - r.skipped), 0) offset r.skipped
    ) b on true
    left join lateral (
      select to_json(show)::text as show from show_details show where show.show_id = b.show_id offset 0
    ) s on true;
end $$;
