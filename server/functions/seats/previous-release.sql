-- What servers of the previous release call. To them a place for wheelchairs or companions is a seat held by someone else.

create or replace function ledger.hold_seats(
  show_ids integer[], user_ids integer[], seat_lists text[], are_in_room boolean[], contested boolean[],
  hold interval, hold_at_most interval, lease interval, lock_wait_ms integer, has_lines boolean default false
) returns table (place integer, outcome text, held smallint[], conflicts smallint[], held_until timestamptz)
language sql rows 64 as $$
  select h.place, h.outcome, h.held, h.conflicts, h.held_until
  from ledger.hold_seats(
    show_ids, user_ids, seat_lists, are_in_room, contested, hold, hold_at_most, lease, lock_wait_ms, has_lines, null) h
$$;

create or replace function ledger.book_seats(
  show_ids integer[], user_ids integer[], seat_lists text[], keys text[], contested boolean[],
  lock_wait_ms integer, expected_totals integer[], seats_per_user integer default 0,
  has_lines boolean default false
) returns table (
  place integer, outcome text, booking_id integer, price_paise integer, created_at timestamptz,
  booked smallint[], held smallint[]
)
language sql rows 64 as $$
  select b.place, b.outcome, b.booking_id, b.price_paise, b.created_at, b.booked, b.held || b.wheelchair || b.companion
  from ledger.book_seats(
    show_ids, user_ids, seat_lists, keys, contested, lock_wait_ms, expected_totals, seats_per_user, has_lines, null) b
$$;
