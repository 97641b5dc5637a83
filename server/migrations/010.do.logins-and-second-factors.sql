-- STAFF work at the door. A deleted account keeps its row, for the figures of its bookings, without name and address.
alter table users
  drop constraint users_role_check,
  add constraint users_role_check check (role in ('USER', 'STAFF', 'ADMIN')),
  alter column email drop not null,
  -- Tokens with a lower number are refused: raised by a new password, "logout everywhere" and the deletion.
  add column session_number integer not null default 0,
  add column sessions_ended_at timestamptz,
  -- Not known to be fit for STAFF or ADMIN.
  add column has_weak_password boolean not null default false,
  add column last_login_at timestamptz,
  add column deleted_at timestamptz,
  add constraint users_email_until_deleted check ((email is null) = (deleted_at is not null));
update users set has_weak_password = true where role = 'USER';
create index users_sessions_ended on users (sessions_ended_at) where sessions_ended_at is not null;
create index users_by_name on users (lower(name), id) where deleted_at is null;

create function ledger.keep_an_admin() returns trigger language plpgsql as 'begin end';
create trigger keep_an_admin before update of role on users
  for each row when (old.role = 'ADMIN' and new.role <> 'ADMIN') execute function ledger.keep_an_admin();

-- Each token belongs to a login. One that was ended before it expired is refused by every server.
create table logins (
  id bigint generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  at timestamptz not null default now(),
  address text not null,
  device text not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index logins_by_user on logins (user_id, id desc);
create index logins_ended on logins (ended_at) where ended_at is not null;
create index logins_by_expiry on logins (expires_at);

create table second_factors (
  user_id integer primary key references users on delete cascade,
  -- Encrypted with a key that is not in the database.
  sealed_secret text not null,
  started_at timestamptz not null default now(),
  -- In force from then on.
  confirmed_at timestamptz,
  -- The time step of the last code that was taken: no code works twice.
  last_step bigint not null default 0
);

-- A code that was used is deleted.
create table recovery_codes (
  user_id integer not null references second_factors on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

create table reset_links (
  token_hash bytea primary key,
  user_id integer not null references users on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index reset_links_by_user on reset_links (user_id);
create index reset_links_by_expiry on reset_links (expires_at);

-- What the servers demand of accounts; each says so when it starts. One row.
create table account_rules (admins_need_totp boolean not null);
insert into account_rules values (false);

-- Of auth: the role that a user may use now. Whoever still has to set a better password or a second factor is a customer.
create view acting_roles as
select account.id as user_id, case
    when account.role = 'USER' or account.has_weak_password then 'USER'
    when account.role = 'ADMIN' and rules.admins_need_totp and not exists (
      select from second_factors as factor where factor.user_id = account.id and factor.confirmed_at is not null
    ) then 'USER'
    else account.role
  end as role
from users as account cross join account_rules as rules
where account.deleted_at is null;

-- Of booking: the keys by which a user's requests to book are recognised when they are sent again; kept for a day.
create view request_keys as
select user_id, key, booking_id, created_at from idempotency_keys;
