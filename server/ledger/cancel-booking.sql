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
