-- A client may reuse a scan id for another ticket. With the scan id alone as key, settling both at once failed, and the
-- second ticket was given the outcome of the first.
alter table scan_conflicts drop constraint scan_conflicts_pkey, add primary key (booking_id, scan_id);
drop index scan_conflicts_by_booking;

-- Tokens issued before then are refused, whoever they belong to. Set by a restore: it forgets which logins were ended since
-- the backup, and gives the ids of accounts made since to new ones.
alter table account_rules add column tokens_since timestamptz;

-- Administrators who look at data of customers are recorded. The other actions stay as they are, whatever they are by now.
do $$
declare
  actions text := (select pg_get_constraintdef(oid) from pg_constraint where conname = 'audit_log_action_check');
begin
  execute 'alter table audit_log drop constraint audit_log_action_check, add constraint audit_log_action_check '
    || replace(actions, '''EXPORT''::text', '''EXPORT''::text, ''READ''::text');
end $$;
