-- A client may reuse a scan id for another ticket. With the scan id alone as key, settling both at once failed, and the
-- second ticket was given the outcome of the first.
alter table scan_conflicts drop constraint scan_conflicts_pkey, add primary key (booking_id, scan_id);
drop index scan_conflicts_by_booking;

-- Tokens issued before then are refused, whoever they belong to. Set by a restore: it forgets which logins were ended since
-- the backup, and gives the ids of accounts made since to new ones.
alter table account_rules add column tokens_since timestamptz;
