-- Returns when a show occupies its screen: from its start for the duration of its movie, or two hours if that is unknown.
-- The exclusion constraint of shows refuses overlapping shows on one screen.

create or replace function ledger.show_occupies(starts_at timestamptz, duration_min integer) returns tstzrange
language sql stable
return tstzrange(starts_at, starts_at + make_interval(mins => coalesce(duration_min, 120)));

-- The share lock makes a new show and a change of its movie's duration take turns.
create or replace function ledger.set_show_occupies() returns trigger language plpgsql as $$
begin
  new.occupies := ledger.show_occupies(
    new.starts_at,
    (select duration_min from movies where id = new.movie_id for share)
  );
  return new;
end $$;

-- The locks make it take turns with transactions that schedule on the same screens, which could otherwise deadlock with it.
create or replace function ledger.set_occupies_of_movie() returns trigger language plpgsql as $$
begin
  perform from screens where id in (select screen_id from shows where movie_id = new.id) order by id for no key update;
  update shows set occupies = ledger.show_occupies(starts_at, new.duration_min) where movie_id = new.id;
  return null;
end $$;
