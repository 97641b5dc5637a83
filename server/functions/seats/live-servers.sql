-- Which servers are alive. Each holds a shared advisory lock under its name for as long as one of its connections lasts, which ends
-- with its process at once. A server of a version without the lock has another name, and so does nothing here: it is believed
-- for a while after each renewal, and so is one whose machine is gone, because PostgreSQL takes long to notice that.

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
