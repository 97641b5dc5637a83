-- Versions of a show's seats start at 0, grow by one with each change, and are deleted with the show.

create or replace function ledger.start_seat_version() returns trigger language plpgsql as $$
begin
  insert into seat_versions (show_id) values (new.id);
  return null;
end $$;

create or replace function ledger.end_seat_version() returns trigger language plpgsql as $$
begin
  delete from seat_versions v where v.show_id = old.id;
  return null;
end $$;

create or replace function ledger.milliseconds(moment timestamptz) returns bigint language sql stable
return floor(extract(epoch from moment) * 1000);

-- Gives each change, in the order given, the next version of its show, and publishes all changes with the ledger's epoch when
-- the transaction commits. Expects the version rows to be locked. A payload is a JSON array, which
-- features/seating/seat-changes.ts parses.
create or replace function ledger.publish_changes(show_ids integer[], changes json[]) returns void language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan
as $$
declare
  -- PostgreSQL limits payloads to less than 8000 bytes.
  most_bytes constant integer := 7900;
  line text;
  lines text;
begin
  for line in
    with numbered as materialized (
      select c.place, c.show_id, c.change,
        v.version + row_number() over (partition by c.show_id order by c.place) as version
      from unnest(show_ids, changes) with ordinality as c (show_id, change, place)
        join lateral (select * from seat_versions v where v.show_id = c.show_id offset 0) v on true
    ), bumped as (
      update seat_versions v set version = n.version
      from (select show_id, max(version) as version from numbered group by show_id) n
      where v.show_id = n.show_id
    )
    select json_build_object('showId', n.show_id, 'epoch', e.epoch, 'version', n.version, 'change', n.change)
    from numbered n cross join ledger.epoch e order by n.place
  loop
    if octet_length(lines) + octet_length(line) > most_bytes then
      perform pg_notify('seats', '[' || lines || ']');
      lines := null;
    end if;
    lines := concat_ws(',', lines, line);
  end loop;
  if lines is not null then perform pg_notify('seats', '[' || lines || ']'); end if;
end $$;
