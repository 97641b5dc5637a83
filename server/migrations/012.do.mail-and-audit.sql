-- Mails wait here until they are sent; features/outbox says how they get in, features/mail how they get out. No row holds a
-- name or an address: the mail is written from what the database says when it is sent.
create table outbox (
  id bigint generated always as identity primary key,
  kind text not null check (
    kind in ('password-reset', 'booking-confirmed', 'booking-cancelled', 'show-moved', 'show-cancelled')),
  user_id integer,
  booking_id integer,
  -- What no table knows: the link, the reason, where the show was before. Emptied when the mail is sent.
  details jsonb not null default '{}',
  status text not null default 'WAITING' check (status in ('WAITING', 'SENT', 'FAILED')),
  attempts integer not null default 0,
  queued_at timestamptz not null default now(),
  -- While a server is sending the mail this lies ahead, so that no other server takes it.
  next_attempt_at timestamptz not null default now(),
  ended_at timestamptz,
  -- The code of the last refusal, such as 451 or ETIMEDOUT; never its text, which may name the address.
  last_error text,
  check (num_nonnulls(user_id, booking_id) = 1),
  check ((status = 'WAITING') = (ended_at is null))
);
create index outbox_waiting on outbox (next_attempt_at, id) where status = 'WAITING';
create index outbox_ended on outbox (ended_at) where status <> 'WAITING';

-- Whether mails are queued at all: the servers have an SMTP_URL. One row.
create table mail_switch (is_on boolean not null);
insert into mail_switch values (false);

create function ledger.queue_booking_mails() returns trigger language plpgsql as 'begin end';
create trigger queue_mails_of_new_bookings after insert on bookings
  referencing new table as after_change for each statement execute function ledger.queue_booking_mails();
create trigger queue_mails_of_changed_bookings after update on bookings
  referencing old table as before_change new table as after_change
  for each statement execute function ledger.queue_booking_mails();

create function ledger.queue_show_mails() returns trigger language plpgsql as 'begin end';
create trigger queue_show_mails after update of screen_id, starts_at on shows
  for each row when ((old.screen_id, old.starts_at) is distinct from (new.screen_id, new.starts_at))
  execute function ledger.queue_show_mails();

-- The audit log knows more than the catalogue: who, from where, and the name that the thing had.
alter table audit_log
  drop constraint audit_log_actor_id_fkey,
  drop constraint audit_log_action_check,
  drop constraint audit_log_entity_check,
  alter column entity_id drop not null,
  add column name text,
  add column address text,
  add check (action in
    ('CREATE', 'UPDATE', 'DELETE', 'CANCEL', 'CHECK_IN', 'EXPORT', 'LOGIN', 'LOGIN_FAILED', 'RESET_LINK')),
  add check (entity in ('cinema', 'movie', 'screen', 'show', 'booking', 'user'));
create index audit_log_by_age on audit_log (at, id);

-- An account that is deleted loses its address, or its row altogether; then nothing here says any more from where it was used.
create function ledger.forget_user() returns trigger language plpgsql as 'begin end';
create trigger forget_user_without_address after update of email on users
  for each row when (new.email is null and old.email is not null) execute function ledger.forget_user();
create trigger forget_deleted_user after delete on users for each row execute function ledger.forget_user();

update audit_log set name = coalesce(after, before) ->> case entity when 'movie' then 'title' else 'name' end
where entity <> 'show';
update audit_log set name = show.movie_title || ', ' || show.cinema_name || ', ' || show.screen_name
from show_details as show where entity = 'show' and show.show_id = entity_id;
