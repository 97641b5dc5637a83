import { type Selectable, sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/tables.ts';

interface MailRow {
  kind: Tables['outbox']['kind'];
  userId: number;
}

/** Returns false while mail is off. */
export async function insertMail(db: Database, { kind, userId }: MailRow): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into outbox (kind, user_id, recipient_id) select ${kind}, ${userId}::integer, ${userId}::integer
    from mail_switch where is_on
  `.execute(db);
  return numAffectedRows === 1n;
}

interface LinkMails {
  count: number;
  /** Seconds until the oldest one is an hour old. */
  secondsLeft: number;
}

/** Counts the last hour. */
export async function selectLinkMails(db: Database, addressHash: Buffer, kind: MailRow['kind']): Promise<LinkMails> {
  const { rows } = await sql<LinkMails>`
    select count(*)::integer as count,
      greatest(1, ceil(extract(epoch from min(at) + interval '1 hour' - now())))::integer as "secondsLeft"
    from link_mails where address_hash = ${addressHash} and kind = ${kind} and at > now() - interval '1 hour'
  `.execute(db);
  return rows[0] as LinkMails;
}

export async function insertLinkMail(db: Database, addressHash: Buffer, kind: MailRow['kind']): Promise<void> {
  await db.insertInto('link_mails').values({ address_hash: addressHash, kind }).execute();
}

export async function deleteOldLinkMails(db: Database): Promise<void> {
  await sql`delete from link_mails where at < now() - interval '1 hour'`.execute(db);
}

export async function selectIsMailOn(db: Database): Promise<boolean> {
  const { is_on } = await db.selectFrom('mail_switch').select('is_on').executeTakeFirstOrThrow();
  return is_on;
}

/** Turns mail on and keeps it on. */
export async function updateSenderSeen(db: Database): Promise<void> {
  await db.updateTable('mail_switch').set({ is_on: true, sender_seen_at: sql<Date>`clock_timestamp()` }).execute();
}

export async function updateMailAsOff(db: Database, unseenMinutes: number): Promise<void> {
  await sql`
    update mail_switch set is_on = false
    where is_on and sender_seen_at < now() - make_interval(mins => ${unseenMinutes})
  `.execute(db);
}

const DUE = sql`status = 'WAITING' and next_attempt_at <= now()`;

export async function selectIsAnyDue(db: Database): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`select exists (select from outbox where ${DUE}) as due`.execute(db);
  return rows[0]?.due ?? false;
}

/** A mail claimed by a server. `attempts` is the number of this attempt, from 1. */
export type ClaimedMail = Pick<
  Selectable<Tables['outbox']>,
  'id' | 'kind' | 'user_id' | 'booking_id' | 'details' | 'attempts' | 'queued_at'
>;

/** Claims the mail that has been due longest for `leaseSeconds`. `mostPerHour` is the limit per account. */
export async function claimDueMail(
  db: Database,
  { leaseSeconds, mostPerHour }: { leaseSeconds: number; mostPerHour: number },
): Promise<ClaimedMail | undefined> {
  for (;;) {
    const { rows } = await sql<ClaimedMail | { id: null }>`
      select * from ledger.claim_mail(${leaseSeconds}, ${mostPerHour})`.execute(db);
    const claimed = rows[0];
    if (claimed?.id !== null) return claimed;
  }
}

/** Matches only while the claim lasts: a later claim counts another attempt. */
const isClaimed = ({ id, attempts }: ClaimedMail) => sql`id = ${id} and attempts = ${attempts} and status = 'WAITING'`;

export async function updateAsSent(db: Database, mail: ClaimedMail): Promise<void> {
  await sql`
    with sent as (
      update outbox set status = 'SENT', ended_at = now(), details = '{}' where ${isClaimed(mail)} returning recipient_id
    )
    delete from mail_refusals r using sent where r.user_id = sent.recipient_id
  `.execute(db);
}

export async function deleteClaimed(db: Database, mail: ClaimedMail): Promise<void> {
  await sql`delete from outbox where ${isClaimed(mail)}`.execute(db);
}

export interface PermanentRefusal {
  code: string;
  reason: string;
}

export async function updateAsRefused(db: Database, mail: ClaimedMail, refusal: PermanentRefusal): Promise<void> {
  await sql`
    with failed as (
      update outbox set status = 'FAILED', ended_at = now(), details = '{}', last_error = ${refusal.code}, is_permanent = true
      where ${isClaimed(mail)} returning recipient_id
    )
    insert into mail_refusals (user_id, reason) select recipient_id, ${refusal.reason} from failed where recipient_id is not null
    on conflict (user_id) do update set refused_at = excluded.refused_at, reason = excluded.reason
  `.execute(db);
}

export async function deleteMailRefusal(db: Database, userId: number): Promise<void> {
  await db.deleteFrom('mail_refusals').where('user_id', '=', userId).execute();
}

export async function selectMailRefusal(db: Database, userId: number): Promise<{ reason: string; at: string } | null> {
  const found = await db.selectFrom('mail_refusals').selectAll().where('user_id', '=', userId).executeTakeFirst();
  return found ? { reason: found.reason, at: found.refused_at.toISOString() } : null;
}

/** Returns whether the mail was given up. */
export async function updateAsPostponed(
  db: Database,
  mail: ClaimedMail,
  error: string,
  { first, longest, giveUpHours }: { first: number; longest: number; giveUpHours: number },
): Promise<boolean> {
  const { rows } = await sql<{ status: string }>`
    update outbox set last_error = ${error},
      next_attempt_at = now() + make_interval(secs => least(${longest}, ${first} * 2 ^ least(attempts - 1, 20))),
      (status, ended_at, details) = (
        select case when over then 'FAILED' else status end, case when over then now() end,
          case when over then '{}' else details end
        from (select queued_at <= now() - make_interval(hours => ${giveUpHours}) as over) age
      )
    where ${isClaimed(mail)}
    returning status
  `.execute(db);
  return rows[0]?.status === 'FAILED';
}

export const selectMailsOfAccount = (db: Database, userId: number) =>
  db
    .selectFrom('outbox')
    .select(['kind', 'booking_id', 'status', 'queued_at', 'ended_at'])
    .where('user_id', '=', userId)
    .execute();

/** Returns the number of shows. */
export async function queueDueReminders(db: Database, hours: number): Promise<number> {
  const { rows } = await sql<{ shows: number }>`
    select ledger.queue_reminders(make_interval(secs => ${hours * 3600})) as shows`.execute(db);
  return rows[0]?.shows ?? 0;
}

export async function deleteEndedBefore(db: Database, days: number): Promise<void> {
  await sql`delete from outbox where status <> 'WAITING' and ended_at < now() - make_interval(days => ${days})`.execute(
    db,
  );
}

export interface OutboxCounts {
  waiting: number;
  /** Given up after two days of attempts. */
  failed: number;
  refused: number;
  oldestSeconds: number;
}

export async function selectOutboxCounts(db: Database): Promise<OutboxCounts> {
  const { rows } = await sql<OutboxCounts>`
    select count(*) filter (where status = 'WAITING') as waiting,
      count(*) filter (where status = 'FAILED' and not is_permanent) as failed, count(*) filter (where is_permanent) as refused,
      coalesce(extract(epoch from now() - min(queued_at) filter (where status = 'WAITING')), 0)::float8 as "oldestSeconds"
    from outbox where status <> 'SENT'
  `.execute(db);
  return rows[0] as OutboxCounts;
}
