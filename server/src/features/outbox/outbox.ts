/**
 * The outbox: mails that are to be sent. A mail is written by the transaction that it tells of, so that it exists exactly
 * when that is committed; `features/mail` sends it afterwards. Mails about bookings and shows are queued by the
 * database itself (server/ledger/queue-mails.sql). While no mail is configured nothing is queued.
 *
 * A server claims a mail before it sends it: for a while nobody else gets it, on whichever server. A server that dies
 * meanwhile lets the claim run out, and the mail is sent again with the same Message-ID. What is refused is tried again
 * after growing pauses, for two days; then it is marked FAILED.
 *
 * A queued mail names the user or the booking, never a name or an address: those are read when it is sent.
 *
 * Two limits keep us from flooding anyone: an account causes at most MOST_PER_HOUR mails, whose rest becomes one mail
 * (server/ledger/claim-mail.sql), and mails with links are limited by address, whichever account they are for.
 */
import { createHash } from 'node:crypto';
import type { Database } from '../../platform/database.ts';
import { normalEmail } from '../../platform/emails.ts';
import {
  type ClaimedMail,
  claimDueMail,
  deleteClaimed,
  deleteEndedBefore,
  deleteOldLinkMails,
  insertLinkMail,
  insertMail,
  type OutboxLength,
  selectIsAnyDue,
  selectLength,
  selectLinkMails,
  selectMailsOfAccount,
  updateAsRefused,
  updateAsSent,
  updateMailSwitch,
} from './outbox.sql.ts';

export type { ClaimedMail, OutboxLength } from './outbox.sql.ts';

/** Longer than any attempt to send takes. */
export const CLAIM_SECONDS = 120;
const PAUSES = { first: 15, longest: 900, giveUpHours: 48 };
const KEPT_DAYS = 30;
const MOST_PER_HOUR = 20;
/** Per address and hour: the confirmation mail of the signup and three more, and three reset links. */
const MOST_LINK_MAILS = { 'confirm-email': 4, 'password-reset': 3 };

/** The link of a confirmation mail is made when the mail is sent, so that its token is stored nowhere. */
type LinkMail =
  | { kind: 'confirm-email'; userId: number }
  | {
      kind: 'password-reset';
      userId: number;
      /** Below the product's own address. */
      path: string;
      expiresAt: Date;
    };

/**
 * Queues a mail with a link, to be sent once the transaction has committed; nothing while mail is off. If `email` got too
 * many in the last hour, nothing is queued and the seconds to wait are returned. The caller has locked the account, so that
 * two requests at once are counted one after the other.
 */
export async function queueLinkMail(
  db: Database,
  email: string,
  { kind, userId, ...details }: LinkMail,
): Promise<number | undefined> {
  const addressHash = createHash('sha256').update(normalEmail(email)).digest();
  const { count, secondsLeft } = await selectLinkMails(db, addressHash, kind);
  if (count >= MOST_LINK_MAILS[kind]) return secondsLeft;
  if (await insertMail(db, { kind, userId, details })) await insertLinkMail(db, addressHash, kind);
  return undefined;
}

/** Says for all servers over this database whether mails are queued; each says so when it starts. */
export const switchMail = (db: Database, isOn: boolean): Promise<void> => updateMailSwitch(db, isOn);

export const isAnyMailDue = (db: Database): Promise<boolean> => selectIsAnyDue(db);
export const claimMail = (db: Database): Promise<ClaimedMail | undefined> =>
  claimDueMail(db, { leaseSeconds: CLAIM_SECONDS, mostPerHour: MOST_PER_HOUR });
export const markSent = (db: Database, mail: ClaimedMail): Promise<void> => updateAsSent(db, mail);
/** There is nothing left to say: the booking was cancelled meanwhile, or the user is gone. */
export const dropMail = (db: Database, mail: ClaimedMail): Promise<void> => deleteClaimed(db, mail);
/** Is tried again later; true when it was given up. `error` is a code, not a text. */
export const postponeMail = (db: Database, mail: ClaimedMail, error: string): Promise<boolean> =>
  updateAsRefused(db, mail, error, PAUSES);
export async function deleteOldMails(db: Database): Promise<void> {
  await deleteEndedBefore(db, KEPT_DAYS);
  await deleteOldLinkMails(db);
}
export const measureOutbox = (db: Database): Promise<OutboxLength> => selectLength(db);
/** Those that are about no booking. */
export const readMailsOfAccount = (db: Database, userId: number) => selectMailsOfAccount(db, userId);
