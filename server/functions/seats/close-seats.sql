-- Takes seats of a screen, or of one show, out of service (CLOSED-1 to CLOSED-5).

-- Closes these seats of a screen and opens all others. Returns the seats closed before, or null if the screen does not
-- exist. The lock on the screen makes it take turns with other such changes and with scheduling on the screen. The locks on
-- the versions of upcoming shows make each hold or booking happen entirely before or after it.
create or replace function ledger.close_seats(screen integer, closing smallint[]) returns smallint[] language plpgsql as $$
declare
  before smallint[];
  coming integer[];
begin
  perform from screens where id = screen for no key update;
  if not found then return null; end if;
  coming := array(select s.id from shows s where s.screen_id = screen and s.starts_at > now());
  perform from seat_versions v where v.show_id = any (coming) order by v.show_id for no key update;
  before := array(select c.seat from closed_seats c where c.screen_id = screen order by c.seat);
  delete from closed_seats c where c.screen_id = screen and c.seat <> all (closing);
  insert into closed_seats (screen_id, seat) select screen, unnest(closing) on conflict do nothing;
  if before <> array(select c.seat from closed_seats c where c.screen_id = screen order by c.seat) then
    perform ledger.apply_closed_seats(array(select s.id from shows s where s.id = any (coming) and s.screen_id = screen));
  end if;
  return before;
end $$;

-- Closes these seats for one show and opens all others that its screen does not close. Returns the seats closed
-- before, or null if the show does not exist.
create or replace function ledger.close_seats_of_show(wanted_id integer, closing smallint[]) returns smallint[] language plpgsql as $$
declare
  before smallint[];
begin
  perform from seat_versions v where v.show_id = wanted_id for no key update;
  if not found then return null; end if;
  before := array(select c.seat from closed_seats_of_show c where c.show_id = wanted_id order by c.seat);
  delete from closed_seats_of_show c where c.show_id = wanted_id and c.seat <> all (closing);
  insert into closed_seats_of_show (show_id, seat) select wanted_id, unnest(closing) on conflict do nothing;
  if before <> array(select c.seat from closed_seats_of_show c where c.show_id = wanted_id order by c.seat) then
    perform ledger.apply_closed_seats(array[wanted_id]);
  end if;
  return before;
end $$;

-- Ends the holds on closed seats of these shows, and on seats that were marked just now (PLACE-7), publishes for each show that
-- its closed seats have changed, and offers those that are open now. Expects their versions to be locked.
create or replace function ledger.apply_closed_seats(show_ids integer[], marked smallint[] default '{}') returns void
language plpgsql as $$
begin
  delete from seats t using shows s
  where t.show_id = any (show_ids) and t.booking_id is null and s.id = t.show_id
    and (t.seat in (select c.seat from ledger.closed_for_show(s.id, s.screen_id) c) or t.seat = any (marked)
      and t.seat in (select p.seat from ledger.places_of_show(s.screen_id, s.starts_at, clock_timestamp()) p));
  perform ledger.publish_changes(show_ids, array_fill('{"kind": "closed"}'::json, array[cardinality(show_ids)]));
  perform ledger.settle_waitlists(show_ids, true);
end $$;

-- A show that moves to another screen takes on the closed and marked seats of that screen. With another start, its places may be
-- ordinary seats or no longer be.
create or replace function ledger.follow_screen() returns trigger language plpgsql as $$
declare
  has_moved constant boolean := old.screen_id <> new.screen_id;
begin
  if has_moved and exists (select from closed_seats where screen_id in (old.screen_id, new.screen_id))
    or exists (select from seat_marks where screen_id in (old.screen_id, new.screen_id)) then
    perform from seat_versions where show_id = new.id for no key update;
    perform ledger.apply_closed_seats(
      array[new.id], array(select m.seat from seat_marks m where has_moved and m.screen_id = new.screen_id));
  end if;
  return null;
end $$;
