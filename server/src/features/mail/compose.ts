/**
 * Composes a mail from the database at the moment it is sent, so it is never outdated. Composes none if there is nothing left
 * to say, because the booking was cancelled or the account deleted.
 */
import type { Booking } from '@moviebooking/contract/bookings';
import { calendarFile } from '@moviebooking/contract/calendar';
import type { Database } from '../../platform/database/database.ts';
import { createConfirmationLink } from '../auth/email-confirmation.ts';
import { createResetLink } from '../auth/new-passwords.ts';
import type { ClaimedMail } from '../outbox/outbox.ts';
import { oneLine } from './escaping.ts';
import { writeHtml, writeText } from './layout.ts';
import { qrPng } from './qr-png.ts';
import { type MailSettings, type Reader, readerOf } from './reader.ts';
import {
  type Recipient,
  selectBookingsToRemindOf,
  selectBookingWithRecipient,
  selectOffer,
  selectRecipient,
} from './recipients.sql.ts';
import { reservationOf } from './reservation.ts';
import {
  bookingContent,
  calendarTexts,
  confirmationContent,
  type MailContent,
  manyChangesContent,
  offerContent,
  passwordResetContent,
  reminderContent,
} from './wording.ts';

export interface Mail {
  to: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
  messageId: string;
  attachments: { filename: string; content: Buffer; contentType: string; cid?: string }[];
}

/** A reset link requested longer ago is no longer wanted. */
const RESET_MAIL_MAX_AGE_MS = 3_600_000;
const BYTE_FOR_BYTE = { contentTransferEncoding: 'base64' as const };

/** Returns undefined if there is nothing left to say. */
export async function composeMail(db: Database, mail: ClaimedMail, settings: MailSettings): Promise<Mail | undefined> {
  if (mail.user_id !== null) {
    const recipient = await selectRecipient(db, mail.user_id);
    if (!recipient) return undefined;
    const reader = readerOf(recipient.language, settings);
    const content = await accountContent(db, mail.user_id, mail, reader);
    return content && address(mail, recipient, content, reader);
  }
  const isReminder = mail.kind === 'reminder';
  const select = isReminder ? selectBookingsToRemindOf : selectBookingWithRecipient;
  const found = await select(db, mail.booking_id ?? 0);
  if (!found) return undefined;
  const { bookings, recipient } = found;
  const reader = readerOf(recipient.language, settings);
  const content = isReminder ? reminderContent(bookings, reader) : bookingContent(mail, bookings[0], reader);
  if (!content) return undefined;
  const sequence = mail.kind === 'booking-confirmed' ? 0 : mail.id;
  const reservations = bookings.map((booking) => reservationOf(booking, recipient.name, settings));
  const files = bookings.flatMap((booking) => ticketFiles(content, booking, reader, sequence));
  return address(mail, recipient, { ...content, reservations }, reader, files);
}

function address(
  mail: ClaimedMail,
  { name, email }: Recipient,
  content: MailContent,
  { senderHost, brand, locale, t }: Reader,
  attachments: Mail['attachments'] = [],
): Mail {
  const greeting = name === null ? t('Hello,') : t('Hello {name},', { name });
  const parts = { ...content, brand, locale, t, greeting };
  return {
    to: { name: oneLine(name ?? ''), address: email },
    subject: oneLine(content.title),
    text: writeText(parts),
    html: writeHtml(parts),
    messageId: `<${mail.queued_at.getTime()}.${mail.id}@${senderHost}>`,
    attachments,
  };
}

async function accountContent(
  db: Database,
  userId: number,
  { kind, details, queued_at }: ClaimedMail,
  reader: Reader,
): Promise<MailContent | undefined> {
  switch (kind) {
    case 'confirm-email': {
      const link = await createConfirmationLink(db, userId);
      return link && confirmationContent(link, reader);
    }
    case 'waitlist-offer': {
      const offer = await selectOffer(db, userId, details);
      return offer && offerContent(offer, reader);
    }
    case 'many-changes':
      return manyChangesContent(details, reader);
    case 'password-reset': {
      if (queued_at.getTime() < Date.now() - RESET_MAIL_MAX_AGE_MS) return undefined;
      return passwordResetContent(await createResetLink(db, userId, { isSentByMail: true }), reader);
    }
    default:
      return undefined;
  }
}

function ticketFiles(
  { tickets = [] }: MailContent,
  booking: Booking,
  reader: Reader,
  sequence: number,
): Mail['attachments'] {
  const ticket = tickets.find(({ bookingId }) => bookingId === booking.id);
  if (!ticket) return [];
  const host = new URL(reader.publicUrl).hostname;
  const calendar = calendarFile(booking, calendarTexts(booking, ticket.code, reader), host, sequence);
  return [
    {
      filename: tickets.length > 1 ? `ticket-${booking.id}.png` : 'ticket.png',
      content: qrPng(ticket.code),
      contentType: 'image/png',
      cid: ticket.imageId,
      ...BYTE_FOR_BYTE,
    },
    {
      filename: `booking-${booking.id}.ics`,
      content: Buffer.from(calendar),
      contentType: 'text/calendar; charset=utf-8',
      ...BYTE_FOR_BYTE,
    },
  ];
}
