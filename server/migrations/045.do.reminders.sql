-- Which mails a user wants besides those about changes.
alter table users
  add column wants_reminders boolean not null default true,
  add column wants_waitlist_mails boolean not null default true;

-- One row per show. `starts_at` is the start of which users are still to be reminded; null once they were.
create table reminders (
  show_id integer primary key references shows on delete cascade,
  starts_at timestamptz,
  -- When the show got this start.
  since timestamptz not null,
  -- Whoever had booked by then was reminded. A show that moves later reminds only the others.
  reminded_at timestamptz
);
create index reminders_due on reminders (starts_at) where starts_at is not null;
insert into reminders (show_id, starts_at, since)
select id, starts_at, created_at from shows where starts_at > now() and cancelled_at is null;

create function ledger.note_start() returns trigger language plpgsql as 'begin end';
create trigger note_start after insert on shows for each row execute function ledger.note_start();
create trigger note_new_start after update of starts_at on shows
  for each row when (old.starts_at is distinct from new.starts_at) execute function ledger.note_start();

alter table outbox
  drop constraint outbox_kind_check,
  add constraint outbox_kind_check check (kind in (
    'password-reset', 'confirm-email', 'booking-confirmed', 'booking-changed', 'booking-cancelled', 'show-moved',
    'show-cancelled', 'waitlist-offer', 'reminder', 'many-changes'));
