-- Claims the mail that has been due longest for `lease_seconds` and counts it for its recipient. Returns a row of nulls if it
-- dropped mails over the limit: call it again.
-- Beyond `most` in an hour, mails about bookings are combined into one. Reset and confirmation links and offers of seats count
-- but are always sent: a flood of bookings must not keep anyone from resetting a password, and an offer does not wait an hour.
-- Claims for one account take turns, or two servers would both send the last mail allowed. Claims cannot deadlock: each
-- locks one mail first, skipping locked ones, and then one account.

create or replace function ledger.claim_mail(lease_seconds integer, most integer)
returns table (id bigint, kind text, user_id integer, booking_id integer, details jsonb, attempts integer, queued_at timestamptz)
language plpgsql
set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  due outbox;
  sent integer;
  resumes_at timestamptz;
  told boolean;
begin
  -- In the body, because only a superuser may create a function with a custom setting.
  perform set_config('ledger.claims', 'on', true);
  select * into due from outbox o where o.status = 'WAITING' and o.next_attempt_at <= now()
  order by o.next_attempt_at, o.id limit 1 for update skip locked;
  if not found then return; end if;
  if due.counted_at is null and due.recipient_id is not null then
    perform pg_advisory_xact_lock(hashtext('mails of an account'), due.recipient_id);
    select count(*) filter (where o.kind <> 'many-changes'), min(o.counted_at) + interval '1 hour',
      coalesce(bool_or(o.kind = 'many-changes'), false)
    into sent, resumes_at, told
    from outbox o where o.recipient_id = due.recipient_id and o.counted_at > clock_timestamp() - interval '1 hour';
    if due.booking_id is not null and sent >= most then
      delete from outbox where id in (
        select o.id from outbox o where o.recipient_id = due.recipient_id and o.status = 'WAITING' and o.counted_at is null
          and o.booking_id is not null and (told or o.id <> due.id)
        for update skip locked);
      if told then
        return next;
        return;
      end if;
      update outbox set kind = 'many-changes', user_id = due.recipient_id, booking_id = null,
        details = jsonb_build_object('resumesAt', resumes_at)
      where id = due.id;
    end if;
  end if;
  return query update outbox o set attempts = o.attempts + 1, last_error = null,
    next_attempt_at = now() + make_interval(secs => lease_seconds),
    counted_at = coalesce(o.counted_at, clock_timestamp())
  where o.id = due.id
  returning o.id, o.kind, o.user_id, o.booking_id, o.details, o.attempts, o.queued_at;
end $$;
