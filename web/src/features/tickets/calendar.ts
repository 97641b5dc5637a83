/**
 * A booking as a calendar file (RFC 5545). Times are written in UTC, so that they are right in every time zone; texts
 * are escaped and lines folded at 75 octets without cutting a letter.
 */
import { type ReceivedBooking, seatsOf } from '../../lib/bookings.ts';
import { saveFile } from '../../lib/save-file.ts';

/** How long a show is taken to last when the movie's duration is not known. */
const ASSUMED_DURATION_MIN = 120;
const MAX_LINE_OCTETS = 75;
const octets = new TextEncoder();

const utc = (instant: number) => new Date(instant).toISOString().replaceAll(/[-:]|\.\d{3}/g, '');

const escapeText = (text: string) =>
  text
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll(/\r\n|\r|\n/g, '\\n')
    .replaceAll(/\p{Cc}/gu, '');

function fold(line: string): string {
  const lines = [''];
  let length = 0;
  for (const letter of line) {
    const size = octets.encode(letter).length;
    if (length + size > MAX_LINE_OCTETS) {
      lines.push(' ');
      length = 1;
    }
    lines[lines.length - 1] += letter;
    length += size;
  }
  return lines.join('\r\n');
}

export function calendarFile(booking: ReceivedBooking, host: string): string {
  const { show } = booking;
  const { cinema } = show.screen;
  const start = Date.parse(show.startTime);
  const end = start + (show.movie.durationMin ?? ASSUMED_DURATION_MIN) * 60_000;
  const place = [cinema.name, cinema.city].filter(Boolean).join(', ');
  const notes = [
    `Booking ID: ${booking.id}`,
    `Screen: ${show.screen.name}`,
    `Seats: ${seatsOf(booking).join(', ')}`,
    ...(booking.ticketCode ? [`Ticket: ${booking.ticketCode}`] : []),
    'Please arrive at the cinema 15 minutes before the show time.',
  ];
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//MovieBooking//Ticket//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:booking-${booking.id}@${host}`,
    `DTSTAMP:${utc(Date.parse(booking.createdAt))}`,
    `DTSTART:${utc(start)}`,
    `DTEND:${utc(end)}`,
    `SUMMARY:${escapeText(`${show.movie.title} at ${cinema.name}`)}`,
    `LOCATION:${escapeText(place)}`,
    `DESCRIPTION:${escapeText(notes.join('\n'))}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escapeText(show.movie.title)}`,
    'TRIGGER:-PT1H',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
    .map(fold)
    .join('\r\n');
}

export function downloadCalendarFile(booking: ReceivedBooking): void {
  const file = new Blob([calendarFile(booking, window.location.hostname)], { type: 'text/calendar;charset=utf-8' });
  saveFile(file, `booking-${booking.id}.ics`);
}
