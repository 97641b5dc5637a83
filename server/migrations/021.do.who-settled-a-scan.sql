-- Who sent a scan that was a conflict: null for those of before, and when the account is deleted.
alter table scan_conflicts add column settled_by integer references users on delete set null;
create index scan_conflicts_by_sender on scan_conflicts (settled_by);
