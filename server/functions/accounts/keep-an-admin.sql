-- Refuses to demote the last administrator who can log in; one who must first use a reset link doesn't count. Deleting an
-- account demotes it too. The lock makes simultaneous demotions take turns, so the second finds itself the last.
create or replace function ledger.keep_an_admin() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('keep_an_admin'));
  perform from users where role = 'ADMIN' and id <> old.id and not must_reset_password;
  if not found then
    raise exception 'This is the last administrator.' using errcode = 'check_violation', constraint = 'users_last_admin';
  end if;
  return new;
end $$;
