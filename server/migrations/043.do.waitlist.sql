-- Users who wait for seats of a show, served in the order of their ids, and what each of them is offered.
create table waitlist (
  id integer generated always as identity primary key,
  show_id integer not null references shows on delete cascade,
  user_id integer not null references users,
  seats smallint not null check (seats between 1 and 6),
  since timestamptz not null,
  offered smallint[] check (cardinality(offered) between 1 and 6),
  offered_until timestamptz,
  unique (user_id, show_id),
  check ((offered is null) = (offered_until is null))
);
create index waitlist_in_order on waitlist (show_id, id);
create index waitlist_offers on waitlist (show_id) where offered is not null;

-- How long an offer lasts. One row.
create table waitlist_rules (offer_time interval not null);
insert into waitlist_rules values ('15 minutes');

-- True for a hold that is an offer. Null is the usual case, because it takes no room.
alter table seats add column offered boolean check (offered is null or offered and booking_id is null);

alter table outbox
  drop constraint outbox_kind_check,
  add constraint outbox_kind_check check (kind in (
    'password-reset', 'confirm-email', 'booking-confirmed', 'booking-changed', 'booking-cancelled', 'show-moved',
    'show-cancelled', 'waitlist-offer', 'many-changes'));
