-- Queues mails about bookings and shows in the transaction that makes or changes them, unless mail is off. An unconfirmed
-- address is sent none. Deciding that here, not when sending, keeps a later confirmation from releasing old mails.

create or replace function ledger.queue_booking_mails() returns trigger language plpgsql
set enable_seqscan = off
as $$
begin
  if not (select is_on from mail_switch) then return null; end if;
  if tg_op = 'INSERT' then
    insert into outbox (kind, booking_id, recipient_id)
    select 'booking-confirmed', b.id, b.user_id from after_change b
    where b.status = 'CONFIRMED' and (select u.email_confirmed_at from users u where u.id = b.user_id) is not null;
  else
    insert into outbox (kind, booking_id, recipient_id, details)
    select case when (select s.cancelled_at from shows s where s.id = b.show_id) is null then 'booking-cancelled'
        else 'show-cancelled' end,
      b.id, b.user_id, jsonb_strip_nulls(jsonb_build_object('reason', b.cancel_reason))
    from after_change b join before_change a using (id)
    where b.status = 'CANCELLED' and a.status <> 'CANCELLED'
      and (select u.email_confirmed_at from users u where u.id = b.user_id) is not null;
    insert into outbox (kind, booking_id, recipient_id, details)
    select 'booking-changed', b.id, b.user_id, jsonb_build_object('seatsBefore', a.seats)
    from after_change b join before_change a using (id)
    where b.seats <> a.seats and (select u.email_confirmed_at from users u where u.id = b.user_id) is not null;
  end if;
  return null;
end $$;

-- Moving a show locks its row in seat_versions first, so its bookings cannot change during this.
create or replace function ledger.queue_show_mails() returns trigger language plpgsql as $$
begin
  if not (select is_on from mail_switch) or new.starts_at <= clock_timestamp() then return null; end if;
  insert into outbox (kind, booking_id, recipient_id, details)
  select 'show-moved', b.id, b.user_id, jsonb_build_object(
    'startTime', to_jsonb(old.starts_at), 'screenId', old.screen_id, 'screen', s.name, 'cinema', c.name)
  from bookings b, screens s join cinemas c on c.id = s.cinema_id
  where b.show_id = new.id and b.status = 'CONFIRMED' and s.id = old.screen_id
    and (select u.email_confirmed_at from users u where u.id = b.user_id) is not null;
  return null;
end $$;

create or replace function ledger.queue_offer_mail(to_user integer, for_show integer, offered smallint[], until timestamptz)
returns void language plpgsql
set enable_seqscan = off
as $$
begin
  if not (select is_on from mail_switch) then return; end if;
  -- Due long ago, so that it is sent before all waiting mails: the offer ends in minutes.
  insert into outbox (kind, user_id, recipient_id, next_attempt_at, details)
  select 'waitlist-offer', u.id, u.id, now() - interval '1 day',
    jsonb_build_object('showId', for_show, 'seats', offered, 'expiresAt', until)
  from users u where u.id = to_user and u.email_confirmed_at is not null and u.wants_waitlist_mails;
end $$;
