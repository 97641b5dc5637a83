-- Mails about bookings and shows, queued by the transaction that makes or changes them; nothing is queued while no mail is
-- sent. What a mail says is read when it is sent.

create or replace function ledger.queue_booking_mails() returns trigger language plpgsql
set enable_seqscan = off
as $$
begin
  if not (select is_on from mail_switch) then return null; end if;
  if tg_op = 'INSERT' then
    insert into outbox (kind, booking_id) select 'booking-confirmed', id from after_change where status = 'CONFIRMED';
  else
    insert into outbox (kind, booking_id, details)
    select case when (select s.cancelled_at from shows s where s.id = b.show_id) is null then 'booking-cancelled'
        else 'show-cancelled' end,
      b.id, jsonb_strip_nulls(jsonb_build_object('reason', b.cancel_reason))
    from after_change b join before_change a using (id)
    where b.status = 'CANCELLED' and a.status <> 'CANCELLED';
  end if;
  return null;
end $$;

-- Whoever moves a show has locked its row in seat_versions, so its bookings cannot change meanwhile.
create or replace function ledger.queue_show_mails() returns trigger language plpgsql as $$
begin
  if not (select is_on from mail_switch) or new.starts_at <= clock_timestamp() then return null; end if;
  insert into outbox (kind, booking_id, details)
  select 'show-moved', b.id, jsonb_build_object(
    'startTime', to_jsonb(old.starts_at), 'screenId', old.screen_id, 'screen', s.name, 'cinema', c.name)
  from bookings b, screens s join cinemas c on c.id = s.cinema_id
  where b.show_id = new.id and b.status = 'CONFIRMED' and s.id = old.screen_id;
  return null;
end $$;
