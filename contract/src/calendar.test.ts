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
