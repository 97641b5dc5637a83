-- The tables. Rules that must hold however many servers run are keys, constraints and triggers here, not TypeScript.
-- Money is whole paise. A seat is a number in seat order, 0 (A1) to 99 (J10).
--
-- What changes with the code, all SQL functions, is in server/ledger and is applied after the migrations. A trigger needs
-- its function to exist, so trigger functions are declared here; server/ledger says what they do.

create extension if not exists btree_gist;
create extension if not exists pg_trgm;

create schema ledger;

-- Which server/ledger the functions come from; platform/ledger.ts reads and writes this one row.
create table ledger.applied (
  version text not null,
  checksum text not null,
  applied_at timestamptz not null default now()
);

create table users (
  id integer generated always as identity primary key,
  name text not null check (char_length(name) between 1 and 100),
  email text not null check (char_length(email) between 3 and 254),
  password_hash text not null,
  role text not null default 'USER' check (role in ('USER', 'ADMIN')),
  created_at timestamptz not null default now()
);
create unique index users_email_key on users (lower(email));
create index users_search on users using gin (lower(name) gin_trgm_ops, lower(email) gin_trgm_ops);

create table movies (
  id integer generated always as identity primary key,
  title text not null check (title ~ '\S' and char_length(title) <= 200),
  description text check (char_length(description) <= 2000),
  duration_min integer check (duration_min between 1 and 600),
  poster_url text check (char_length(poster_url) <= 2048),
  created_at timestamptz not null default now()
);
create index movies_newest on movies (created_at desc, id desc);
create index movies_search on movies using gin (lower(title) gin_trgm_ops, lower(description) gin_trgm_ops);

create table cinemas (
  id integer generated always as identity primary key,
  name text not null check (name ~ '\S' and char_length(name) <= 100),
  city text check (char_length(city) <= 100),
  created_at timestamptz not null default now()
);
create index cinemas_by_name on cinemas (lower(name), id);
create index cinemas_search on cinemas using gin (lower(name) gin_trgm_ops, lower(city) gin_trgm_ops);

create table screens (
  id integer generated always as identity primary key,
  cinema_id integer not null references cinemas,
  name text not null check (name ~ '\S' and char_length(name) <= 100),
  capacity integer check (capacity between 1 and 1000),
  created_at timestamptz not null default now()
);
create index screens_by_cinema on screens (cinema_id, lower(name), id);
create index screens_search on screens using gin (lower(name) gin_trgm_ops);

create table shows (
  id integer generated always as identity primary key,
  movie_id integer not null references movies,
  screen_id integer not null references screens,
  starts_at timestamptz not null,
  price_paise integer not null check (price_paise between 0 and 10000000),
  -- From start to end of the movie; set by the triggers below.
  occupies tstzrange not null,
  created_at timestamptz not null default now(),
  constraint shows_never_overlap exclude using gist (screen_id with =, occupies with &&)
);
create index shows_by_movie on shows (movie_id, starts_at);
create index shows_by_screen on shows (screen_id);
create index shows_by_start on shows (starts_at, id);

create function ledger.set_show_occupies() returns trigger language plpgsql as 'begin end';
create trigger set_show_occupies before insert or update of movie_id, starts_at on shows
  for each row execute function ledger.set_show_occupies();

create function ledger.set_occupies_of_movie() returns trigger language plpgsql as 'begin end';
create trigger set_occupies_of_movie after update of duration_min on movies
  for each row when (old.duration_min is distinct from new.duration_min)
  execute function ledger.set_occupies_of_movie();

create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_id integer references users on delete set null,
  action text not null check (action in ('CREATE', 'UPDATE', 'DELETE')),
  entity text not null check (entity in ('cinema', 'movie', 'screen', 'show')),
  entity_id integer not null,
  before jsonb,
  after jsonb
);
create index audit_log_by_entity on audit_log (entity, entity_id, id desc);
create index audit_log_by_actor on audit_log (actor_id, id desc);

-- Each committed change of a show's seats has the next version of that show. Whoever changes a show's seats locks this
-- row first. Bookings and seats refer to this row rather than to the show: it is locked already, so their keys take no
-- further lock (docs/decisions/0006).
create table seat_versions (
  show_id integer primary key references shows on delete cascade,
  version bigint not null default 0
) with (fillfactor = 50);

create function ledger.start_seat_version() returns trigger language plpgsql as 'begin end';
create trigger start_seat_version after insert on shows for each row execute function ledger.start_seat_version();

create table bookings (
  id integer generated by default as identity primary key,
  show_id integer not null constraint bookings_show_id_fkey references seat_versions,
  user_id integer not null references users,
  status text not null default 'CONFIRMED' check (status in ('CONFIRMED', 'CANCELLED', 'CHECKED_IN')),
  seats smallint[] not null check (cardinality(seats) between 1 and 6),
  -- The price paid per seat, whatever the show costs later.
  price_paise integer not null check (price_paise between 0 and 10000000),
  total_paise integer generated always as (price_paise * cardinality(seats)) stored,
  created_at timestamptz not null default now(),
  cancelled_at timestamptz,
  checked_in_at timestamptz,
  check ((status = 'CANCELLED') = (cancelled_at is not null)),
  check ((status = 'CHECKED_IN') = (checked_in_at is not null)),
  -- Lists the bookings of a show, and is what booked seats refer to.
  constraint bookings_by_show unique (show_id, id, user_id)
);
create index bookings_by_user on bookings (user_id, id desc);
create index bookings_by_day on bookings (created_at, id);

-- One row per seat that is held or booked. Its primary key is why a seat never has two owners. A hold has an expiry and no
-- booking; a booked seat has a booking, of the same show and user, and no expiry.
create table seats (
  show_id integer not null,
  seat smallint not null check (seat between 0 and 99),
  user_id integer not null,
  booking_id integer,
  held_since timestamptz,
  held_until timestamptz,
  -- A hold made in the show's room is released at this time, unless a server renews the lease because the user is still
  -- connected (docs/decisions/0007). Null: the hold lives until it expires.
  leased_until timestamptz,
  primary key (show_id, seat),
  constraint seats_booking_id_fkey
    foreign key (show_id, booking_id, user_id) references bookings (show_id, id, user_id),
  check ((booking_id is null) = (held_until is not null)),
  check ((held_until is null) = (held_since is null)),
  check (leased_until is null or held_until is not null)
) with (fillfactor = 90);
create index seats_expiring on seats (held_until) where held_until is not null;

-- A booked seat is kept by its booking, which is kept by its show. Holds go with their show (HOLD-9): by a trigger, because a
-- foreign key would be checked again for every seat that is booked. The row is locked when the trigger runs, so no hold is
-- made meanwhile.
create function ledger.delete_holds_of_show() returns trigger language plpgsql as 'begin end';
create trigger delete_holds_of_show before delete on seat_versions
  for each row execute function ledger.delete_holds_of_show();

create table idempotency_keys (
  user_id integer not null,
  key text not null check (char_length(key) between 1 and 200),
  show_id integer not null,
  seats smallint[] not null,
  booking_id integer not null references bookings on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

-- Totals of bookings by day, kept while bookings change, so that no page ever adds up the bookings themselves. How they
-- are kept is in server/ledger/totals.sql, why in docs/decisions/0005.

-- The days are those of this time zone.
create table totals_time_zone (time_zone text not null);
insert into totals_time_zone values ('Asia/Kolkata');

-- What statements have changed since totals were last added up; a row for each show, time of booking and status.
create table total_changes (
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

-- ref_id is the movie, cinema, show or hour of the day; 0 where the dimension is 'all'.
create table totals (
  dimension text not null check (dimension in ('all', 'movie', 'cinema', 'show', 'hour')),
  day date not null,
  ref_id integer not null,
  status text not null,
  bookings integer not null,
  seats integer not null,
  paise bigint not null,
  primary key (dimension, day, ref_id, status)
) with (fillfactor = 80);

create function ledger.note_booking_totals() returns trigger language plpgsql as 'begin end';
create trigger note_totals_of_new_bookings after insert on bookings
  referencing new table as after_change for each statement execute function ledger.note_booking_totals();
create trigger note_totals_of_changed_bookings after update on bookings
  referencing old table as before_change new table as after_change
  for each statement execute function ledger.note_booking_totals();
create trigger note_totals_of_deleted_bookings after delete on bookings
  referencing old table as before_change for each statement execute function ledger.note_booking_totals();

create function ledger.move_totals_of_show() returns trigger language plpgsql as 'begin end';
create trigger move_totals_of_show after update of screen_id, starts_at on shows
  for each row when ((old.screen_id, old.starts_at) is distinct from (new.screen_id, new.starts_at))
  execute function ledger.move_totals_of_show();

-- What features read of each other's tables. Each view belongs to the feature whose tables it reads and hides rules that
-- only that feature should know.
--
-- The joins follow keys that always match. They are left joins all the same, because then PostgreSQL leaves out every
-- table of which a query asks for no column. It does not scan an index alone for such a query, though: what finds or counts
-- many bookings reads booking_keys, which joins nothing.

-- Of the catalogue: a show with its movie, screen and cinema.
create view show_details as
select show.id as show_id, show.movie_id, show.screen_id, show.starts_at, upper(show.occupies) as ends_at, show.price_paise,
  movie.title as movie_title, movie.duration_min as movie_duration_min, movie.poster_url as movie_poster_url,
  screen.name as screen_name, screen.cinema_id, cinema.name as cinema_name, cinema.city as cinema_city
from shows as show
  left join movies as movie on movie.id = show.movie_id
  left join screens as screen on screen.id = show.screen_id
  left join cinemas as cinema on cinema.id = screen.cinema_id;

-- Of seating: the seats that cannot be had now. An expired hold is not among them.
create view taken_seats as
select show_id, seat, user_id, booking_id, held_until from seats where booking_id is not null or held_until > now();

-- Of booking: by what bookings are found, counted and added up. price_paise is what was paid per seat.
create view booking_keys as
select id as booking_id, show_id, user_id, status, created_at, price_paise from bookings;

-- Of booking: a booking with its user and its show.
create view booking_details as
select booking.id as booking_id, booking.status, booking.created_at, booking.seats, booking.price_paise,
  booking.user_id, customer.name as user_name, customer.email as user_email,
  booking.show_id, show.movie_id, show.screen_id, show.starts_at, show.movie_title, show.movie_duration_min,
  show.movie_poster_url, show.screen_name, show.cinema_id, show.cinema_name, show.cinema_city
from bookings as booking
  left join users as customer on customer.id = booking.user_id
  left join show_details as show on show.show_id = booking.show_id;

-- Of booking: what the entrance reads, locks and changes of a booking.
create view tickets as
select id as booking_id, show_id, user_id, seats, status, checked_in_at from bookings;

-- Books seats, each request all or nothing (BOOK-1 to BOOK-8). `keys` are idempotency keys; null when no request has one.

create or replace function ledger.book_seats(
  show_ids integer[], user_ids integer[], seat_lists text[], keys text[], contested boolean[]
) returns table (
  place integer, outcome text, booking_id integer, price_paise integer, created_at timestamptz,
  booked smallint[], held smallint[]
)
language plpgsql rows 64
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  moment timestamptz;
  moment_ms bigint;
  earlier integer[];
  is_other boolean[];
begin
  perform from seat_versions v where v.show_id = any (show_ids) order by v.show_id for no key update;
  moment := clock_timestamp();
  moment_ms := ledger.milliseconds(moment);
  if keys is not null then
    perform pg_advisory_xact_lock(k.code)
    from (
      select distinct hashtextextended(r.key, r.user_id) as code from unnest(user_ids, keys) as r (user_id, key)
      where r.key is not null order by 1
    ) k;
    select array_agg(k.booking_id order by r.place), array_agg(k.is_other order by r.place) into earlier, is_other
    from unnest(show_ids, user_ids, seat_lists, keys) with ordinality as r (show_id, user_id, seats, key, place)
      left join lateral (
        select k.booking_id, k.show_id <> r.show_id or k.seats <> ('{' || r.seats || '}')::smallint[] as is_other
        from idempotency_keys k
        where k.user_id = r.user_id and k.key = r.key and k.created_at > moment - interval '24 hours' offset 0
      ) k on true;
  end if;
  return query
  with request as materialized (
    select r.place::integer, r.show_id, r.user_id, ('{' || r.seats || '}')::smallint[] as seats, r.key,
      r.earlier, s.price_paise, taken.booked, taken.held, taken.holds_replaced,
      case when u.id is null then 'NO_USER' when r.is_other then 'MISMATCH' when r.earlier is not null then 'REPLAY'
        when v.show_id is null then 'NO_SHOW' when s.starts_at <= moment then 'STARTED'
        when taken.booked is not null or taken.held is not null then 'TAKEN' when r.is_contested then 'AGAIN' else 'BOOKED' end as outcome
    from unnest(show_ids, user_ids, seat_lists, keys, contested, earlier, is_other)
        with ordinality as r (show_id, user_id, seats, key, is_contested, earlier, is_other, place)
      left join lateral (select * from seat_versions v where v.show_id = r.show_id offset 0) v on true
      left join lateral (select * from shows s where s.id = r.show_id offset 0) s on true
      left join lateral (select * from users u where u.id = r.user_id offset 0) u on true
      left join lateral (
        select array_agg(t.seat) filter (where t.booking_id is not null) as booked,
          array_agg(t.seat) filter (where t.user_id <> r.user_id and t.held_until > moment) as held,
          count(*) as holds_replaced
        from seats t
        where t.show_id = r.show_id and t.seat = any (('{' || r.seats || '}')::smallint[])
      ) taken on true
  ), decided as materialized (
    select q.*, case when q.outcome = 'BOOKED' then nextval('bookings_id_seq')::integer end as new_id
    from request q
  ), new_bookings as (
    insert into bookings (id, show_id, user_id, seats, price_paise, created_at)
    select new_id, show_id, user_id, seats, price_paise, moment from decided where outcome = 'BOOKED'
  ), new_seats as (
    insert into seats (show_id, seat, user_id, booking_id)
    select show_id, unnest(seats), user_id, new_id from decided where outcome = 'BOOKED' and holds_replaced = 0
  ), new_seats_over_holds as (
    insert into seats (show_id, seat, user_id, booking_id)
    select show_id, unnest(seats), user_id, new_id from decided where outcome = 'BOOKED' and holds_replaced > 0
    on conflict (show_id, seat) do update
    set user_id = excluded.user_id, booking_id = excluded.booking_id,
      held_since = null, held_until = null, leased_until = null
  ), new_keys as (
    insert into idempotency_keys as k (user_id, key, show_id, seats, booking_id, created_at)
    select user_id, key, show_id, seats, new_id, moment from decided where outcome = 'BOOKED' and key is not null
    on conflict (user_id, key) do update
    set show_id = excluded.show_id, seats = excluded.seats, booking_id = excluded.booking_id, created_at = excluded.created_at
  ), published as materialized (
    select ledger.publish_changes(
      array_agg(show_id order by place),
      array_agg(json_build_object(
        'kind', 'booked', 'userId', user_id, 'seats', seats, 'bookedAt', moment_ms, 'bookingId', new_id) order by place))
    from decided where outcome = 'BOOKED'
  )
  select d.place, d.outcome, coalesce(d.new_id, d.earlier), d.price_paise, moment, d.booked, d.held
  from published, decided d;
end $$;

-- Cancels a booking for the user who made it (CANCEL-1, CANCEL-2). Returns 'CANCELLED', or why not.

create or replace function ledger.cancel_booking(wanted_id integer, by_user integer) returns text language plpgsql as $$
declare
  booking bookings;
begin
  select * into booking from bookings where id = wanted_id;
  if booking.id is null then return 'NOT_FOUND'; end if;
  if booking.user_id <> by_user then return 'FORBIDDEN'; end if;
  perform from seat_versions v where v.show_id = booking.show_id for no key update;
  select * into booking from bookings where id = wanted_id for no key update;
  if booking.status = 'CANCELLED' then return 'ALREADY_CANCELLED'; end if;
  if booking.status = 'CHECKED_IN' then return 'ALREADY_CHECKED_IN'; end if;
  if (select starts_at from shows where id = booking.show_id) <= clock_timestamp() then return 'SHOW_STARTED'; end if;
  delete from seats t where t.show_id = booking.show_id and t.booking_id = wanted_id;
  update bookings set status = 'CANCELLED', cancelled_at = clock_timestamp() where id = wanted_id;
  perform ledger.publish_changes(array[booking.show_id], array[json_build_object(
    'kind', 'cancelled', 'userId', by_user, 'seats', booking.seats, 'bookingId', wanted_id)]);
  return 'CANCELLED';
end $$;

-- Holds seats for users (HOLD-1, 2, 3, 6). `are_in_room` says whose hold is on a lease, because they are in the show's room.

create or replace function ledger.hold_seats(
  show_ids integer[], user_ids integer[], seat_lists text[], are_in_room boolean[], contested boolean[],
  hold interval, hold_at_most interval, lease interval
) returns table (place integer, outcome text, held smallint[], conflicts smallint[], held_until timestamptz)
language plpgsql rows 64
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  moment timestamptz;
begin
  perform from seat_versions v where v.show_id = any (show_ids) order by v.show_id for no key update;
  moment := clock_timestamp();
  return query
  with request as materialized (
    select r.place::integer, r.show_id, r.user_id, r.is_in_room, r.is_contested,
      case when u.id is null then 'NO_USER' when v.show_id is null then 'NO_SHOW'
        when s.starts_at <= moment then 'STARTED' end as refusal,
      wanted.available, wanted.conflicts, coalesce(mine.since, moment) as since,
      array(select distinct unnest(mine.seats || wanted.available) order by 1)::smallint[] as all_mine
    from unnest(show_ids, user_ids, seat_lists, are_in_room, contested)
        with ordinality as r (show_id, user_id, seats, is_in_room, is_contested, place)
      left join lateral (select * from seat_versions v where v.show_id = r.show_id offset 0) v on true
      left join lateral (select * from shows s where s.id = r.show_id offset 0) s on true
      left join lateral (select * from users u where u.id = r.user_id offset 0) u on true
      left join lateral (
        select array_agg(t.seat) as seats, min(t.held_since) as since
        from seats t where t.show_id = r.show_id and t.user_id = r.user_id and t.held_until > moment
      ) mine on true
      left join lateral (
        select array_agg(w.seat) filter (where w.is_available) as available,
          array_agg(w.seat) filter (where not w.is_available) as conflicts
        from (
          select wish.seat,
            t.seat is null or t.booking_id is null and (t.user_id = r.user_id or t.held_until <= moment) as is_available
          from unnest(('{' || r.seats || '}')::smallint[]) as wish (seat) left join lateral (
            select * from seats t where t.show_id = r.show_id and t.seat = wish.seat offset 0
          ) t on true
        ) w
      ) wanted on true
  ), decided as materialized (
    select q.*, least(moment + hold, q.since + hold_at_most) as until
    from (
      select *, case when refusal is not null then refusal when available is null then 'NONE'
        when is_contested then 'AGAIN' when cardinality(all_mine) > 6 then 'TOO_MANY' else 'HELD' end as outcome
      from request
    ) q
  ), new_holds as (
    insert into seats as t (show_id, seat, user_id, held_since, held_until, leased_until)
    select d.show_id, unnest(d.all_mine), d.user_id, d.since, d.until, case when d.is_in_room then moment + lease end
    from decided d where d.outcome = 'HELD'
    on conflict (show_id, seat) do update
    set user_id = excluded.user_id, held_since = excluded.held_since, held_until = excluded.held_until,
      leased_until = excluded.leased_until
  ), published as materialized (
    select ledger.publish_changes(
      array_agg(show_id order by place),
      array_agg(json_build_object(
        'kind', 'held', 'userId', user_id, 'seats', all_mine, 'expiresAt', ledger.milliseconds(until)) order by place))
    from decided where outcome = 'HELD'
  )
  select d.place, d.outcome, d.available, d.conflicts, d.until from decided d, published;
end $$;

-- Versions: a show's seats begin at version 0, and each change has the next one.

create or replace function ledger.start_seat_version() returns trigger language plpgsql as $$
begin
  insert into seat_versions (show_id) values (new.id);
  return null;
end $$;

create or replace function ledger.milliseconds(moment timestamptz) returns bigint language sql stable
return floor(extract(epoch from moment) * 1000);

-- Gives each change the next version of its show, in the order given, and publishes all of them when the transaction
-- commits. Expects the version rows to be locked. A payload is a JSON array, read by features/seating/seat-changes.ts.
create or replace function ledger.publish_changes(show_ids integer[], changes json[]) returns void language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan
as $$
declare
  -- PostgreSQL takes payloads below 8000 bytes.
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
    select json_build_object('showId', show_id, 'version', version, 'change', change) from numbered order by place
  loop
    if octet_length(lines) + octet_length(line) > most_bytes then
      perform pg_notify('seats', '[' || lines || ']');
      lines := null;
    end if;
    lines := concat_ws(',', lines, line);
  end loop;
  if lines is not null then perform pg_notify('seats', '[' || lines || ']'); end if;
end $$;

-- Releases holds that have expired (HOLD-4) and holds whose lease has ended (HOLD-7). Returns how many seats that freed.
-- After a restart of the database no lease ends for the time of a grace, so that servers can first renew the leases of users
-- who are still connected.

create or replace function ledger.release_expired_holds(grace interval) returns integer language plpgsql
set enable_seqscan = off set plan_cache_mode = force_generic_plan
as $$
declare
  moment timestamptz := clock_timestamp();
  leases_ended_by timestamptz;
  concerned integer[];
  freed integer;
begin
  leases_ended_by := case when pg_postmaster_start_time() + grace > moment then '-infinity'::timestamptz else moment end;
  concerned := array(
    select distinct show_id from seats
    where held_until is not null and (held_until <= moment or leased_until <= leases_ended_by)
  );
  if cardinality(concerned) = 0 then return 0; end if;
  perform from seat_versions v where v.show_id = any (concerned) order by v.show_id for no key update;
  with deleted as (
    delete from seats t
    where t.show_id = any (concerned) and (t.held_until <= moment or t.leased_until <= leases_ended_by)
    returning t.show_id, t.user_id, t.seat, case when t.held_until <= moment then 'expired' else 'disconnected' end as reason
  ), change as materialized (
    select show_id, user_id, reason, array_agg(seat order by seat) as seats from deleted group by show_id, user_id, reason
  ), published as materialized (
    select ledger.publish_changes(
      array_agg(show_id order by show_id, user_id, reason),
      array_agg(json_build_object('kind', 'released', 'userId', user_id, 'seats', seats, 'reason', reason)
        order by show_id, user_id, reason))
    from change
  )
  select coalesce(sum(cardinality(c.seats)), 0) into freed from change c, published;
  return freed;
end $$;

-- Releases holds that users give up (HOLD-5). An empty list of seats means all that the user holds for the show.

create or replace function ledger.release_holds(show_ids integer[], user_ids integer[], seat_lists text[])
returns table (place integer, released smallint[])
language plpgsql rows 64
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
  perform from seat_versions v where v.show_id = any (show_ids) order by v.show_id for no key update;
  return query
  with deleted as (
    delete from seats t
    using unnest(show_ids, user_ids, seat_lists) with ordinality as r (show_id, user_id, seats, place)
    where t.show_id = r.show_id and t.user_id = r.user_id and t.booking_id is null
      and (r.seats = '' or t.seat = any (('{' || r.seats || '}')::smallint[]))
    returning r.place::integer, t.show_id, t.user_id, t.seat
  ), change as materialized (
    select place, show_id, user_id, array_agg(seat order by seat) as seats from deleted group by place, show_id, user_id
  ), published as materialized (
    select ledger.publish_changes(
      array_agg(show_id order by place),
      array_agg(json_build_object('kind', 'released', 'userId', user_id, 'seats', seats, 'reason', 'released') order by place))
    from change
  )
  select c.place, c.seats from change c, published;
end $$;

create or replace function ledger.delete_holds_of_show() returns trigger language plpgsql as $$
begin
  delete from seats t where t.show_id = old.show_id and t.booking_id is null;
  return old;
end $$;

-- Sets how long these users' holds live without being renewed (docs/decisions/0007).

create or replace function ledger.renew_leases(show_ids integer[], user_ids integer[], lease interval) returns void
language plpgsql
set enable_seqscan = off set plan_cache_mode = force_generic_plan
as $$
declare
  until timestamptz;
  concerned integer[] := array(
    select distinct t.show_id from seats t
      join unnest(show_ids, user_ids) as r (show_id, user_id) on t.show_id = r.show_id and t.user_id = r.user_id
    where t.held_until is not null
  );
begin
  if cardinality(concerned) = 0 then return; end if;
  perform from seat_versions v where v.show_id = any (concerned) order by v.show_id for no key update;
  until := clock_timestamp() + lease;
  update seats t set leased_until = until
  from unnest(show_ids, user_ids) as r (show_id, user_id)
  where t.show_id = any (concerned) and t.show_id = r.show_id and t.user_id = r.user_id and t.held_until is not null;
end $$;

-- How long a show occupies its screen: from its start for as long as its movie lasts, two hours where that is unknown.
-- The exclusion constraint of shows refuses two shows on one screen that overlap.

create or replace function ledger.show_occupies(starts_at timestamptz, duration_min integer) returns tstzrange
language sql stable
return tstzrange(starts_at, starts_at + make_interval(mins => coalesce(duration_min, 120)));

-- The share lock makes a show and a change of its movie's duration take turns.
create or replace function ledger.set_show_occupies() returns trigger language plpgsql as $$
begin
  new.occupies := ledger.show_occupies(
    new.starts_at,
    (select duration_min from movies where id = new.movie_id for share)
  );
  return new;
end $$;

-- The locks make it take turns with whoever schedules on the same screens; without them the two could deadlock.
create or replace function ledger.set_occupies_of_movie() returns trigger language plpgsql as $$
begin
  perform from screens where id in (select screen_id from shows where movie_id = new.id) order by id for no key update;
  update shows set occupies = ledger.show_occupies(starts_at, new.duration_min) where movie_id = new.id;
  return null;
end $$;

-- Totals of bookings. A statement that changes bookings appends what it changed to total_changes, one row per show, and
-- touches nothing that another booking might be waiting for. Every few seconds one server adds these rows up into totals.
-- current_totals has both, so it is exact at every moment, also when the adding up is behind.
-- A booking counts under the status that it has now: in all, for its movie and for its cinema on the day on which it was
-- made, and for its show and the hour at which that starts on the day on which it starts.

create or replace function ledger.total_keys(change total_changes)
returns table (dimension text, day date, ref_id integer) language sql stable
begin atomic
  select key.dimension, key.moment::date, key.ref_id
  from totals_time_zone,
    lateral (select change.made_at at time zone time_zone as made_at, change.starts_at at time zone time_zone as starts_at) local,
    lateral (values
      ('all', local.made_at, 0),
      ('movie', local.made_at, change.movie_id),
      ('cinema', local.made_at, change.cinema_id),
      ('show', local.starts_at, change.show_id),
      ('hour', local.starts_at, extract(hour from local.starts_at)::integer)
    ) as key (dimension, moment, ref_id);
end;

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

-- A show that moves takes its totals along. Its bookings cannot change meanwhile: whoever moves a show has locked its row
-- in seat_versions first, as everyone does who books or cancels.
create or replace function ledger.move_totals_of_show() returns trigger language plpgsql as $$
begin
  insert into total_changes
  select ledger.quarter_hour(b.created_at), place.starts_at, new.id, new.movie_id, place.cinema_id, b.status,
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

-- Returns how many changes it added; none while another server is doing it.
create or replace function ledger.add_up_totals(at_most integer) returns integer language plpgsql as $$
declare
  added integer;
begin
  if not pg_try_advisory_xact_lock(7206196) then return 0; end if;
  with taken as (
    delete from total_changes c where ctid = any (array(select ctid from total_changes limit at_most)) returning c
  ), kept as (
    insert into totals as t
    select key.dimension, key.day, key.ref_id, (c).status, sum((c).bookings), sum((c).seats), sum((c).paise)
    from taken, ledger.total_keys(c) key
    group by key.dimension, key.day, key.ref_id, (c).status
    on conflict (dimension, day, ref_id, status) do update
    set bookings = t.bookings + excluded.bookings, seats = t.seats + excluded.seats, paise = t.paise + excluded.paise
  )
  select count(*) into added from taken;
  return added;
end $$;

-- Adds up all bookings anew; they cannot change meanwhile.
create or replace function ledger.rebuild_totals() returns void language plpgsql set work_mem = '256MB' as $$
begin
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
      select date_trunc('day', created_at, time_zone) as made_at, show_id, status,
        count(*) as bookings, sum(cardinality(seats)) as seats, sum(total_paise) as paise
      from bookings, totals_time_zone group by 1, 2, 3
    ) b join shows s on s.id = b.show_id join screens p on p.id = s.screen_id
  ) change, ledger.total_keys(c) key
  group by key.dimension, key.day, key.ref_id, (c).status
  order by key.dimension, key.day, key.ref_id;
end $$;

create or replace function ledger.set_totals_time_zone(wanted text) returns void language plpgsql as $$
begin
  if exists (select from totals_time_zone where time_zone = wanted) then return; end if;
  perform from totals_time_zone for update;
  update totals_time_zone set time_zone = wanted;
  perform ledger.rebuild_totals();
end $$;

create table schema_migrations (version bigint primary key, name text, md5 text, run_at timestamptz);

set session_replication_role = replica;

delete from ledger.applied;
insert into ledger.applied (version, checksum, applied_at) overriding system value values
  ('0.2.0', 'd23345d665c4938da1c1aa5ed32ad721914a8ee070fcf8fe5643457e838a0064', '2026-11-15 21:49:52.753546+00');

delete from public.audit_log;
insert into public.audit_log (id, at, actor_id, action, entity, entity_id, before, after) overriding system value values
  ('1', '2026-11-15 21:49:54.948369+00', '1', 'CREATE', 'movie', '1', NULL, '{"title": "Monsoon Matinee", "posterUrl": null, "description": "It’s raining.", "durationMin": 120}'),
  ('2', '2026-11-15 21:49:55.000741+00', '1', 'CREATE', 'movie', '2', NULL, '{"title": "No Duration", "posterUrl": "/posters/x.svg", "description": null, "durationMin": null}'),
  ('3', '2026-11-15 21:49:55.013675+00', '1', 'CREATE', 'cinema', '1', NULL, '{"city": "Mumbai", "name": "Regal"}'),
  ('4', '2026-11-15 21:49:55.036553+00', '1', 'CREATE', 'cinema', '2', NULL, '{"city": null, "name": "Plaza"}'),
  ('5', '2026-11-15 21:49:55.044187+00', '1', 'CREATE', 'screen', '1', NULL, '{"name": "Screen 1", "capacity": 100, "cinemaId": 1}'),
  ('6', '2026-11-15 21:49:55.054434+00', '1', 'CREATE', 'screen', '2', NULL, '{"name": "Screen 1", "capacity": null, "cinemaId": 2}'),
  ('7', '2026-11-15 21:49:55.061729+00', '1', 'CREATE', 'show', '1', NULL, '{"price": 199.99, "movieId": 1, "screenId": 1, "startTime": "2090-01-01T12:00:00.000Z"}'),
  ('8', '2026-11-15 21:49:55.077416+00', '1', 'CREATE', 'show', '2', NULL, '{"price": 199.99, "movieId": 2, "screenId": 2, "startTime": "2026-11-15T22:49:55.075Z"}');

delete from public.bookings;
insert into public.bookings (id, show_id, user_id, status, seats, price_paise, created_at, cancelled_at, checked_in_at) overriding system value values
  ('1', '1', '2', 'CONFIRMED', '{0,1}', '19999', '2026-11-15 21:49:55.137952+00', NULL, NULL),
  ('2', '1', '2', 'CANCELLED', '{10,11,12}', '19999', '2026-11-15 21:49:55.15427+00', '2026-11-15 21:49:55.159382+00', NULL),
  ('3', '2', '2', 'CHECKED_IN', '{99}', '19999', '2026-11-15 21:49:55.168265+00', NULL, '2026-11-15 21:49:55.173613+00'),
  ('4', '1', '2', 'CONFIRMED', '{20}', '19999', '2026-11-15 21:49:55.211263+00', NULL, NULL);

delete from public.cinemas;
insert into public.cinemas (id, name, city, created_at) overriding system value values
  ('1', 'Regal', 'Mumbai', '2026-11-15 21:49:55.013675+00'),
  ('2', 'Plaza', NULL, '2026-11-15 21:49:55.036553+00');

delete from public.idempotency_keys;
insert into public.idempotency_keys (user_id, key, show_id, seats, booking_id, created_at) overriding system value values
  ('2', 'first', '1', '{0,1}', '1', '2026-11-15 21:49:55.137952+00');

delete from public.movies;
insert into public.movies (id, title, description, duration_min, poster_url, created_at) overriding system value values
  ('1', 'Monsoon Matinee', 'It’s raining.', '120', NULL, '2026-11-15 21:49:54.948369+00'),
  ('2', 'No Duration', NULL, NULL, '/posters/x.svg', '2026-11-15 21:49:55.000741+00');

delete from public.schema_migrations;
insert into public.schema_migrations (version, name, md5, run_at) overriding system value values
  ('0', NULL, NULL, NULL),
  ('1', 'accounts-and-catalogue', 'c41006bb58af4a20967ebff06e8131bc', '2026-11-15 21:49:52.867+00'),
  ('2', 'bookings-and-seats', '0094e4cc389d53e3334641c0d0c05a91', '2026-11-15 21:49:52.883+00'),
  ('3', 'totals', 'adba14190c6067581cb3eabfc8b1b1fc', '2026-11-15 21:49:52.891+00'),
  ('4', 'views', '61849daa0cbd3cf4ee2aaa67770d859c', '2026-11-15 21:49:52.895+00');

delete from public.screens;
insert into public.screens (id, cinema_id, name, capacity, created_at) overriding system value values
  ('1', '1', 'Screen 1', '100', '2026-11-15 21:49:55.044187+00'),
  ('2', '2', 'Screen 1', NULL, '2026-11-15 21:49:55.054434+00');

delete from public.seat_versions;
insert into public.seat_versions (show_id, version) overriding system value values
  ('1', '5'),
  ('2', '1');

delete from public.seats;
insert into public.seats (show_id, seat, user_id, booking_id, held_since, held_until, leased_until) overriding system value values
  ('1', '0', '2', '1', NULL, NULL, NULL),
  ('1', '1', '2', '1', NULL, NULL, NULL),
  ('1', '20', '2', '4', NULL, NULL, NULL),
  ('1', '33', '2', NULL, '2026-11-15 21:49:55.214782+00', '2086-10-31 21:49:55.214782+00', NULL),
  ('1', '34', '2', NULL, '2026-11-15 21:49:55.214782+00', '2086-10-31 21:49:55.214782+00', NULL),
  ('2', '99', '2', '3', NULL, NULL, NULL);

delete from public.shows;
insert into public.shows (id, movie_id, screen_id, starts_at, price_paise, occupies, created_at) overriding system value values
  ('1', '1', '1', '2090-01-01 12:00:00+00', '19999', '["2090-01-01 12:00:00+00","2090-01-01 14:00:00+00")', '2026-11-15 21:49:55.061729+00'),
  ('2', '2', '2', '2026-11-15 22:49:55.075+00', '19999', '["2026-11-15 22:49:55.075+00","2026-11-16 00:49:55.075+00")', '2026-11-15 21:49:55.077416+00');

delete from public.total_changes;
insert into public.total_changes (made_at, starts_at, show_id, movie_id, cinema_id, status, bookings, seats, paise) overriding system value values
  ('2026-11-15 21:45:00+00', '2090-01-01 12:00:00+00', '1', '1', '1', 'CONFIRMED', '1', '1', '19999');

delete from public.totals;
insert into public.totals (dimension, day, ref_id, status, bookings, seats, paise) overriding system value values
  ('all', '2026-11-16', '0', 'CANCELLED', '1', '3', '59997'),
  ('all', '2026-11-16', '0', 'CHECKED_IN', '1', '1', '19999'),
  ('all', '2026-11-16', '0', 'CONFIRMED', '1', '2', '39998'),
  ('cinema', '2026-11-16', '1', 'CANCELLED', '1', '3', '59997'),
  ('cinema', '2026-11-16', '1', 'CONFIRMED', '1', '2', '39998'),
  ('cinema', '2026-11-16', '2', 'CHECKED_IN', '1', '1', '19999'),
  ('cinema', '2026-11-16', '2', 'CONFIRMED', '0', '0', '0'),
  ('hour', '2026-11-16', '4', 'CHECKED_IN', '1', '1', '19999'),
  ('hour', '2026-11-16', '4', 'CONFIRMED', '0', '0', '0'),
  ('hour', '2090-01-01', '17', 'CANCELLED', '1', '3', '59997'),
  ('hour', '2090-01-01', '17', 'CONFIRMED', '1', '2', '39998'),
  ('movie', '2026-11-16', '1', 'CANCELLED', '1', '3', '59997'),
  ('movie', '2026-11-16', '1', 'CONFIRMED', '1', '2', '39998'),
  ('movie', '2026-11-16', '2', 'CHECKED_IN', '1', '1', '19999'),
  ('movie', '2026-11-16', '2', 'CONFIRMED', '0', '0', '0'),
  ('show', '2026-11-16', '2', 'CHECKED_IN', '1', '1', '19999'),
  ('show', '2026-11-16', '2', 'CONFIRMED', '0', '0', '0'),
  ('show', '2090-01-01', '1', 'CANCELLED', '1', '3', '59997'),
  ('show', '2090-01-01', '1', 'CONFIRMED', '1', '2', '39998');

delete from public.totals_time_zone;
insert into public.totals_time_zone (time_zone) overriding system value values
  ('Asia/Kolkata');

delete from public.users;
insert into public.users (id, name, email, password_hash, role, created_at) overriding system value values
  ('1', 'Ada', 'ada@example.com', 'not a hash', 'ADMIN', '2026-11-15 21:49:54.922275+00'),
  ('2', 'Asha Rao', 'asha@example.com', '$argon2id$v=19$m=19456,t=2,p=1$+kRlmsUPgKXrB8Y8wOCEXA$Hat83GvzkEPK1ZoFgb4P15aJWbe6hkVJAL3XlinTcdA', 'USER', '2026-11-15 21:49:55.12725+00');

select setval('public.audit_log_id_seq', 8);

select setval('public.bookings_id_seq', 4);

select setval('public.cinemas_id_seq', 2);

select setval('public.movies_id_seq', 2);

select setval('public.screens_id_seq', 2);

select setval('public.shows_id_seq', 2);

select setval('public.users_id_seq', 2);

set session_replication_role = origin;
