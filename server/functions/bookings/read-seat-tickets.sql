-- Reads what cannot be told from a booking itself, for those bookings that have it: for each seat that was taken in a change
-- or admitted, [seat, the last change that took it or 0, when it was admitted in milliseconds or null].
-- Volatile, so that it sees the changes of the statement that calls it.

create or replace function ledger.read_seat_tickets(booking_ids integer[]) returns table (booking_id integer, seat_facts json)
language plpgsql volatile rows 8
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
  return query
  select r.id, f.facts
  from (select distinct unnest(booking_ids) as id) r cross join lateral (
    select json_agg(json_build_array(s.seat, s.change, s.admitted)) as facts
    from (
      select e.seat, max(e.change) as change, max(e.admitted) as admitted
      from (
        select unnest(c.taken) as seat, c.id as change, null::bigint as admitted
        from booking_changes c where c.booking_id = r.id
        union all
        select a.seat, 0, ledger.milliseconds(a.admitted_at) from admissions a where a.booking_id = r.id
      ) e
      group by e.seat
    ) s
    offset 0
  ) f
  where f.facts is not null;
end $$;
