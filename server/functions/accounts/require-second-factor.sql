-- No login without a code for an account with a second factor: one whose password was checked just before the second factor
-- was confirmed is refused here. Whoever confirms has locked the account until then, and so has whoever adds the login, so
-- this statement sees what was confirmed.
create or replace function ledger.require_second_factor() returns trigger language plpgsql as $$
begin
  perform from second_factors where user_id = new.user_id and confirmed_at is not null;
  if found then
    raise exception 'This account has a second factor.'
      using errcode = 'check_violation', constraint = 'logins_need_second_factor';
  end if;
  return new;
end $$;
