-- Reads the seats of shows for many concurrent requests: a row for each show, all as of one moment, with the roles of its
-- requesters. `closed` has the unsold seats out of service. Takes no lock, so no show delays the others.

create or replace function ledger.read_snapshots(show_ids integer[], user_ids integer[])
returns table (
  show_id integer, epoch text, version bigint, booked smallint[],
  held smallint[], holders integer[], held_until timestamptz[], closed smallint[], cancel_reason text, roles json
)
language plpgsql stable rows 64
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
  return query
  select r.show_id, e.epoch, v.version, s.booked, s.held, s.holders, s.held_until,
    array(
      select c.seat from ledger.closed_for_show(r.show_id, show.screen_id) c where c.seat <> all (s.booked) order by c.seat
    ),
    show.cancel_reason,
    (select json_object_agg(u.user_id, u.role) from acting_roles u where u.user_id = any (r.user_ids))
  from (
      select show_id, array_agg(distinct user_id) as user_ids from unnest(show_ids, user_ids) as r (show_id, user_id)
      group by show_id
    ) r
    cross join ledger.epoch e
    cross join lateral (select * from seat_versions v where v.show_id = r.show_id offset 0) v
    cross join lateral (select * from shows where shows.id = r.show_id offset 0) show
    cross join lateral (
      select coalesce(array_agg(t.seat order by t.seat) filter (where t.booking_id is not null), '{}') as booked,
        coalesce(array_agg(t.seat order by t.seat) filter (where t.booking_id is null), '{}') as held,
        coalesce(array_agg(t.user_id order by t.seat) filter (where t.booking_id is null), '{}') as holders,
        coalesce(array_agg(t.held_until order by t.seat) filter (where t.booking_id is null), '{}') as held_until
      from seats t
      where t.show_id = r.show_id and (t.booking_id is not null or t.held_until > clock_timestamp())
    ) s;
end $$;

-- Reads what a seat page shows: the seats, the number of bookings, and the show as JSON text.
create or replace function ledger.read_seat_maps(show_ids integer[])
returns table (
  show_id integer, epoch text, version bigint, booked smallint[], held smallint[], holders integer[],
  held_until timestamptz[], closed smallint[], cancel_reason text, bookings integer, show text
)
language plpgsql stable rows 8
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
  return query
  select s.show_id, s.epoch, s.version, s.booked, s.held, s.holders, s.held_until, s.closed, s.cancel_reason,
    (select count(distinct t.booking_id)::integer from seats t where t.show_id = s.show_id),
    (select to_json(d)::text from show_details d where d.show_id = s.show_id)
  from ledger.read_snapshots(show_ids, '{}') s;
end $$;
