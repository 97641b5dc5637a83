/**
 * The outbox holds mails to be sent. The transaction a mail is about also queues it, so it exists exactly if that commits.
 * `features/mail` sends it afterwards. The database itself queues mails about bookings and shows
 * (server/functions/mails/queue-mails.sql).
 *
 * All servers queue mails while at least one has an SMTP_URL. Such a server turns mail on when it starts and records a
 * heartbeat every few seconds. After UNSEEN_MINUTES without one, a server without SMTP_URL turns mail off. So restarting a
 * server changes nothing, and mail ends once no server has an SMTP_URL.
 *
 * A server claims a mail before it sends it, so no other server gets it for a while. If the server dies, its claim expires and
 * the mail is sent again with the same Message-ID. A mail that is not accepted is retried with growing pauses for two
 * days and then marked FAILED. One refused for good is FAILED immediately, and the Users page says so until a later mail is
 * accepted or the address is confirmed.
 *
 * A queued mail refers to the user or booking and never contains a name, an address or a link: those are read or created
 * when it is sent.
 *
 * Two limits prevent mail floods: an account causes at most MAX_PER_HOUR mails, with the rest combined into one
 * (server/functions/mails/claim-mail.sql), and mails with links are limited per address, across accounts.
 */
import { createHash } from 'node:crypto';
import type { Database } from '../../platform/database/database.ts';
import { normalEmail } from '../../platform/security/email-key.ts';
import {
  type ClaimedMail,
  claimDueMail,
  deleteClaimed,
  deleteEndedBefore,
  deleteMailRefusal,
  deleteOldLinkMails,
  insertLinkMail,
  insertMail,
  type OutboxCounts,
  type PermanentRefusal,
  queueDueReminders,
  selectIsAnyDue,
  selectIsMailOn,
  selectLinkMails,
  selectMailRefusal,
  selectMailsOfAccount,
  selectOutboxCounts,
  updateAsPostponed,
  updateAsRefused,
  updateAsSent,
  updateMailAsOff,
  updateSenderSeen,
} from './outbox.sql.ts';

export type { ClaimedMail, OutboxCounts, PermanentRefusal } from './outbox.sql.ts';

/** Longer than any attempt to send a mail. */
export const CLAIM_SECONDS = 120;
const PAUSES = { first: 15, longest: 900, giveUpHours: 48 };
const KEPT_DAYS = 30;
export const UNSEEN_MINUTES = 15;
const MAX_PER_HOUR = 20;
/** Max mails with links per address per hour. Signing up sends the first confirmation. */
const MAX_LINK_MAILS = { 'confirm-email': 4, 'password-reset': 3 };

/**
 * Queues a mail with a link, to be sent after the transaction commits. The link is created only then, so no token is stored.
 * While mail is off, does nothing. If `email` has
 * reached its limit for the hour, queues nothing and returns the seconds to wait. Lock the account first, or simultaneous
 * requests may exceed the limit.
 */
export async function queueLinkMail(
  db: Database,
  email: string,
  { kind, userId }: { kind: 'confirm-email' | 'password-reset'; userId: number },
): Promise<number | undefined> {
  const addressHash = createHash('sha256').update(normalEmail(email)).digest();
  const { count, secondsLeft } = await selectLinkMails(db, addressHash, kind);
  if (count >= MAX_LINK_MAILS[kind]) return secondsLeft;
  if (await insertMail(db, { kind, userId })) await insertLinkMail(db, addressHash, kind);
  return undefined;
}

/** True if some server sends mail, so that mails are queued. */
export const isMailOn = (db: Database): Promise<boolean> => selectIsMailOn(db);
/** Turns mail on and keeps it on. Call it every few seconds on each server that sends mail. */
export const recordSenderHeartbeat = (db: Database): Promise<void> => updateSenderSeen(db);
/** Call it on servers that send no mail. Returns whether mail is on. */
export async function turnMailOffWithoutSender(db: Database): Promise<boolean> {
  await updateMailAsOff(db, UNSEEN_MINUTES);
  return selectIsMailOn(db);
}

export const isAnyMailDue = (db: Database): Promise<boolean> => selectIsAnyDue(db);
export const claimMail = (db: Database): Promise<ClaimedMail | undefined> =>
  claimDueMail(db, { leaseSeconds: CLAIM_SECONDS, mostPerHour: MAX_PER_HOUR });
export const markSent = (db: Database, mail: ClaimedMail): Promise<void> => updateAsSent(db, mail);
/** Deletes a mail with nothing left to say, because the booking was cancelled or the user is gone. */
export const dropMail = (db: Database, mail: ClaimedMail): Promise<void> => deleteClaimed(db, mail);
/** Schedules a retry, or gives up after two days and returns true. `error` is a short code. */
export const postponeMail = (db: Database, mail: ClaimedMail, error: string): Promise<boolean> =>
  updateAsPostponed(db, mail, error, PAUSES);
/** Ends the mail without a retry and stores why for the Users page. */
export const markRefused = (db: Database, mail: ClaimedMail, refusal: PermanentRefusal): Promise<void> =>
  updateAsRefused(db, mail, refusal);
/** Call it once the account's address is known to work. */
export const forgetRefusal = (db: Database, userId: number): Promise<void> => deleteMailRefusal(db, userId);
/** Why the last mail to this account was refused for good, or null. */
export const readRefusal = (db: Database, userId: number) => selectMailRefusal(db, userId);
/** Queues the reminders of shows that start within these hours. Any number of servers may do so at once. */
export async function queueReminders(db: Database, hours: number): Promise<void> {
  while ((await queueDueReminders(db, hours)) > 0);
}
export async function deleteOldMails(db: Database): Promise<void> {
  await deleteEndedBefore(db, KEPT_DAYS);
  await deleteOldLinkMails(db);
}
export const measureOutbox = (db: Database): Promise<OutboxCounts> => selectOutboxCounts(db);
/** Mails about the account itself, not about bookings. */
export const readMailsOfAccount = (db: Database, userId: number) => selectMailsOfAccount(db, userId);
