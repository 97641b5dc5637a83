-- Places for wheelchairs and companions (PLACE-1 to PLACE-7).

-- Marks these seats of a screen and no others, and returns the marks before, or nulls if the screen does not exist. Takes turns
-- with holds, bookings and other changes as close_seats does.
create or replace function ledger.mark_seats(
  screen integer, wheelchair smallint[], companion smallint[],
  out wheelchair_before smallint[], out companion_before smallint[]
) language plpgsql as $$
declare
  coming integer[];
  changed smallint[];
begin
  perform from screens where id = screen for no key update;
  if not found then return; end if;
  coming := array(select s.id from shows s where s.screen_id = screen and s.starts_at > now());
  perform from seat_versions v where v.show_id = any (coming) order by v.show_id for no key update;
  wheelchair_before := array(select m.seat from seat_marks m where m.screen_id = screen and not m.is_companion order by 1);
  companion_before := array(select m.seat from seat_marks m where m.screen_id = screen and m.is_companion order by 1);
  changed := array(
    select seat from (select unnest(wheelchair) as seat, false as is_companion union all select unnest(companion), true) w
      full join (select m.seat, m.is_companion from seat_marks m where m.screen_id = screen) m using (seat)
    where w.is_companion is distinct from m.is_companion
  );
  if changed = '{}' then return; end if;
  delete from seat_marks m where m.screen_id = screen and m.seat = any (changed);
  insert into seat_marks (screen_id, seat, is_companion)
  select screen, seat, seat = any (companion) from unnest(changed) seat where seat = any (wheelchair || companion);
  perform ledger.apply_closed_seats(
    array(select s.id from shows s where s.id = any (coming) and s.screen_id = screen), changed);
end $$;

-- Whether the user has booked a wheelchair place of the show, or holds one.
create or replace function ledger.has_wheelchair_place(
  of_show integer, of_user integer, screen integer, or_holds boolean, moment timestamptz
) returns boolean language sql stable as $$
  select exists (
    select from seats t
    where t.show_id = of_show and t.user_id = of_user and (t.booking_id is not null or or_holds and t.held_until > moment)
      and exists (select from seat_marks m where m.screen_id = screen and m.seat = t.seat and not m.is_companion)
  )
$$;

-- Tells rooms and waitlists that places of shows have become ordinary seats (PLACE-6). The rules about holds and bookings do
-- not wait for it. Returns the number of shows. A show that stays locked is left for the next call.
create or replace function ledger.release_places() returns integer language plpgsql
set enable_seqscan = off set plan_cache_mode = force_generic_plan
as $$
declare
  moment constant timestamptz := clock_timestamp();
  until timestamptz;
  due integer[];
begin
  if not exists (select from seat_marks) then return 0; end if;
  until := moment + (select r.release_time from place_rules r);
  due := array(
    select s.id from shows s
    where s.starts_at > moment and s.starts_at <= until and s.cancelled_at is null
      and exists (select from seat_marks m where m.screen_id = s.screen_id)
      and not exists (select from released_places r where r.show_id = s.id and r.starts_at = s.starts_at)
  );
  if due = '{}' then return 0; end if;
  due := ledger.lock_shows_that_are_free(due);
  with noted as (
    insert into released_places as r (show_id, starts_at)
    select s.id, s.starts_at from shows s where s.id = any (due) and s.starts_at <= until
    on conflict (show_id) do update set starts_at = excluded.starts_at where r.starts_at <> excluded.starts_at
    returning r.show_id
  )
  select coalesce(array_agg(n.show_id), '{}') into due from noted n;
  perform ledger.publish_changes(due, array_fill('{"kind": "closed"}'::json, array[cardinality(due)]));
  perform ledger.settle_waitlists(due, true);
  return cardinality(due);
end $$;
