-- The house's figures, kept while bookings change so that no page ever adds up the bookings themselves.
--
-- A statement that changes bookings appends what it changed to figure_changes, one row per show, and touches nothing
-- that another booking might be waiting for. Every few seconds one server folds these rows into figures. Who reads
-- current_figures sees both, so figures are exact at every moment, also while the folding is behind.
-- A booking counts under the status that it has now: for the house, its movie and its cinema on the house day on which
-- it was made, and for its show and the hour at which that starts on the day on which it starts.

create table figure_zone (time_zone text not null);
insert into figure_zone values ('Asia/Kolkata');

create table figure_changes (
  -- To the quarter of an hour: every time zone's midnight falls on one.
  made_at timestamptz not null,
  starts_at timestamptz not null,
  show_id integer not null,
  movie_id integer not null,
  cinema_id integer not null,
  status text not null,
  bookings integer not null,
  seats integer not null,
  paise bigint not null
);

-- ref_id is the movie, cinema, show or hour of the day; 0 for the house.
create table figures (
  dimension text not null check (dimension in ('house', 'movie', 'cinema', 'show', 'hour')),
  day date not null,
  ref_id integer not null,
  status text not null,
  bookings integer not null,
  seats integer not null,
  paise bigint not null,
  primary key (dimension, day, ref_id, status)
) with (fillfactor = 80);

create function figure_keys(change figure_changes)
returns table (dimension text, day date, ref_id integer) language sql stable
begin atomic
  select key.dimension, key.moment::date, key.ref_id
  from figure_zone,
    lateral (select change.made_at at time zone time_zone as made_at, change.starts_at at time zone time_zone as starts_at) local,
    lateral (values
      ('house', local.made_at, 0),
      ('movie', local.made_at, change.movie_id),
      ('cinema', local.made_at, change.cinema_id),
      ('show', local.starts_at, change.show_id),
      ('hour', local.starts_at, extract(hour from local.starts_at)::integer)
    ) as key (dimension, moment, ref_id);
end;

create view current_figures as
select dimension, day, ref_id, status, bookings, seats, paise from figures
union all
select key.dimension, key.day, key.ref_id, c.status, c.bookings, c.seats, c.paise
from figure_changes c, figure_keys(c) key;

create function quarter_hour(moment timestamptz) returns timestamptz language sql immutable
return date_bin('15 minutes', moment, '2000-01-01 00:00:00+00');

create function note_booking_figures() returns trigger language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  if tg_op <> 'INSERT' then
    insert into figure_changes
    select b.made_at, s.starts_at, b.show_id, s.movie_id, c.cinema_id, b.status, -b.bookings, -b.seats, -b.paise
    from (
      select quarter_hour(created_at) as made_at, show_id, status,
        count(*) as bookings, sum(cardinality(seats)) as seats, sum(total_paise) as paise
      from before_change group by 1, 2, 3
    ) b join shows s on s.id = b.show_id join screens c on c.id = s.screen_id;
  end if;
  if tg_op <> 'DELETE' then
    insert into figure_changes
    select b.made_at, s.starts_at, b.show_id, s.movie_id, c.cinema_id, b.status, b.bookings, b.seats, b.paise
    from (
      select quarter_hour(created_at) as made_at, show_id, status,
        count(*) as bookings, sum(cardinality(seats)) as seats, sum(total_paise) as paise
      from after_change group by 1, 2, 3
    ) b join shows s on s.id = b.show_id join screens c on c.id = s.screen_id;
  end if;
  return null;
end $$;
create trigger note_figures_of_new_bookings after insert on bookings
  referencing new table as after_change for each statement execute function note_booking_figures();
create trigger note_figures_of_changed_bookings after update on bookings
  referencing old table as before_change new table as after_change
  for each statement execute function note_booking_figures();
create trigger note_figures_of_deleted_bookings after delete on bookings
  referencing old table as before_change for each statement execute function note_booking_figures();

-- A show that moves takes its figures along. Its bookings stand still meanwhile: whoever moves a show has locked its row
-- in seat_versions first, as everyone does who books or cancels.
create function move_figures_of_show() returns trigger language plpgsql as $$
begin
  insert into figure_changes
  select quarter_hour(b.created_at), place.starts_at, new.id, new.movie_id, place.cinema_id, b.status,
    place.sign * count(*), place.sign * sum(cardinality(b.seats)), place.sign * sum(b.total_paise)
  from bookings b, (
    select cinema_id, old.starts_at, -1 as sign from screens where id = old.screen_id
    union all
    select cinema_id, new.starts_at, 1 from screens where id = new.screen_id
  ) place
  where b.show_id = new.id
  group by 1, 2, place.cinema_id, b.status, place.sign;
  return null;
end $$;
create trigger move_figures_of_show after update of screen_id, starts_at on shows
  for each row when ((old.screen_id, old.starts_at) is distinct from (new.screen_id, new.starts_at))
  execute function move_figures_of_show();

-- Says how many changes it folded; none while another server is at it.
create function fold_figures(at_most integer) returns integer language plpgsql as $$
declare
  folded integer;
begin
  if not pg_try_advisory_xact_lock(7206196) then return 0; end if;
  with gone as (
    delete from figure_changes c where ctid = any (array(select ctid from figure_changes limit at_most)) returning c
  ), kept as (
    insert into figures as f
    select key.dimension, key.day, key.ref_id, (c).status, sum((c).bookings), sum((c).seats), sum((c).paise)
    from gone, figure_keys(c) key
    group by key.dimension, key.day, key.ref_id, (c).status
    on conflict (dimension, day, ref_id, status) do update
    set bookings = f.bookings + excluded.bookings, seats = f.seats + excluded.seats, paise = f.paise + excluded.paise
  )
  select count(*) into folded from gone;
  return folded;
end $$;

-- Everything anew from the bookings, which stand still meanwhile.
create function rebuild_figures() returns void language plpgsql set work_mem = '256MB' as $$
begin
  lock table bookings in share row exclusive mode;
  perform pg_advisory_xact_lock(7206196);
  delete from figures;
  delete from figure_changes;
  insert into figures
  select key.dimension, key.day, key.ref_id, (c).status, sum((c).bookings), sum((c).seats), sum((c).paise)
  from (
    select row(b.made_at, s.starts_at, b.show_id, s.movie_id, p.cinema_id, b.status, b.bookings, b.seats, b.paise
      )::figure_changes as c
    from (
      select date_trunc('day', created_at, time_zone) as made_at, show_id, status,
        count(*) as bookings, sum(cardinality(seats)) as seats, sum(total_paise) as paise
      from bookings, figure_zone group by 1, 2, 3
    ) b join shows s on s.id = b.show_id join screens p on p.id = s.screen_id
  ) change, figure_keys(c) key
  group by key.dimension, key.day, key.ref_id, (c).status
  order by key.dimension, key.day, key.ref_id;
end $$;

create function set_figure_zone(wanted text) returns void language plpgsql as $$
begin
  if exists (select from figure_zone where time_zone = wanted) then return; end if;
  perform from figure_zone for update;
  update figure_zone set time_zone = wanted;
  perform rebuild_figures();
end $$;

select rebuild_figures();
