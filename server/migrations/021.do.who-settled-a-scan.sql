-- Who sent a scan that was a conflict; null for those of before.
alter table scan_conflicts add column settled_by integer references users;
