-- Scans that let customers in without a connection although their ticket did not admit them when they were settled
-- (docs/decisions/0022).
create table scan_conflicts (
  scan_id text primary key check (char_length(scan_id) between 1 and 100),
  booking_id integer not null references bookings,
  reason text not null check (reason in ('ALREADY_CHECKED_IN', 'ALREADY_CANCELLED', 'WRONG_TIME')),
  scanned_at timestamptz not null,
  settled_at timestamptz not null default now()
);
create index scan_conflicts_by_booking on scan_conflicts (booking_id);
