-- Totals of bookings. A statement that changes bookings appends its changes to total_changes, one row per show, so bookings
-- never wait for each other's totals. Every few seconds one server adds these rows to totals. current_totals combines both
-- and is always exact, even if adding up falls behind.
-- A booking counts under its current status: overall, for its movie and for its cinema on the day it was made, and for its
-- show and starting hour on the day the show starts. Its lead is the time between booking and show, in steps of
-- hours. Bookings are also counted by lead: overall, by movie and by cinema.

-- Where each step begins, in hours.
create or replace function ledger.lead_steps() returns integer[] language sql immutable
return array[0, 1, 3, 6, 12, 24, 48, 168];

-- The step's index, from 0. Booking times are rounded to the end of their quarter of an hour, so a show that doesn't start
-- on a quarter may be up to 15 minutes off.
create or replace function ledger.lead_of(made_at timestamptz, starts_at timestamptz) returns integer language sql immutable
return greatest(
  width_bucket(extract(epoch from starts_at - made_at - interval '15 minutes') / 3600, ledger.lead_steps()::numeric[]) - 1, 0
);

-- Packs an entity id and a lead step into one key.
create or replace function ledger.lead_key(ref_id integer, lead integer) returns bigint language sql immutable
return ref_id::bigint * 8 + lead;

create or replace function ledger.total_keys(change total_changes)
returns table (dimension text, day date, ref_id bigint) language sql stable
begin atomic
  select key.dimension, key.moment::date, key.ref_id
  from totals_time_zone,
    lateral (
      select change.made_at at time zone time_zone as made_at, change.starts_at at time zone time_zone as starts_at,
        ledger.lead_of(change.made_at, change.starts_at) as lead
    ) local,
    lateral (values
      ('all', local.made_at, 0),
      ('movie', local.made_at, change.movie_id),
      ('cinema', local.made_at, change.cinema_id),
      ('show', local.starts_at, change.show_id),
      ('hour', local.starts_at, extract(hour from local.starts_at)::integer),
      ('lead', local.made_at, ledger.lead_key(0, local.lead)),
      ('movie lead', local.made_at, ledger.lead_key(change.movie_id, local.lead)),
      ('cinema lead', local.made_at, ledger.lead_key(change.cinema_id, local.lead))
    ) as key (dimension, moment, ref_id);
end;

-- The number of dimensions above.
create or replace function ledger.total_dimensions() returns integer language sql immutable return 8;

drop view if exists current_totals;
create view current_totals as
select dimension, day, ref_id, status, bookings, seats, paise from totals
union all
select key.dimension, key.day, key.ref_id, c.status, c.bookings, c.seats, c.paise
from total_changes c, ledger.total_keys(c) key;

create or replace function ledger.quarter_hour(moment timestamptz) returns timestamptz language sql immutable
return date_bin('15 minutes', moment, '2000-01-01 00:00:00+00');

create or replace function ledger.note_booking_totals() returns trigger language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  if tg_op <> 'INSERT' then
    insert into total_changes
    select b.made_at, s.starts_at, b.show_id, s.movie_id, c.cinema_id, b.status, -b.bookings, -b.seats, -b.paise
    from (
      select ledger.quarter_hour(created_at) as made_at, show_id, status,
        count(*) as bookings, sum(cardinality(seats)) as seats, sum(total_paise) as paise
      from before_change group by 1, 2, 3
    ) b join shows s on s.id = b.show_id join screens c on c.id = s.screen_id;
  end if;
  if tg_op <> 'DELETE' then
    insert into total_changes
    select b.made_at, s.starts_at, b.show_id, s.movie_id, c.cinema_id, b.status, b.bookings, b.seats, b.paise
    from (
      select ledger.quarter_hour(created_at) as made_at, show_id, status,
        count(*) as bookings, sum(cardinality(seats)) as seats, sum(total_paise) as paise
      from after_change group by 1, 2, 3
    ) b join shows s on s.id = b.show_id join screens c on c.id = s.screen_id;
  end if;
  return null;
end $$;

-- Moves the totals of a show with it. Moving, booking and cancelling all lock the show's row in seat_versions first, so its
-- bookings cannot change during this.
create or replace function ledger.move_totals_of_show() returns trigger language plpgsql as $$
begin
  insert into total_changes
  select ledger.quarter_hour(b.created_at), slot.starts_at, new.id, new.movie_id, slot.cinema_id, b.status,
    slot.sign * count(*), slot.sign * sum(cardinality(b.seats)), slot.sign * sum(b.total_paise)
  from bookings b, (
    select cinema_id, old.starts_at, -1 as sign from screens where id = old.screen_id
    union all
    select cinema_id, new.starts_at, 1 from screens where id = new.screen_id
  ) slot
  where b.show_id = new.id
  group by 1, 2, slot.cinema_id, b.status, slot.sign;
  return null;
end $$;

-- Returns how many changes it added, or 0 while another server is adding.
create or replace function ledger.add_up_totals(at_most integer) returns integer language plpgsql as $$
declare
  added integer;
begin
  if not pg_try_advisory_xact_lock(7206196) then return 0; end if;
  with taken as (
    delete from total_changes c where ctid = any (array(select ctid from total_changes limit at_most)) returning c.*
  ), change as (
    -- In a rush many changes belong to one show and share their keys, so combine them first.
    select row(made_at, starts_at, show_id, movie_id, cinema_id, status, sum(bookings), sum(seats), sum(paise)
      )::total_changes as c
    from taken group by made_at, starts_at, show_id, movie_id, cinema_id, status
  ), kept as (
    insert into totals as t
    select key.dimension, key.day, key.ref_id, (c).status, sum((c).bookings), sum((c).seats), sum((c).paise)
    from change, ledger.total_keys(c) key
    group by key.dimension, key.day, key.ref_id, (c).status
    on conflict (dimension, day, ref_id, status) do update
    set bookings = t.bookings + excluded.bookings, seats = t.seats + excluded.seats, paise = t.paise + excluded.paise
  )
  select count(*) into added from taken;
  return added;
end $$;

-- Rebuilds the totals from all bookings, blocking changes of shows and bookings: a show moved between deleting and inserting
-- would be counted in its new place and then moved again. Locks shows first, as cancelling a show does.
create or replace function ledger.rebuild_totals() returns void language plpgsql set work_mem = '256MB' as $$
begin
  lock table shows in share mode;
  lock table bookings in share row exclusive mode;
  perform pg_advisory_xact_lock(7206196);
  delete from totals;
  delete from total_changes;
  insert into totals
  select key.dimension, key.day, key.ref_id, (c).status, sum((c).bookings), sum((c).seats), sum((c).paise)
  from (
    select row(b.made_at, s.starts_at, b.show_id, s.movie_id, p.cinema_id, b.status, b.bookings, b.seats, b.paise
      )::total_changes as c
    from (
      -- Bookings of one show, day and lead count alike, so any of their quarters can represent them.
      select max(made.at) as made_at, show_id, status,
        count(*) as bookings, sum(cardinality(seats)) as seats, sum(total_paise) as paise
      from bookings join shows on shows.id = show_id, totals_time_zone,
        lateral (select ledger.quarter_hour(bookings.created_at) as at) made
      group by date_trunc('day', made.at, time_zone), ledger.lead_of(made.at, starts_at), show_id, status
    ) b join shows s on s.id = b.show_id join screens p on p.id = s.screen_id
  ) change, ledger.total_keys(c) key
  group by key.dimension, key.day, key.ref_id, (c).status
  order by key.dimension, key.day, key.ref_id;
  update totals_time_zone set dimensions = ledger.total_dimensions();
end $$;

create or replace function ledger.set_totals_time_zone(wanted text) returns void language plpgsql as $$
begin
  if exists (select from totals_time_zone where time_zone = wanted and dimensions = ledger.total_dimensions()) then
    return;
  end if;
  update totals_time_zone set time_zone = wanted;
  perform ledger.rebuild_totals();
end $$;
