-- The epoch of the ledger (docs/decisions/0016). Versions can only be compared within one epoch: between epochs the past has
-- changed, because a dump was restored or another database server took over without the last second.

-- Identifies where the ledger is, for an epoch written by this transaction. The result changes with a start of PostgreSQL,
-- another server or database, and recreated or refilled tables. It also changes with a restored dump, because the row of its
-- epoch was written by a different transaction from the one that it names.
create or replace function ledger.place(written_by xid) returns text language plpgsql as $$
begin
  return concat_ws(' ', pg_postmaster_start_time(), (select oid from pg_database where datname = current_database()),
    pg_relation_filenode('seat_versions'), pg_relation_filenode('seats'), written_by);
end $$;

-- Starts the next epoch, unless `ending` is already over.
create or replace function ledger.start_epoch(ending text) returns void language plpgsql as $$
begin
  update ledger.epoch set epoch = left(gen_random_uuid()::text, 8), place = ledger.place(pg_current_xact_id()::xid)
  where epoch = ending;
end $$;

-- Returns the epoch. Starts a new one if the ledger is no longer where it was.
create or replace function ledger.check_epoch() returns text language plpgsql as $$
declare
  stored record;
begin
  select e.epoch, e.place = ledger.place(e.xmin) as is_in_place into stored from ledger.epoch e;
  if stored.is_in_place then return stored.epoch; end if;
  perform ledger.start_epoch(stored.epoch);
  return (select epoch from ledger.epoch);
end $$;
