import { expect, test } from 'vitest';
import { calendarFile } from './calendar.ts';

function bookingOf(title: string, durationMin: number | null = 142): Parameters<typeof calendarFile>[0] {
  return {
    id: 7,
    createdAt: '2026-11-15T10:00:00.000Z',
    seats: ['A2', 'A10'],
    show: {
      startTime: '2026-12-31T18:45:00.000Z',
      movie: { title, durationMin },
      screen: { name: 'Audi 1', cinema: { name: 'Regal, Fort', city: 'Mumbai' } },
    },
    ticketCode: 'MB-7-0123456789AB',
  };
}

const unfold = (file: string) => file.replaceAll('\r\n ', '').split('\r\n');

test('writes start and end in UTC, even across midnight and new year', () => {
  const lines = unfold(calendarFile(bookingOf('Diyas for Nani'), 'movies.example'));
  expect(lines).toContain('DTSTART:20261231T184500Z');
  expect(lines).toContain('DTEND:20261231T210700Z');
  expect(lines).toContain('UID:booking-7@movies.example');
  expect(unfold(calendarFile(bookingOf('?', null), 'x'))).toContain('DTEND:20261231T204500Z');
});

test('escapes special characters, so that no text can add a line', () => {
  const lines = unfold(calendarFile(bookingOf('A; B, C\\D\r\nATTENDEE:mailto:x\u0007'), 'x'));
  expect(lines).toContain('SUMMARY:A\\; B\\, C\\\\D\\nATTENDEE:mailto:x at Regal\\, Fort');
  expect(lines.some((line) => line.startsWith('ATTENDEE'))).toBe(false);
  expect(lines.find((line) => line.startsWith('DESCRIPTION:Booking'))).toContain('Seats: A2\\, A10\\nTicket: MB-7');
});

test('folds lines at 75 octets without splitting a character', () => {
  const title = '🎬 नमक: The Salt Year '.repeat(9);
  const file = calendarFile(bookingOf(title), 'x');
  for (const line of file.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
  expect(unfold(file).find((line) => line.startsWith('SUMMARY'))).toBe(`SUMMARY:${title} at Regal\\, Fort`);
});

test('replaces an earlier state of the same booking', () => {
  expect(calendarFile(bookingOf('Monsoon'), 'x')).not.toContain('SEQUENCE');
  expect(unfold(calendarFile(bookingOf('Monsoon'), 'x', 12))).toContain('SEQUENCE:12');
});

test('the file is one event with a reminder an hour before', () => {
  const untold = { ...bookingOf('Monsoon'), ticketCode: undefined };
  untold.show.screen.cinema.city = null;
  const notes = [
    'Booking ID: 7',
    'Screen: Audi 1',
    'Seats: A2\\, A10',
    'Please arrive at the cinema 15 minutes before the show time.',
  ];
  expect(unfold(calendarFile(untold, 'x'))).toEqual([
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//MovieBooking//Ticket//EN', 'CALSCALE:GREGORIAN', 'METHOD:PUBLISH'],
    ...['BEGIN:VEVENT', 'UID:booking-7@x', 'DTSTAMP:20261115T100000Z', 'DTSTART:20261231T184500Z'],
    ...['DTEND:20261231T210700Z', 'SUMMARY:Monsoon at Regal\\, Fort', 'LOCATION:Regal\\, Fort'],
    `DESCRIPTION:${notes.join('\\n')}`,
    ...['BEGIN:VALARM', 'ACTION:DISPLAY', 'DESCRIPTION:Monsoon', 'TRIGGER:-PT1H', 'END:VALARM'],
    ...['END:VEVENT', 'END:VCALENDAR', ''],
  ]);
  expect(unfold(calendarFile(bookingOf('Monsoon'), 'x'))).toContain('LOCATION:Regal\\, Fort\\, Mumbai');
});

test('only a line of more than 75 octets is folded, and as late as possible', () => {
  const summaryOf = (length: number) =>
    calendarFile(bookingOf('x'.repeat(length - 'SUMMARY: at Regal\\, Fort'.length)), 'x')
      .split('\r\nLOCATION')[0]
      ?.split('\r\nSUMMARY')[1]
      ?.split('\r\n')
      .map((line) => line.length);
  expect(summaryOf(75)).toEqual([75 - 'SUMMARY'.length]);
  expect(summaryOf(76)).toEqual([75 - 'SUMMARY'.length, 2]);
});
