-- Offers seats to the users who wait for them (WAITLIST-5 to WAITLIST-12, docs/waitlist.md).

-- Ends the offers of these shows that are over, and makes new ones. Every transaction that changes seats calls this last, so no
-- state in between is ever committed. Offers free seats only where an offer has ended, or everywhere if `have_freed`. Expects
-- the shows' versions to be locked.
create or replace function ledger.settle_waitlists(
  show_ids integer[], have_freed boolean, moment timestamptz default clock_timestamp()
) returns void
language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan
as $$
declare
  until timestamptz;
  entry record;
  show record;
  free smallint[];
  picked smallint[];
  freed_shows integer[] := case when have_freed then show_ids else '{}' end;
  changed_shows integer[] := '{}';
  changes json[] := '{}';
begin
  if not exists (select from waitlist w where w.show_id = any (show_ids)) then return; end if;
  until := moment + (select r.offer_time from waitlist_rules r);
  for entry in
    select w.id, w.show_id, w.user_id, w.offered_until, seat.kept, seat.is_booked
    from waitlist w cross join lateral (
      select coalesce(array_agg(t.seat order by t.seat) filter (where t.offered), '{}') as kept,
        coalesce(bool_or(t.booking_id is not null), false) as is_booked
      from seats t where t.show_id = w.show_id and t.seat = any (w.offered) and t.user_id = w.user_id
    ) seat
    where w.show_id = any (show_ids) and w.offered is not null and (w.offered_until <= moment or seat.kept <> w.offered)
  loop
    delete from seats t where t.show_id = entry.show_id and t.seat = any (entry.kept);
    if entry.is_booked or entry.offered_until <= moment then
      delete from waitlist w where w.id = entry.id;
    else
      update waitlist w set offered = null, offered_until = null where w.id = entry.id;
    end if;
    if entry.kept <> '{}' then
      freed_shows := freed_shows || entry.show_id;
      changed_shows := changed_shows || entry.show_id;
      changes := changes || json_build_object(
        'kind', 'released', 'userId', entry.user_id, 'seats', entry.kept, 'isOffer', true,
        'reason', case when isfinite(entry.offered_until) and entry.offered_until <= moment then 'expired' else 'released' end);
    end if;
  end loop;
  for show in
    select s.id, s.screen_id from shows s
    where s.id = any (freed_shows) and s.cancelled_at is null and s.starts_at > moment + ledger.last_offer() order by s.id
  loop
    free := ledger.free_seats(show.id, show.screen_id, moment);
    for entry in
      select w.id, w.user_id, w.seats from waitlist w
      where w.show_id = show.id and w.offered is null and w.seats <= cardinality(free)
        and (select u.deleted_at from users u where u.id = w.user_id) is null
      order by w.id
    loop
      exit when free = '{}';
      continue when entry.seats > cardinality(free);
      picked := ledger.pick_seats(free, entry.seats);
      -- Gone if its user has just deleted the account: seats without an entry would be lost.
      update waitlist w set offered = picked, offered_until = until where w.id = entry.id;
      continue when not found;
      free := array(select seat from unnest(free) seat where seat <> all (picked));
      insert into seats as t (show_id, seat, user_id, held_since, held_until, offered)
      select show.id, unnest(picked), entry.user_id, moment, until, true
      on conflict (show_id, seat) do update
      set user_id = excluded.user_id, held_since = excluded.held_since, held_until = excluded.held_until,
        leased_until = null, offered = true;
      perform ledger.queue_offer_mail(entry.user_id, show.id, picked, until);
      changed_shows := changed_shows || show.id;
      changes := changes || json_build_object(
        'kind', 'held', 'userId', entry.user_id, 'seats', picked, 'expiresAt', ledger.milliseconds(until), 'isOffer', true);
    end loop;
  end loop;
  if cardinality(changes) > 0 then perform ledger.publish_changes(changed_shows, changes); end if;
end $$;

-- No offers are made later than this before the start, and nobody joins.
create or replace function ledger.last_offer() returns interval language sql immutable return interval '1 hour';

-- The seats of a show that are neither booked nor held nor out of service nor marked places, in seat order. An offer keeps its seats until it is
-- settled, so that nobody takes them between its end and the next offer.
create or replace function ledger.free_seats(wanted_id integer, screen integer, moment timestamptz) returns smallint[]
language sql stable as $$
  select array(
    select seat::smallint from generate_series(0, 99) seat
    except select t.seat from seats t
    where t.show_id = wanted_id and (t.booking_id is not null or t.held_until > moment or t.offered)
    except select c.seat from ledger.closed_for_show(wanted_id, screen) c
    except select p.seat from ledger.places_of_show(screen, (select s.starts_at from shows s where s.id = wanted_id), moment) p
    order by 1
  )
$$;

-- Picks this many of the free seats: next to each other if possible, or as close as possible, then in the middle of the row,
-- then towards the back.
create or replace function ledger.pick_seats(free smallint[], wanted integer) returns smallint[] language sql stable as $$
  select free[first.place:first.place + wanted - 1]
  from (
    select place, seat, free[place + wanted - 1] as last from unnest(free) with ordinality as f (seat, place)
  ) first
  where last is not null
  order by seat / 10 <> last / 10, last - seat, abs(seat % 10 + last % 10 - 9), seat desc
  limit 1
$$;

-- Whether a user is offered all of these seats. Then they need not queue (WAITLIST-9).
create or replace function ledger.is_offered(of_show integer, of_user integer, wanted smallint[], moment timestamptz)
returns boolean language sql stable as $$
  select exists (
    select from waitlist w
    where w.show_id = of_show and w.user_id = of_user and w.offered @> wanted and w.offered_until > moment
  )
$$;
