-- Erases a deleted account's network addresses from the audit log and drops its queued mails. Runs with the owner's rights,
-- because the role that serves requests may not rewrite the audit log.

create or replace function ledger.forget_user() returns trigger language plpgsql
security definer set search_path = public, pg_temp
as $$
begin
  update audit_log set address = null where actor_id = old.id and address is not null;
  update audit_log set address = null where entity = 'user' and entity_id = old.id and address is not null;
  delete from outbox where (recipient_id = old.id or user_id = old.id) and status = 'WAITING';
  delete from mail_refusals where user_id = old.id;
  return null;
end $$;
