-- A login remembers whether it was authenticated with a second factor. For logins of earlier versions nobody knows: a new
-- password gave a new token to whoever had logged in before the second factor was set up. So accounts with a second factor
-- have to log in again.
alter table logins add column used_second_factor boolean not null default false;

update logins as login set ended_at = now()
from second_factors as factor
where factor.user_id = login.user_id and factor.confirmed_at is not null and login.ended_at is null;
update users as account set session_number = session_number + 1, sessions_ended_at = now()
from second_factors as factor
where factor.user_id = account.id and factor.confirmed_at is not null;

create function ledger.require_second_factor() returns trigger language plpgsql as 'begin end';
create trigger require_second_factor before insert on logins
  for each row when (not new.used_second_factor) execute function ledger.require_second_factor();

-- needs_second_factor: the role counts only for logins that used a second factor.
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
    ) as is_on
  ) as factor
where account.deleted_at is null;
