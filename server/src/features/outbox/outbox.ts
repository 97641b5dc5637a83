/**
 * The outbox: mails that are to be sent. A mail is written by the transaction that it tells of, so that it exists exactly
 * when that is committed; `features/mail` sends it afterwards. Mails about bookings and shows are queued by the
 * database itself (server/functions/mails/queue-mails.sql).
 *
 * Mails are queued while a server with an SMTP_URL is there, by all servers over the database: such a server switches mail on
 * when it starts, and says every few seconds that it is there. Once none has said so for UNSEEN_MINUTES, a server without SMTP_URL
 * switches mail off. So no start of another server changes anything, and mail ends when it was taken from all of them.
 *
 * A server claims a mail before it sends it: for a while nobody else gets it, on whichever server. A server that dies
 * meanwhile lets the claim run out, and the mail is sent again with the same Message-ID. What is refused is tried again
 * after growing pauses, for two days; then it is marked FAILED. What is refused for good is FAILED at once, and the Users
 * page says so until a later mail is accepted or the address is confirmed.
 *
 * A queued mail names the user or the booking, never a name, an address or a link: those are read or made when it is sent.
 *
 * Two limits keep us from flooding anyone: an account causes at most MOST_PER_HOUR mails, whose rest becomes one mail
 * (server/functions/mails/claim-mail.sql), and mails with links are limited by address, whichever account they are for.
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
  type OutboxLength,
  type PermanentRefusal,
  selectIsAnyDue,
  selectIsMailOn,
  selectLength,
  selectLinkMails,
  selectMailRefusal,
  selectMailsOfAccount,
  updateAsFailed,
  updateAsRefused,
  updateAsSent,
  updateMailAsOff,
  updateSenderSeen,
} from './outbox.sql.ts';

export type { ClaimedMail, OutboxLength, PermanentRefusal } from './outbox.sql.ts';

/** Longer than any attempt to send takes. */
export const CLAIM_SECONDS = 120;
const PAUSES = { first: 15, longest: 900, giveUpHours: 48 };
const KEPT_DAYS = 30;
export const UNSEEN_MINUTES = 15;
const MOST_PER_HOUR = 20;
/** Per address and hour: the confirmation mail of the signup and three more, and three reset links. */
const MOST_LINK_MAILS = { 'confirm-email': 4, 'password-reset': 3 };

/** Their links are made when the mail is sent, so that no token is stored anywhere. */
interface LinkMail {
  kind: 'confirm-email' | 'password-reset';
  userId: number;
}

/**
 * Queues a mail with a link, to be sent once the transaction has committed; nothing while mail is off. If `email` got too
 * many in the last hour, nothing is queued and the seconds to wait are returned. The caller has locked the account, so that
 * two requests at once are counted one after the other.
 */
export async function queueLinkMail(
  db: Database,
  email: string,
  { kind, userId }: LinkMail,
): Promise<number | undefined> {
  const addressHash = createHash('sha256').update(normalEmail(email)).digest();
  const { count, secondsLeft } = await selectLinkMails(db, addressHash, kind);
  if (count >= MOST_LINK_MAILS[kind]) return secondsLeft;
  if (await insertMail(db, { kind, userId })) await insertLinkMail(db, addressHash, kind);
  return undefined;
}

/** Whether mails are queued, and sent by this server or another. */
export const isMailOn = (db: Database): Promise<boolean> => selectIsMailOn(db);
/** Call it every few seconds on each server that sends mails. */
export const saySenderIsThere = (db: Database): Promise<void> => updateSenderSeen(db);
/** For servers that send none. Returns whether mail is on. */
export async function switchMailOffUnlessSent(db: Database): Promise<boolean> {
  await updateMailAsOff(db, UNSEEN_MINUTES);
  return selectIsMailOn(db);
}

export const isAnyMailDue = (db: Database): Promise<boolean> => selectIsAnyDue(db);
export const claimMail = (db: Database): Promise<ClaimedMail | undefined> =>
  claimDueMail(db, { leaseSeconds: CLAIM_SECONDS, mostPerHour: MOST_PER_HOUR });
export const markSent = (db: Database, mail: ClaimedMail): Promise<void> => updateAsSent(db, mail);
/** There is nothing left to say: the booking was cancelled meanwhile, or the user is gone. */
export const dropMail = (db: Database, mail: ClaimedMail): Promise<void> => deleteClaimed(db, mail);
/** Is tried again later; true when it was given up. `error` is a code, not a text. */
export const postponeMail = (db: Database, mail: ClaimedMail, error: string): Promise<boolean> =>
  updateAsRefused(db, mail, error, PAUSES);
/** Is not tried again. */
export const markRefused = (db: Database, mail: ClaimedMail, refusal: PermanentRefusal): Promise<void> =>
  updateAsFailed(db, mail, refusal);
/** The address of the account is right after all, or another one. */
export const forgetRefusal = (db: Database, userId: number): Promise<void> => deleteMailRefusal(db, userId);
/** Of the last mail to this account, if it was refused for good. */
export const readRefusal = (db: Database, userId: number) => selectMailRefusal(db, userId);
export async function deleteOldMails(db: Database): Promise<void> {
  await deleteEndedBefore(db, KEPT_DAYS);
  await deleteOldLinkMails(db);
}
export const measureOutbox = (db: Database): Promise<OutboxLength> => selectLength(db);
/** Those that are about no booking. */
export const readMailsOfAccount = (db: Database, userId: number) => selectMailsOfAccount(db, userId);
