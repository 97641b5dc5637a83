-- The waiting room (docs/decisions/0020). Whoever lets users in to a show's seats locks the row of its line first, so that never
-- more than ROOM_LIMIT are inside. It takes no lock of the seat ledger, and the ledger none of these.
create table lines (
  show_id integer primary key references seat_versions on delete cascade,
  -- For estimates: since when the first in line has been the first, and what it took on average until the next was let in.
  next_since timestamptz not null default now(),
  seconds_per_place double precision
);

-- One row per user who waits for a show's seats or is at them. A place that has ended is kept while the user is connected, so
-- that every server can tell its connections how it ended.
create table line_places (
  show_id integer not null references lines on delete cascade,
  user_id integer not null,
  -- The order of arrival.
  number bigint generated always as identity,
  state text not null default 'WAITING' check (state in ('WAITING', 'INSIDE', 'TIME_UP', 'BOOKED')),
  joined_at timestamptz not null,
  admitted_at timestamptz,
  ends_at timestamptz,
  -- The servers to which the user is connected for this show, and until when each of them is believed, in seconds since 1970
  -- (they renew that): the last one that the user leaves ends the place.
  servers jsonb not null,
  -- The place is lost at this time, unless a server renews the lease because the user is still connected.
  leased_until timestamptz not null,
  primary key (show_id, user_id),
  check ((state = 'WAITING') = (admitted_at is null)),
  check ((admitted_at is null) = (ends_at is null))
) with (fillfactor = 70);
create index line_places_in_order on line_places (show_id, state, number);
create index line_places_by_lease on line_places (leased_until);
create index line_places_ending on line_places (ends_at) where state = 'INSIDE';
