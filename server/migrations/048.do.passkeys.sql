-- Passkeys (WebAuthn): public keys that log their user in without a password. The private keys never leave the user's devices.
create table passkeys (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  credential_id bytea not null,
  public_key bytea not null,
  -- As the device last reported it; 0 on devices that don't count.
  counter bigint not null,
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  constraint passkeys_credential_key unique (credential_id)
);
create index passkeys_by_user on passkeys (user_id, id);

-- A challenge is stored when it is used, so that it works once. Servers check its signature and its expiry before.
create table used_challenges (
  challenge bytea primary key,
  expires_at timestamptz not null
);
create index used_challenges_by_expiry on used_challenges (expires_at);

-- A passkey is a second factor, like codes: a device and a finger, a face or a PIN.
create or replace view acting_roles as
select account.id as user_id, case
    when account.role = 'USER' or account.has_weak_password then 'USER'
    when account.role = 'ADMIN' and rules.admins_need_totp and not factor.is_on then 'USER'
    else account.role
  end as role,
  account.role = 'ADMIN' and (rules.admins_need_totp or factor.is_on) as needs_second_factor
from users as account
  cross join account_rules as rules
  cross join lateral (
    select exists (
      select from second_factors as factor where factor.user_id = account.id and factor.confirmed_at is not null
    ) or exists (select from passkeys where passkeys.user_id = account.id) as is_on
  ) as factor
where account.deleted_at is null;
