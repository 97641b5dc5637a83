/** The texts of all mails. */
import { describeAccessibility } from '@moviebooking/contract/accessibility';
import type { Booking } from '@moviebooking/contract/bookings';
import { toPaise, toRupees } from '@moviebooking/contract/money';
import { inSeatOrder, seatsAt } from '@moviebooking/contract/seats';
import type { Brand } from '../../platform/http/brand.ts';
import { timesIn } from '../../platform/time/cinema-times.ts';
import type { TicketCodes } from '../booking/ticket-code.ts';
import type { ClaimedMail } from '../outbox/outbox.ts';
import type { writeHtml } from './layout.ts';
import type { Bookings, Offer } from './recipients.sql.ts';
import type { MailTicket } from './ticket-html.ts';

export interface MailSettings {
  ticketCodes: TicketCodes;
  timeZone: string;
  brand: Brand;
  /** Where links lead. */
  publicUrl: string;
  /** The domain of the sender's address. */
  senderHost: string;
}

export type MailContent = Omit<Parameters<typeof writeHtml>[0], 'greeting' | 'brand'>;
/** A mail's `details`. */
interface Details {
  reason?: string;
  startTime?: string;
  screen?: string;
  cinema?: string;
  seatsBefore?: number[];
  resumesAt?: string;
}

interface Link {
  path: string;
  expiresAt: Date;
}

const ARRIVE = 'Please arrive at the cinema 15 minutes before the show time. Carry a valid ID for verification.';
/** The ticket shows these larger, apart from the other facts. */
const SHOWN_LARGE: ReadonlySet<string> = new Set(['Movie', 'Seats', 'Booking ID']);

const wholeRupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR', maximumFractionDigits: 0 });
const exactRupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });

/** "₹250", "₹1,00,000", "₹199.50". */
const writeRupees = (rupees: number): string => (Number.isInteger(rupees) ? wholeRupees : exactRupees).format(rupees);

const venueOf = (cinema: string | undefined, screen: string | undefined) => [cinema, screen].filter(Boolean).join(', ');

export function confirmationContent({ path, expiresAt }: Link, { timeZone, publicUrl }: MailSettings): MailContent {
  const site = new URL(publicUrl).host;
  const until = timesIn(timeZone).long(expiresAt.toISOString());
  return {
    title: 'Confirm your email address',
    paragraphs: [
      `Someone signed up at ${site} with this email address. If that was you, confirm the address with this link and we'll email you your tickets.`,
      `The link works once, until ${until}.`,
    ],
    facts: [],
    link: { label: 'Confirm my email address', url: `${publicUrl}${path}` },
    notes: [
      "If it wasn't you, just ignore this mail. We don't send tickets or news to an address that isn't confirmed.",
    ],
  };
}

export function manyChangesContent(
  details: ClaimedMail['details'],
  { timeZone, publicUrl }: MailSettings,
): MailContent | undefined {
  const { resumesAt } = details as Details;
  if (!resumesAt) return undefined;
  return {
    title: 'Many changes to your bookings',
    paragraphs: [
      "You've had a lot of mail from us in the last hour, so we've combined the rest into this one.",
      `We'll mail you about changes again from ${timesIn(timeZone).clockWithZone(resumesAt)}. Until then, you'll find all your bookings and tickets, up to date, in your booking history.`,
    ],
    facts: [],
    link: { label: 'View All Bookings', url: `${publicUrl}/bookings/history` },
    notes: [],
  };
}

export function passwordResetContent({ path, expiresAt }: Link, { timeZone, publicUrl }: MailSettings): MailContent {
  const until = timesIn(timeZone).clockWithZone(expiresAt);
  return {
    title: 'Choose a new password',
    paragraphs: [`Use this link to choose a new password. It works once, until ${until}.`],
    facts: [],
    link: { label: 'Choose a new password', url: `${publicUrl}${path}` },
    notes: ["If you didn't ask for this, just ignore this mail: your password stays the same."],
  };
}

function showFacts(
  { movie, screen, startTime, accessibility }: Offer['show'],
  seats: string[],
  { timeZone }: MailSettings,
) {
  const { name, city } = screen.cinema;
  return [
    ['Movie', movie.title],
    ['Cinema', [name, city].filter(Boolean).join(', ')],
    ['Screen', screen.name],
    ...(accessibility.length > 0 ? [['Accessibility', describeAccessibility(accessibility)] as const] : []),
    ['Show time', timesIn(timeZone).long(startTime)],
    ['Seats', inSeatOrder(seats).join(', ')],
  ] as const;
}

function factsOf(bookings: Bookings, settings: MailSettings): MailContent['facts'] {
  const seats = bookings.flatMap((booking) => booking.seats);
  return [
    ...showFacts(bookings[0].show, seats, settings),
    ['Total', writeRupees(toRupees(bookings.reduce((sum, { totalPrice }) => sum + toPaise(totalPrice), 0)))],
    ['Booking ID', bookings.map(({ id }) => id).join(', ')],
  ];
}

function ticketOf(booking: Booking, settings: MailSettings): MailTicket {
  const { id, movie, seats } = booking;
  return {
    ...{ title: movie.title, seats, bookingId: id, code: settings.ticketCodes.issue(id) },
    imageId: `ticket-${id}@moviebooking`,
    posterUrl: movie.posterUrl === null ? null : new URL(movie.posterUrl, settings.publicUrl).href,
    facts: factsOf([booking], settings).filter(([label]) => !SHOWN_LARGE.has(label)),
  };
}

const historyLink = ({ publicUrl }: MailSettings) => ({
  label: 'View All Bookings',
  url: `${publicUrl}/bookings/history`,
});

const turnOff = (which: string, { publicUrl }: MailSettings) =>
  `To stop getting ${which}, turn them off in your profile: ${publicUrl}/profile`;

export function reminderContent(bookings: Bookings, settings: MailSettings): MailContent {
  const [{ movie, show }] = bookings;
  const codes = bookings.length === 1 ? 'this code' : 'these codes';
  return {
    title: `Reminder: ${movie.title}, ${timesIn(settings.timeZone).withDay(show.startTime)}`,
    paragraphs: [`Your show is coming up. Show ${codes} at the door.`],
    facts: factsOf(bookings, settings),
    tickets: bookings.map((booking) => ticketOf(booking, settings)),
    link: historyLink(settings),
    notes: [ARRIVE, turnOff('reminders', settings)],
  };
}

export function offerContent({ show, seats, expiresAt }: Offer, settings: MailSettings): MailContent {
  const times = timesIn(settings.timeZone);
  const isOne = seats.length === 1;
  const [word, are, it] = isOne ? ['Seat', 'is', 'it'] : ['Seats', 'are', 'them'];
  const named = new Intl.ListFormat('en-IN').format(seats);
  const until = times.clockWithZone(expiresAt);
  return {
    title: `${word} ${named} for ${show.movie.title} ${are} held for you until ${times.clock(expiresAt)}`,
    paragraphs: [
      `You're next on the waitlist, and ${isOne ? 'a seat has' : `${seats.length} seats have`} come free. Book ${it} by ${until}; after that, we offer ${it} to the next person.`,
    ],
    facts: [
      ...showFacts(show, seats, settings),
      ['Price', `${writeRupees(show.price)} per seat`],
      ['Held until', until],
    ],
    link: { label: `Go to my ${word.toLowerCase()}`, url: `${settings.publicUrl}/shows/${show.id}/seats` },
    notes: [
      `Don't want ${it}? Decline on that page. You leave the waitlist, and we offer ${it} to the next person straight away.`,
      turnOff('mails about free seats', settings),
    ],
  };
}

export function bookingContent(mail: ClaimedMail, booking: Booking, settings: MailSettings): MailContent | undefined {
  const times = timesIn(settings.timeZone);
  const { movie, show, seats } = booking;
  const isCancelled = booking.status === 'CANCELLED';
  const when = times.withDay(show.startTime);
  const venue = venueOf(show.screen.cinema.name, show.screen.name);
  const tickets = [ticketOf(booking, settings)];
  const common = { facts: factsOf([booking], settings), link: historyLink(settings) };
  const { reason, startTime, screen = '', cinema = '', seatsBefore = [] } = mail.details as Details;
  const reasons = reason ? [`Reason: ${reason}`] : [];
  switch (mail.kind) {
    case 'booking-confirmed':
      if (isCancelled) return undefined;
      return {
        ...{ ...common, tickets, notes: [ARRIVE] },
        title: `Booking confirmed: ${movie.title}, ${when}`,
        paragraphs: ['Your seats have been successfully reserved. Show this code at the door.'],
      };
    case 'booking-changed': {
      const before = seatsAt(seatsBefore);
      if (isCancelled || before.join() === seats.join()) return undefined;
      const refund = (before.length - seats.length) * (booking.totalPrice / seats.length);
      return {
        ...{ ...common, tickets, notes: [ARRIVE] },
        title: `Seats changed: ${movie.title}, ${when}`,
        paragraphs: [
          'Your seats have changed. Your booking ID and your code stay the same.',
          `Before: ${before.join(', ')}`,
          `Now: ${seats.join(', ')}`,
          ...(refund > 0 ? [`You paid ${writeRupees(refund)} for the seats you gave back.`] : []),
        ],
      };
    }
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
        paragraphs: [
          "We're sorry, this show won't take place and your booking was cancelled. You can book another show on our site.",
          ...reasons,
        ],
      };
    case 'show-moved': {
      if (isCancelled || !startTime) return undefined;
      const before = `${times.long(startTime)}, ${venueOf(cinema, screen)}`;
      const now = `${times.long(show.startTime)}, ${venue}`;
      if (before === now) return undefined;
      return {
        ...{ ...common, tickets, notes: [ARRIVE] },
        title: `Show moved: ${movie.title}, now ${when}`,
        paragraphs: [
          'Your show has moved. Your seats and your ticket stay the same.',
          `Before: ${before}`,
          `Now: ${now}`,
          "If you can't come, cancel the booking in your booking history before the show starts.",
        ],
      };
    }
    default:
      return undefined;
  }
}
