-- Refuses a login without a code if the account has a second factor, even one confirmed just after the password check.
-- Confirming a second factor and adding a login both lock the account, so this statement sees a committed confirmation.
create or replace function ledger.require_second_factor() returns trigger language plpgsql as $$
begin
  perform from second_factors where user_id = new.user_id and confirmed_at is not null;
  if found then
    raise exception 'This account has a second factor.'
      using errcode = 'check_violation', constraint = 'logins_need_second_factor';
  end if;
  return new;
end $$;
