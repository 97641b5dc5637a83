/** The texts of all mails. */
import { type Accessibility, describeAccessibility } from '@moviebooking/contract/accessibility';
import type { Booking } from '@moviebooking/contract/bookings';
import type { CalendarTexts } from '@moviebooking/contract/calendar';
import { toPaise, toRupees } from '@moviebooking/contract/money';
import { inSeatOrder, seatsAt } from '@moviebooking/contract/seats';
import type { ClaimedMail } from '../outbox/outbox.ts';
import type { writeHtml } from './layout.ts';
import type { Reader } from './reader.ts';
import type { Bookings, Offer } from './recipients.sql.ts';
import type { MailTicket } from './ticket-html.ts';
import type { Translate } from './translations.ts';

export type MailContent = Omit<Parameters<typeof writeHtml>[0], 'greeting' | 'brand' | 'locale' | 't'>;
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

const venueOf = (cinema: string | undefined, screen: string | undefined) => [cinema, screen].filter(Boolean).join(', ');

const arriveEarly = (t: Translate) =>
  t('Please arrive at the cinema 15 minutes before the show time. Carry a valid ID for verification.');

export function confirmationContent({ path, expiresAt }: Link, reader: Reader): MailContent {
  const { t, publicUrl } = reader;
  return {
    title: t('Confirm your email address'),
    paragraphs: [
      t(
        "Someone signed up at {site} with this email address. If that was you, confirm the address with this link and we'll email you your tickets.",
        { site: new URL(publicUrl).host },
      ),
      t('The link works once, until {time}.', { time: reader.writeTime(expiresAt) }),
    ],
    facts: [],
    link: { label: t('Confirm my email address'), url: `${publicUrl}${path}` },
    notes: [
      t("If it wasn't you, just ignore this mail. We don't send tickets or news to an address that isn't confirmed."),
    ],
  };
}

export function manyChangesContent(details: ClaimedMail['details'], reader: Reader): MailContent | undefined {
  const { resumesAt } = details as Details;
  if (!resumesAt) return undefined;
  const { t, times } = reader;
  return {
    title: t('Many changes to your bookings'),
    paragraphs: [
      t("You've had a lot of mail from us in the last hour, so we've combined the rest into this one."),
      t(
        "We'll mail you about changes again from {time}. Until then, you'll find all your bookings and tickets, up to date, in your booking history.",
        { time: times.clockWithZone(resumesAt) },
      ),
    ],
    facts: [],
    link: historyLink(reader),
    notes: [],
  };
}

export function passwordResetContent({ path, expiresAt }: Link, { t, times, publicUrl }: Reader): MailContent {
  return {
    title: t('Choose a new password'),
    paragraphs: [
      t('Use this link to choose a new password. It works once, until {time}.', {
        time: times.clockWithZone(expiresAt),
      }),
    ],
    facts: [],
    link: { label: t('Choose a new password'), url: `${publicUrl}${path}` },
    notes: [t("If you didn't ask for this, just ignore this mail: your password stays the same.")],
  };
}

const accessibilityFact = (labels: Accessibility[], t: Translate) => {
  const names = {
    ...{ CC: t('Closed captions'), OC: t('Open captions') },
    ...{ AD: t('Audio description'), ISL: t('Sign language') },
  };
  return labels.length > 0 ? [[t('Accessibility'), describeAccessibility(labels, names)] as const] : [];
};

function placeFacts({ screen, startTime, accessibility }: Offer['show'], reader: Reader): MailContent['facts'] {
  const { t } = reader;
  const { name, city } = screen.cinema;
  return [
    [t('Cinema'), [name, city].filter(Boolean).join(', ')],
    [t('Screen'), screen.name],
    ...accessibilityFact(accessibility, t),
    [t('Show time'), reader.writeTime(startTime)],
  ];
}

function showFacts(show: Offer['show'], seats: string[], reader: Reader): MailContent['facts'] {
  const { t } = reader;
  return [[t('Movie'), show.movie.title], ...placeFacts(show, reader), [t('Seats'), inSeatOrder(seats).join(', ')]];
}

function totalOf(bookings: readonly Booking[], reader: Reader) {
  const paise = bookings.reduce((sum, { totalPrice }) => sum + toPaise(totalPrice), 0);
  return [reader.t('Total'), reader.writeRupees(toRupees(paise))] as const;
}

function factsOf(bookings: Bookings, reader: Reader): MailContent['facts'] {
  const seats = bookings.flatMap((booking) => booking.seats);
  return [
    ...showFacts(bookings[0].show, seats, reader),
    totalOf(bookings, reader),
    [reader.t('Booking ID'), bookings.map(({ id }) => id).join(', ')],
  ];
}

function ticketOf(booking: Booking, reader: Reader): MailTicket {
  const { id, movie, seats, show } = booking;
  return {
    ...{ title: movie.title, seats, bookingId: id, code: reader.ticketCodes.issue(id) },
    imageId: `ticket-${id}@moviebooking`,
    posterUrl: movie.posterUrl === null ? null : new URL(movie.posterUrl, reader.publicUrl).href,
    facts: [...placeFacts(show, reader), totalOf([booking], reader)],
  };
}

export function calendarTexts({ id, show, seats }: Booking, code: string, { t, language }: Reader): CalendarTexts {
  const facts = [
    [t('Booking ID'), id],
    [t('Screen'), show.screen.name],
    ...accessibilityFact(show.accessibility, t),
    [t('Seats'), seats.join(', ')],
  ];
  return {
    language,
    summary: t('{movie} at {cinema}', { movie: show.movie.title, cinema: show.screen.cinema.name }),
    notes: [
      ...facts.map(([label, text]) => `${label}: ${text}`),
      t('Ticket: {code}', { code }),
      t('Please arrive at the cinema 15 minutes before the show time.'),
    ],
  };
}

const historyLink = ({ t, publicUrl }: Reader) => ({
  label: t('View All Bookings'),
  url: `${publicUrl}/bookings/history`,
});

export function reminderContent(bookings: Bookings, reader: Reader): MailContent {
  const { t, times, publicUrl } = reader;
  const [{ movie, show }] = bookings;
  return {
    title: t('Reminder: {movie}, {time}', { movie: movie.title, time: times.withDay(show.startTime) }),
    paragraphs: [
      t(
        'Your show is coming up. {count, plural, one {Show this code at the door.} other {Show these codes at the door.}}',
        { count: bookings.length },
      ),
    ],
    facts: factsOf(bookings, reader),
    tickets: bookings.map((booking) => ticketOf(booking, reader)),
    link: historyLink(reader),
    notes: [
      arriveEarly(t),
      t('To stop getting reminders, turn them off in your profile: {link}', { link: `${publicUrl}/profile` }),
    ],
  };
}

export function offerContent({ show, seats, expiresAt }: Offer, reader: Reader): MailContent {
  const { t, times, locale, publicUrl } = reader;
  const count = seats.length;
  const named = new Intl.ListFormat(locale).format(seats);
  const until = times.clockWithZone(expiresAt);
  return {
    title: t(
      '{count, plural, one {Seat {seats} for {movie} is held for you until {time}} other {Seats {seats} for {movie} are held for you until {time}}}',
      { count, seats: named, movie: show.movie.title, time: times.clock(expiresAt) },
    ),
    paragraphs: [
      t(
        "{count, plural, one {You're next on the waitlist, and a seat has come free. Book it by {time}; after that, we offer it to the next person.} other {You're next on the waitlist, and # seats have come free. Book them by {time}; after that, we offer them to the next person.}}",
        { count, time: until },
      ),
    ],
    facts: [
      ...showFacts(show, seats, reader),
      [t('Price'), t('{price} per seat', { price: reader.writeRupees(show.price) })],
      [t('Held until'), until],
    ],
    link: {
      label: t('{count, plural, one {Go to my seat} other {Go to my seats}}', { count }),
      url: `${publicUrl}/shows/${show.id}/seats`,
    },
    notes: [
      t(
        "{count, plural, one {Don't want it? Decline on that page. You leave the waitlist, and we offer it to the next person straight away.} other {Don't want them? Decline on that page. You leave the waitlist, and we offer them to the next person straight away.}}",
        { count },
      ),
      t('To stop getting mails about free seats, turn them off in your profile: {link}', {
        link: `${publicUrl}/profile`,
      }),
    ],
  };
}

export function bookingContent(mail: ClaimedMail, booking: Booking, reader: Reader): MailContent | undefined {
  const { t, times } = reader;
  const { movie, show, seats } = booking;
  const isCancelled = booking.status === 'CANCELLED';
  const named = { movie: movie.title, time: times.withDay(show.startTime) };
  const venue = venueOf(show.screen.cinema.name, show.screen.name);
  const tickets = [ticketOf(booking, reader)];
  const common = { facts: factsOf([booking], reader), link: historyLink(reader) };
  const { reason, startTime, screen = '', cinema = '', seatsBefore = [] } = mail.details as Details;
  const reasons = reason ? [t('Reason: {reason}', { reason })] : [];
  const beforeAndNow = (before: string, now: string) => [t('Before: {before}', { before }), t('Now: {now}', { now })];
  switch (mail.kind) {
    case 'booking-confirmed':
      if (isCancelled) return undefined;
      return {
        ...{ ...common, tickets, notes: [arriveEarly(t)] },
        title: t('Booking confirmed: {movie}, {time}', named),
        paragraphs: [t('Your seats have been successfully reserved. Show this code at the door.')],
      };
    case 'booking-changed': {
      const before = seatsAt(seatsBefore);
      if (isCancelled || before.join() === seats.join()) return undefined;
      const refund = (before.length - seats.length) * (booking.totalPrice / seats.length);
      return {
        ...{ ...common, tickets, notes: [arriveEarly(t)] },
        title: t('Seats changed: {movie}, {time}', named),
        paragraphs: [
          t('Your seats have changed. Your booking ID and your code stay the same.'),
          ...beforeAndNow(before.join(', '), seats.join(', ')),
          ...(refund > 0
            ? [t('You paid {amount} for the seats you gave back.', { amount: reader.writeRupees(refund) })]
            : []),
        ],
      };
    }
    case 'booking-cancelled':
      return {
        ...{ ...common, notes: [] },
        title: t('Booking cancelled: {movie}, {time}', named),
        paragraphs: [t('Your booking was cancelled. Its ticket is no longer valid.'), ...reasons],
      };
    case 'show-cancelled':
      return {
        ...{ ...common, notes: [] },
        title: t('Show cancelled: {movie}, {time}', named),
        paragraphs: [
          t(
            "We're sorry, this show won't take place and your booking was cancelled. You can book another show on our site.",
          ),
          ...reasons,
        ],
      };
    case 'show-moved': {
      if (isCancelled || !startTime) return undefined;
      const before = `${reader.writeTime(startTime)}, ${venueOf(cinema, screen)}`;
      const now = `${reader.writeTime(show.startTime)}, ${venue}`;
      if (before === now) return undefined;
      return {
        ...{ ...common, tickets, notes: [arriveEarly(t)] },
        title: t('Show moved: {movie}, now {time}', named),
        paragraphs: [
          t('Your show has moved. Your seats and your ticket stay the same.'),
          ...beforeAndNow(before, now),
          t("If you can't come, cancel the booking in your booking history before the show starts."),
        ],
      };
    }
    default:
      return undefined;
  }
}
