-- Only servers of version 0.2 read these stamps, during a rolling upgrade. Drop the table with the version after next.
--
-- Changes the catalogue's version (its stamps) when the transaction commits. Skips rows that are locked by uncommitted
-- transactions, so changes never wait for each other here.

create or replace function ledger.stamp_catalogue() returns trigger language plpgsql as $$
begin
  update catalogue_stamps set stamp = gen_random_uuid()
  where id = (select id from catalogue_stamps order by id limit 1 for update skip locked);
  if not found then insert into catalogue_stamps default values; end if;
  return null;
end $$;
