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
 */
import type { Database } from '../../platform/database.ts';
import {
  type ClaimedMail,
  claimDueMail,
  deleteClaimed,
  deleteEndedBefore,
  insertMail,
  type OutboxLength,
  selectIsAnyDue,
  selectLength,
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

interface NewMail {
  kind: 'password-reset';
  userId: number;
  /** Below the product's own address. */
  path: string;
  expiresAt: Date;
}

/** Is sent once the transaction has committed. Costs one insert, and nothing is queued while mail is off. */
export async function queueMail(db: Database, { kind, userId, ...details }: NewMail): Promise<void> {
  await insertMail(db, { kind, userId, details });
}

/** Says for all servers over this database whether mails are queued; each says so when it starts. */
export const switchMail = (db: Database, isOn: boolean): Promise<void> => updateMailSwitch(db, isOn);

export const isAnyMailDue = (db: Database): Promise<boolean> => selectIsAnyDue(db);
export const claimMail = (db: Database): Promise<ClaimedMail | undefined> => claimDueMail(db, CLAIM_SECONDS);
export const markSent = (db: Database, mail: ClaimedMail): Promise<void> => updateAsSent(db, mail);
/** There is nothing left to say: the booking was cancelled meanwhile, or the user is gone. */
export const dropMail = (db: Database, mail: ClaimedMail): Promise<void> => deleteClaimed(db, mail);
/** Is tried again later; true when it was given up. `error` is a code, not a text. */
export const postponeMail = (db: Database, mail: ClaimedMail, error: string): Promise<boolean> =>
  updateAsRefused(db, mail, error, PAUSES);
export const deleteOldMails = (db: Database): Promise<void> => deleteEndedBefore(db, KEPT_DAYS);
export const measureOutbox = (db: Database): Promise<OutboxLength> => selectLength(db);
/** Those that are about no booking. */
export const readMailsOfAccount = (db: Database, userId: number) => selectMailsOfAccount(db, userId);
