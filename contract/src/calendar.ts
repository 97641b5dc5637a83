/**
 * Writes a booking as a calendar file (RFC 5545), for the page and for the mail. Times are in UTC, so they are right in
 * every time zone. Texts are escaped, and lines are folded at 75 octets without splitting a character.
 */
import type { Language } from './accounts.ts';

interface BookedShow {
  id: number;
  createdAt: string;
  show: {
    startTime: string;
    movie: { title: string; durationMin: number | null };
    screen: { name: string; cinema: { name: string; city: string | null } };
  };
}

/** What people read. */
export interface CalendarTexts {
  summary: string;
  notes: readonly string[];
  language: Language;
}

/** The duration of a show if that of its movie is unknown. */
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

/** A higher `sequence` replaces the same booking in the calendar. */
export function calendarFile(booking: BookedShow, texts: CalendarTexts, host: string, sequence = 0): string {
  const { show } = booking;
  const { cinema } = show.screen;
  const start = Date.parse(show.startTime);
  const end = start + (show.movie.durationMin ?? ASSUMED_DURATION_MIN) * 60_000;
  const location = [cinema.name, cinema.city].filter(Boolean).join(', ');
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//MovieBooking//Ticket//${texts.language.toUpperCase()}`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:booking-${booking.id}@${host}`,
    ...(sequence > 0 ? [`SEQUENCE:${sequence}`] : []),
    `DTSTAMP:${utc(Date.parse(booking.createdAt))}`,
    `DTSTART:${utc(start)}`,
    `DTEND:${utc(end)}`,
    `SUMMARY:${escapeText(texts.summary)}`,
    `LOCATION:${escapeText(location)}`,
    `DESCRIPTION:${escapeText(texts.notes.join('\n'))}`,
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
