import { expect, test } from 'vitest';
import { type CalendarTexts, calendarFile } from './calendar.ts';

function bookingOf(title: string, durationMin: number | null = 142) {
  return {
    id: 7,
    createdAt: '2026-11-15T10:00:00.000Z',
    show: {
      startTime: '2026-12-31T18:45:00.000Z',
      movie: { title, durationMin },
      screen: { name: 'Audi 1', cinema: { name: 'Regal, Fort', city: 'Mumbai' as string | null } },
    },
  };
}

const textsOf = (summary: string, notes: string[] = []): CalendarTexts => ({ summary, notes, language: 'en' });
const fileOf = (title: string, sequence?: number) => calendarFile(bookingOf(title), textsOf(title), 'x', sequence);

const unfold = (file: string) => file.replaceAll('\r\n ', '').split('\r\n');

test('writes start and end in UTC, even across midnight and new year', () => {
  const lines = unfold(calendarFile(bookingOf('Diyas'), textsOf('Diyas'), 'movies.example'));
  expect(lines).toContain('DTSTART:20261231T184500Z');
  expect(lines).toContain('DTEND:20261231T210700Z');
  expect(lines).toContain('UID:booking-7@movies.example');
  expect(unfold(calendarFile(bookingOf('?', null), textsOf('?'), 'x'))).toContain('DTEND:20261231T204500Z');
});

test('escapes special characters, so that no text can add a line', () => {
  const title = 'A; B, C\\D\r\nATTENDEE:mailto:x\u0007';
  const lines = unfold(calendarFile(bookingOf(title), textsOf(title, ['Seats: A2, A10', 'Ticket: MB-7']), 'x'));
  expect(lines).toContain('SUMMARY:A\\; B\\, C\\\\D\\nATTENDEE:mailto:x');
  expect(lines.some((line) => line.startsWith('ATTENDEE'))).toBe(false);
  expect(lines).toContain('DESCRIPTION:Seats: A2\\, A10\\nTicket: MB-7');
});

test('folds lines at 75 octets without splitting a character', () => {
  const title = '🎬 नमक: The Salt Year '.repeat(9);
  const file = fileOf(title);
  for (const line of file.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
  expect(unfold(file).find((line) => line.startsWith('SUMMARY'))).toBe(`SUMMARY:${title}`);
});

test('replaces an earlier state of the same booking', () => {
  expect(fileOf('Monsoon')).not.toContain('SEQUENCE');
  expect(unfold(fileOf('Monsoon', 12))).toContain('SEQUENCE:12');
});

test('the file is one event with a reminder an hour before', () => {
  const booking = bookingOf('Monsoon');
  booking.show.screen.cinema.city = null;
  const texts = { ...textsOf('मानसून, Regal', ['स्क्रीन: Audi 1', 'सीटें: A2']), language: 'hi' as const };
  expect(unfold(calendarFile(booking, texts, 'x'))).toEqual([
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//MovieBooking//Ticket//HI', 'CALSCALE:GREGORIAN', 'METHOD:PUBLISH'],
    ...['BEGIN:VEVENT', 'UID:booking-7@x', 'DTSTAMP:20261115T100000Z', 'DTSTART:20261231T184500Z'],
    ...['DTEND:20261231T210700Z', 'SUMMARY:मानसून\\, Regal', 'LOCATION:Regal\\, Fort'],
    'DESCRIPTION:स्क्रीन: Audi 1\\nसीटें: A2',
    ...['BEGIN:VALARM', 'ACTION:DISPLAY', 'DESCRIPTION:Monsoon', 'TRIGGER:-PT1H', 'END:VALARM'],
    ...['END:VEVENT', 'END:VCALENDAR', ''],
  ]);
  expect(unfold(fileOf('Monsoon'))).toContain('LOCATION:Regal\\, Fort\\, Mumbai');
});

test('only a line of more than 75 octets is folded, and as late as possible', () => {
  const summaryOf = (length: number) =>
    fileOf('x'.repeat(length - 'SUMMARY:'.length))
      .split('\r\nLOCATION')[0]
      ?.split('\r\nSUMMARY')[1]
      ?.split('\r\n')
      .map((line) => line.length);
  expect(summaryOf(75)).toEqual([75 - 'SUMMARY'.length]);
  expect(summaryOf(76)).toEqual([75 - 'SUMMARY'.length, 2]);
});
