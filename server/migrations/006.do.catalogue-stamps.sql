-- All stamps together differ after every committed change of the catalogue, so that servers can keep answers as long as they
-- are the same (docs/decisions/0021). There are as many rows as transactions have changed the catalogue at the same time.
create table catalogue_stamps (
  id integer generated always as identity primary key,
  stamp uuid not null default gen_random_uuid()
);

create function ledger.stamp_catalogue() returns trigger language plpgsql as 'begin end';
create trigger stamp_catalogue after insert or update or delete or truncate on movies
  for each statement execute function ledger.stamp_catalogue();
create trigger stamp_catalogue after insert or update or delete or truncate on cinemas
  for each statement execute function ledger.stamp_catalogue();
create trigger stamp_catalogue after insert or update or delete or truncate on screens
  for each statement execute function ledger.stamp_catalogue();
create trigger stamp_catalogue after insert or update or delete or truncate on shows
  for each statement execute function ledger.stamp_catalogue();
