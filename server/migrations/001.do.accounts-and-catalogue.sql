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
