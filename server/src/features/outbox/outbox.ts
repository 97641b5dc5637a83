/**
 * The outbox: mails that are to be sent. A mail is written by the transaction that it tells of, so that it exists exactly
 * when that is committed; `features/mail` sends it afterwards. Mails about bookings and moved shows are queued by the
 * database itself (server/ledger/queue-mails.sql). While no mail is configured nothing is queued.
 *
 * A queued mail names the user or the booking, never a name or an address: those are read when it is sent.
 */
import type { Database, Tx } from '../../platform/database.ts';
import { insertMail, updateMailSwitch } from './outbox.sql.ts';

export type NewMail =
  | { kind: 'password-reset'; userId: number; url: string; expiresAt: Date }
  | { kind: 'booking-confirmed' | 'booking-cancelled'; bookingId: number }
  | { kind: 'show-cancelled'; bookingId: number; reason: string };

/** Is sent once the transaction has committed. Costs one insert. */
export async function queueMail(db: Database | Tx, mail: NewMail): Promise<void> {
  const { kind, ...rest } = mail;
  const { userId, bookingId, ...details } = { userId: null, bookingId: null, ...rest };
  await insertMail(db, { kind, userId, bookingId, details });
}

/** Says for all servers over this database whether mails are queued; each says so when it starts. */
export const switchMail = (db: Database, isOn: boolean): Promise<void> => updateMailSwitch(db, isOn);
