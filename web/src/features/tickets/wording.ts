import { describeAccessibility } from '@moviebooking/contract/accessibility';
import type { SharedTicket } from '@moviebooking/contract/bookings';
import type { CalendarTexts } from '@moviebooking/contract/calendar';
import { type ReceivedBooking, seatsOf } from '../../lib/bookings.ts';
import { formatDateTime, formatTime } from '../../lib/cinema-times.ts';

export function calendarTexts(booking: ReceivedBooking): CalendarTexts {
  const { movie, screen, accessibility } = booking.show;
  const features = describeAccessibility(accessibility);
  return {
    language: 'en',
    summary: `${movie.title} at ${screen.cinema.name}`,
    notes: [
      `Booking ID: ${booking.id}`,
      `Screen: ${screen.name}`,
      ...(features ? [`Accessibility: ${features}`] : []),
      `Seats: ${seatsOf(booking).join(', ')}`,
      ...(booking.ticketCode ? [`Ticket: ${booking.ticketCode}`] : []),
      'Please arrive at the cinema 15 minutes before the show time.',
    ],
  };
}

export const sharingHeading = (seats: number): string =>
  seats === 1 ? 'A ticket to pass on' : 'A ticket for each seat';

export const sharingNote = (seats: number): string =>
  seats === 1
    ? 'For whoever comes in your place. It opens without a login.'
    : 'Send your guests their own: no login needed. Your code still admits everyone.';

export const admittedAt = (instant: string): string => `Admitted at ${formatTime(instant)}`;

/** What has happened to a shared ticket since it was sent; null if nothing. */
export function describeNews({ status, admittedAt: used, cancelReason, movedFrom }: SharedTicket): string | null {
  if (status === 'SHOW_CANCELLED')
    return `This show was cancelled.${cancelReason ? ` ${cancelReason.replace(/\.?$/, '.')}` : ''}`;
  if (used) return `${admittedAt(used)}. This ticket has been used.`;
  return movedFrom && `This show was moved. It used to be ${formatDateTime(movedFrom.startTime)}, ${movedFrom.place}.`;
}
