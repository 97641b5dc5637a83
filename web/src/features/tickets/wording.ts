import {
  ACCESSIBILITY,
  ACCESSIBILITY_NAMES,
  type Accessibility,
  describeAccessibility,
} from '@moviebooking/contract/accessibility';
import type { SharedTicket } from '@moviebooking/contract/bookings';
import type { CalendarTexts } from '@moviebooking/contract/calendar';
import { type ReceivedBooking, seatsOf } from '../../lib/bookings.ts';
import { formatDateTime, formatTime } from '../../lib/cinema-times.ts';
import { language, t, translationOf } from '../../lib/language.ts';

export const accessibilityNames = Object.fromEntries(
  ACCESSIBILITY.map((label) => [label, translationOf(ACCESSIBILITY_NAMES[label])]),
) as Record<Accessibility, string>;

export function calendarTexts(booking: ReceivedBooking): CalendarTexts {
  const { movie, screen, accessibility } = booking.show;
  const features = describeAccessibility(accessibility, accessibilityNames);
  return {
    language,
    summary: t('{movie} at {cinema}', { movie: movie.title, cinema: screen.cinema.name }),
    notes: [
      t('Booking ID: {id}', { id: booking.id }),
      t('Screen: {screen}', { screen: screen.name }),
      ...(features ? [t('Accessibility: {features}', { features })] : []),
      t('Seats: {seats}', { seats: seatsOf(booking).join(', ') }),
      ...(booking.ticketCode ? [t('Ticket: {code}', { code: booking.ticketCode })] : []),
      t('Please arrive at the cinema 15 minutes before the show time.'),
    ],
  };
}

export const sharingHeading = (seats: number): string =>
  seats === 1 ? t('A ticket to pass on') : t('A ticket for each seat');

export const sharingNote = (seats: number): string =>
  seats === 1
    ? t('For whoever comes in your place. It opens without a login.')
    : t('Send your guests their own: no login needed. Your code still admits everyone.');

export const admittedAt = (instant: string): string => t('Admitted at {time}', { time: formatTime(instant) });

/** What has happened to a shared ticket since it was sent; null if nothing. */
export function describeNews({ status, admittedAt: used, cancelReason, movedFrom }: SharedTicket): string | null {
  if (status === 'SHOW_CANCELLED')
    return [t('This show was cancelled.'), cancelReason?.replace(/\.?$/, '.')].filter(Boolean).join(' ');
  if (used) return t('Admitted at {time}. This ticket has been used.', { time: formatTime(used) });
  if (!movedFrom) return null;
  const { startTime, place } = movedFrom;
  return t('This show was moved. It used to be {time}, {place}.', { time: formatDateTime(startTime), place });
}
