-- When the user showed that mails to the account's address reach them. Accounts from before this version keep getting their
-- mails (`email_grandfathered`), but a promotion treats them as unconfirmed: nobody ever checked whose address it is.
alter table users
  add column email_confirmed_at timestamptz,
  add column email_grandfathered boolean not null default false,
  -- Promoted without a confirmed address: only a reset link lets its user log in.
  add column must_reset_password boolean not null default false;
update users set email_confirmed_at = created_at, email_grandfathered = true where deleted_at is null;

-- Using a link that was sent by mail confirms the address; one that an administrator passed on does not.
alter table reset_links add column sent_by_mail boolean not null default false;

create table confirmation_links (
  token_hash bytea primary key,
  user_id integer not null references users on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index confirmation_links_by_user on confirmation_links (user_id);
create index confirmation_links_by_expiry on confirmation_links (expires_at);

-- The mails with links to an address in the last hour. By a hash of the address and not by account, because deleting the
-- account and signing up again would otherwise start a new count.
create table link_mails (
  address_hash bytea not null,
  kind text not null,
  at timestamptz not null default now()
);
create index link_mails_by_address on link_mails (address_hash, kind, at);
create index link_mails_by_age on link_mails (at);

alter table outbox
  drop constraint outbox_kind_check,
  add constraint outbox_kind_check check (kind in (
    'password-reset', 'confirm-email', 'booking-confirmed', 'booking-cancelled', 'show-moved', 'show-cancelled',
    'many-changes')),
  -- The account whose hourly limit counts the mail; `user_id` is set only for mails that are about no booking.
  add column recipient_id integer,
  -- When the mail was first claimed, and so counted.
  add column counted_at timestamptz;
update outbox set recipient_id = coalesce(user_id, (select b.user_id from bookings b where b.id = booking_id));
create index outbox_by_recipient on outbox (recipient_id, counted_at);
