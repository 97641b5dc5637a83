-- The epoch of the ledger (docs/decisions/0016): versions of different epochs cannot be compared, because the past has
-- changed in between: a dump was restored, or another database server took over and the last second was lost.

-- Where the ledger is, for an epoch written by this transaction. A start of PostgreSQL, another server or database, and
-- tables that were made or filled anew all make it another place; so does a restored dump, whose row of the epoch was
-- written by another transaction than the one that it names.
create or replace function ledger.place(written_by xid) returns text language plpgsql as $$
begin
  return concat_ws(' ', pg_postmaster_start_time(), (select oid from pg_database where datname = current_database()),
    pg_relation_filenode('seat_versions'), pg_relation_filenode('seats'), written_by);
end $$;

-- Begins the next epoch, unless the one that ends is over already.
create or replace function ledger.start_epoch(ending text) returns void language plpgsql as $$
begin
  update ledger.epoch set epoch = left(gen_random_uuid()::text, 8), place = ledger.place(pg_current_xact_id()::xid)
  where epoch = ending;
end $$;

-- The epoch, which is a new one when the ledger is in another place than before.
create or replace function ledger.check_epoch() returns text language plpgsql as $$
declare
  stored record;
begin
  select e.epoch, e.place = ledger.place(e.xmin) as is_in_place into stored from ledger.epoch e;
  if stored.is_in_place then return stored.epoch; end if;
  perform ledger.start_epoch(stored.epoch);
  return (select epoch from ledger.epoch);
end $$;
