-- Tells which servers are alive. Each holds a shared advisory lock under its name on a connection that ends immediately with
-- its process. A server of a version without the lock has a different kind of name: it counts as alive for a while after each
-- renewal. So does a server whose machine is gone, because PostgreSQL takes long to notice that.

create or replace function ledger.show_alive(server text) returns void language sql as $$
  select pg_advisory_lock_shared(hashtext('live servers'), hashtext(server))
$$;

create or replace function ledger.has_died(server text) returns boolean language sql stable as $$
  select server like 'live %' and not exists (
    select from pg_locks l
    where l.locktype = 'advisory' and l.granted and l.objsubid = 2
      and l.database = (select d.oid from pg_database d where d.datname = current_database())
      and l.classid = hashtext('live servers')::oid and l.objid = hashtext(server)::oid
  )
$$;
