/**
 * What the mails say. A mail is written when it is sent, from what the database says then, so that it is never outdated:
 * where there is nothing left to tell, because the booking was cancelled or the account deleted, there is no mail.
 */
import type { Booking } from '@moviebooking/contract/bookings';
import { calendarFile } from '@moviebooking/contract/calendar';
import type { Database } from '../../platform/database/database.ts';
import { timesIn } from '../../platform/time/cinema-times.ts';
import { createConfirmationLink } from '../auth/email-confirmation.ts';
import { createResetLink } from '../auth/new-passwords.ts';
import type { TicketCodes } from '../booking/ticket-code.ts';
import type { ClaimedMail } from '../outbox/outbox.ts';
import { oneLine } from './escaping.ts';
import { writeHtml, writeText } from './layout.ts';
import { type Recipient, selectBookingWithRecipient, selectRecipient } from './mail-subjects.sql.ts';
import { qrPng } from './qr-png.ts';
import { writeRupees } from './wording.ts';

export interface Mail {
  to: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
  messageId: string;
  attachments: { filename: string; content: Buffer; contentType: string; cid?: string }[];
}

export interface Settings {
  ticketCodes: TicketCodes;
  timeZone: string;
  /** Where the links lead. */
  publicUrl: string;
  /** The domain of the sender's address. */
  senderHost: string;
}

const ARRIVE = 'Please arrive at the cinema 15 minutes before the show time. Carry a valid ID for verification.';
/** Whoever asked for a reset longer ago has asked again, or given up. */
const RESET_WAITS_MS = 3_600_000;
const TICKET_IMAGE = 'ticket@moviebooking';
/** The ticket has places of their own for these. */
const SHOWN_LARGE: ReadonlySet<string> = new Set(['Movie', 'Seats', 'Booking ID']);
const BYTE_FOR_BYTE = { contentTransferEncoding: 'base64' as const };

type Content = Omit<Parameters<typeof writeHtml>[0], 'greeting'>;
type Details = Record<string, string | undefined>;

/** Undefined when there is nothing left to say. */
export async function composeMail(db: Database, mail: ClaimedMail, settings: Settings): Promise<Mail | undefined> {
  if (mail.user_id !== null) {
    const recipient = await selectRecipient(db, mail.user_id);
    const content = recipient && (await aboutAccount(db, mail.user_id, mail, settings));
    return content && addressed(mail, recipient, content, settings);
  }
  const found = await selectBookingWithRecipient(db, mail.booking_id ?? 0);
  const content = found && aboutBooking(mail, found.booking, settings);
  if (!content) return undefined;
  const sequence = mail.kind === 'show-moved' ? mail.id : 0;
  return addressed(mail, found.recipient, content, settings, ticketFiles(content, found.booking, settings, sequence));
}

function addressed(
  mail: ClaimedMail,
  { name, email }: Recipient,
  content: Content,
  { senderHost }: Settings,
  attachments: Mail['attachments'] = [],
): Mail {
  const whole = { ...content, greeting: name === null ? 'Hello,' : `Hello ${name},` };
  return {
    to: { name: oneLine(name ?? ''), address: email },
    subject: oneLine(content.title),
    text: writeText(whole),
    html: writeHtml(whole),
    messageId: `<${mail.queued_at.getTime()}.${mail.id}@${senderHost}>`,
    attachments,
  };
}

async function aboutAccount(
  db: Database,
  userId: number,
  { kind, details, queued_at }: ClaimedMail,
  settings: Settings,
): Promise<Content | undefined> {
  switch (kind) {
    case 'confirm-email': {
      const link = await createConfirmationLink(db, userId);
      return link && confirmation(link, settings);
    }
    case 'many-changes':
      return manyChanges(details as Details, settings);
    case 'password-reset': {
      if (queued_at.getTime() < Date.now() - RESET_WAITS_MS) return undefined;
      return passwordReset(await createResetLink(db, userId, { isSentByMail: true }), settings);
    }
    default:
      return undefined;
  }
}

function confirmation(
  { path, expiresAt }: { path: string; expiresAt: Date },
  { timeZone, publicUrl }: Settings,
): Content {
  const site = new URL(publicUrl).host;
  const until = timesIn(timeZone).long(expiresAt.toISOString());
  return {
    title: 'Confirm your email address',
    paragraphs: [
      `Someone signed up at ${site} with this email address. If it was you, confirm the address with this link, and we'll send you your tickets by email.`,
      `The link works once, until ${until}.`,
    ],
    facts: [],
    link: { label: 'Confirm my email address', url: `${publicUrl}${path}` },
    notes: ["If it wasn't you, ignore this mail. We won't send tickets or news to an address that isn't confirmed."],
  };
}

function manyChanges({ resumesAt }: Details, { timeZone, publicUrl }: Settings): Content | undefined {
  if (!resumesAt) return undefined;
  return {
    title: 'Many changes to your bookings',
    paragraphs: [
      "You've had many mails from us in the last hour, so we've combined the rest into this one.",
      `We'll mail you about changes again from ${timesIn(timeZone).clockWithZone(resumesAt)}. Until then, find all your bookings and tickets, with every change, on the page of your bookings.`,
    ],
    facts: [],
    link: { label: 'View All Bookings', url: `${publicUrl}/bookings/history` },
    notes: [],
  };
}

function passwordReset(
  { path, expiresAt }: { path: string; expiresAt: Date },
  { timeZone, publicUrl }: Settings,
): Content {
  const until = timesIn(timeZone).clockWithZone(expiresAt);
  return {
    title: 'Choose a new password',
    paragraphs: [`With this link you can choose a new password until ${until}. It works once.`],
    facts: [],
    link: { label: 'Choose a new password', url: `${publicUrl}${path}` },
    notes: ['If you did not ask for this, you need not do anything: your password stays as it is.'],
  };
}

function aboutBooking(mail: ClaimedMail, booking: Booking, settings: Settings): Content | undefined {
  const times = timesIn(settings.timeZone);
  const { movie, show, seats, id } = booking;
  const isCancelled = booking.status === 'CANCELLED';
  const when = times.withDay(show.startTime);
  const place = placeOf(show.screen.cinema.name, show.screen.name);
  const facts = [
    ['Movie', movie.title],
    ['Cinema', [show.screen.cinema.name, show.screen.cinema.city].filter(Boolean).join(', ')],
    ['Screen', show.screen.name],
    ['Show time', times.long(show.startTime)],
    ['Seats', seats.join(', ')],
    ['Total', writeRupees(booking.totalPrice)],
    ['Booking ID', String(id)],
  ] as const;
  const ticket = {
    ...{ title: movie.title, seats, bookingId: id, code: settings.ticketCodes.issue(id), imageId: TICKET_IMAGE },
    posterUrl: movie.posterUrl === null ? null : new URL(movie.posterUrl, settings.publicUrl).href,
    facts: facts.filter(([label]) => !SHOWN_LARGE.has(label)),
  };
  const common = { facts, link: { label: 'View All Bookings', url: `${settings.publicUrl}/bookings/history` } };
  const { reason, startTime, screen, cinema } = mail.details as Details;
  const reasons = reason ? [`Reason: ${reason}`] : [];
  switch (mail.kind) {
    case 'booking-confirmed':
      if (isCancelled) return undefined;
      return {
        ...{ ...common, ticket, notes: [ARRIVE] },
        title: `Booking confirmed: ${movie.title}, ${when}`,
        paragraphs: ['Your seats have been successfully reserved. Show this code at the door.'],
      };
    case 'booking-cancelled':
      return {
        ...{ ...common, notes: [] },
        title: `Booking cancelled: ${movie.title}, ${when}`,
        paragraphs: ['Your booking was cancelled. Its ticket is no longer valid.', ...reasons],
      };
    case 'show-cancelled':
      return {
        ...{ ...common, notes: [] },
        title: `Show cancelled: ${movie.title}, ${when}`,
        paragraphs: ['We are sorry: this show will not take place, and your booking was cancelled.', ...reasons],
      };
    case 'show-moved': {
      if (isCancelled || !startTime) return undefined;
      const before = `${times.long(startTime)}, ${placeOf(cinema, screen)}`;
      const now = `${times.long(show.startTime)}, ${place}`;
      if (before === now) return undefined;
      return {
        ...{ ...common, ticket, notes: [ARRIVE] },
        title: `Show moved: ${movie.title}, now ${when}`,
        paragraphs: [
          'Your show was moved. Your seats and your ticket stay the same.',
          `Before: ${before}`,
          `Now: ${now}`,
          'If you cannot come, cancel the booking on the page of your bookings before the show starts.',
        ],
      };
    }
    default:
      return undefined;
  }
}

const placeOf = (cinema: string | undefined, screen: string | undefined) => [cinema, screen].filter(Boolean).join(', ');

function ticketFiles(
  { ticket }: Content,
  booking: Booking,
  { publicUrl }: Settings,
  sequence: number,
): Mail['attachments'] {
  if (!ticket) return [];
  const host = new URL(publicUrl).hostname;
  const calendar = Buffer.from(calendarFile({ ...booking, ticketCode: ticket.code }, host, sequence));
  return [
    {
      filename: 'ticket.png',
      content: qrPng(ticket.code),
      contentType: 'image/png',
      cid: TICKET_IMAGE,
      ...BYTE_FOR_BYTE,
    },
    {
      filename: `booking-${booking.id}.ics`,
      content: calendar,
      contentType: 'text/calendar; charset=utf-8',
      ...BYTE_FOR_BYTE,
    },
  ];
}
