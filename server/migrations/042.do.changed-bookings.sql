-- What customers gave back and took when they changed their bookings (CHANGE-1).
create table booking_changes (
  id integer generated always as identity primary key,
  booking_id integer not null references bookings on delete cascade,
  at timestamptz not null,
  released smallint[] not null,
  taken smallint[] not null
);
create index booking_changes_by_booking on booking_changes (booking_id);

-- The seats that a change gave back. Null for the key of a booking.
alter table idempotency_keys add column released smallint[];

alter table outbox
  drop constraint outbox_kind_check,
  add constraint outbox_kind_check check (kind in (
    'password-reset', 'confirm-email', 'booking-confirmed', 'booking-changed', 'booking-cancelled', 'show-moved',
    'show-cancelled', 'many-changes'));
