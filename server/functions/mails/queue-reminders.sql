-- Queues the reminders of shows that start within `lead`, and notes in the same transaction that this was done (REMIND-1 to
-- REMIND-5). Returns the number of shows: call it until it returns 0. A show that stays locked is left for a later call.
--
-- Takes turns with everything that books, cancels or moves a show, and with other servers, through the lock on the show's
-- version. So every booking made before the reminder was due is either committed here or refused.

create or replace function ledger.queue_reminders(lead interval) returns integer language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
set plan_cache_mode = force_generic_plan
as $$
declare
  moment timestamptz := clock_timestamp();
  due integer[];
begin
  -- Few at a time, so that their bookings wait only briefly.
  due := array(
    select r.show_id from reminders r where r.starts_at > moment and r.starts_at <= moment + lead
    order by r.starts_at limit 20
  );
  if cardinality(due) = 0 then return 0; end if;
  due := ledger.lock_shows_that_are_free(due);
  -- Without those that another server has just done, or that have just moved.
  due := array(select r.show_id from reminders r where r.show_id = any (due) and r.starts_at <= moment + lead);
  insert into outbox (kind, booking_id, recipient_id)
  select 'reminder', min(b.id) filter (where b.status = 'CONFIRMED' and b.created_at < r.starts_at - lead), b.user_id
  from (select * from reminders r where r.show_id = any (due) offset 0) r join bookings b on b.show_id = r.show_id
  where r.since < r.starts_at - lead
    and (select s.cancelled_at from shows s where s.id = r.show_id) is null
    and (select u.email_confirmed_at is not null and u.wants_reminders from users u where u.id = b.user_id)
  group by r.show_id, b.user_id
  having bool_or(b.status = 'CONFIRMED' and b.created_at < r.starts_at - lead)
    -- A booking that was cancelled by then was not reminded of.
    and coalesce(bool_and(b.created_at >= r.reminded_at or coalesce(b.cancelled_at < r.reminded_at, false)), true);
  update reminders r
  set starts_at = null,
    reminded_at = case when r.since < r.starts_at - lead then r.starts_at - lead else r.reminded_at end
  where r.show_id = any (due);
  return cardinality(due);
end $$;

-- A new or moved show is to remind its users of its new start.
create or replace function ledger.note_start() returns trigger language plpgsql as $$
begin
  insert into reminders as r (show_id, starts_at, since) values (new.id, new.starts_at, clock_timestamp())
  on conflict (show_id) do update set starts_at = excluded.starts_at, since = excluded.since;
  return null;
end $$;
