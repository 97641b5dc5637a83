-- Removes users whose last connection to this server has left a show. A place ends when the user leaves the last server. A
-- server that has not renewed the place for a while counts as dead. One whose lock is gone (live-servers.sql) gets a moment,
-- because it may only have lost its connection, and then it renews the place on reconnecting. A user who was disconnected
-- (`are_away`) keeps the place for `away` and may return to any server.

create or replace function ledger.leave_lines(
  show_ids integer[], user_ids integer[], are_away boolean[], server text,
  room_limit integer, room_time interval, away interval
) returns void
language plpgsql
set enable_seqscan = off set plan_cache_mode = force_generic_plan
as $$
declare
  a_moment constant interval := '400 ms';
  moment timestamptz;
  changed integer[];
begin
  perform ledger.lock_lines(show_ids);
  moment := clock_timestamp();
  with request as materialized (
    select p.show_id, p.user_id, r.is_away, coalesce(others.servers, '{}') as servers, others.believed_until
    from unnest(show_ids, user_ids, are_away) as r (show_id, user_id, is_away)
      join line_places p on p.show_id = r.show_id and p.user_id = r.user_id
      cross join lateral (
        select jsonb_object_agg(s.key, s.value) as servers,
          max(least(to_timestamp(s.value::double precision), case when ledger.has_died(s.key) then moment + a_moment end))
            as believed_until
        from jsonb_each(p.servers) s where s.key <> server and s.value::double precision > extract(epoch from moment)
      ) others
  ), kept as (
    update line_places p set servers = r.servers,
      leased_until = case when not r.is_away then least(p.leased_until, r.believed_until)
        when r.servers = '{}' then moment + away else p.leased_until end
    from request r where p.show_id = r.show_id and p.user_id = r.user_id and (r.is_away or r.servers <> '{}')
  ), left_by as (
    delete from line_places p using request r
    where p.show_id = r.show_id and p.user_id = r.user_id and not r.is_away and r.servers = '{}'
    returning p.show_id
  )
  select array_agg(show_id) into changed from left_by;
  perform ledger.publish_lines(changed);
  perform ledger.end_places(show_ids, away, moment);
  perform ledger.admit(show_ids, room_limit, room_time, moment);
end $$;
