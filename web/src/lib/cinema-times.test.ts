import { describe, expect, test } from 'vitest';
import { timesIn } from './cinema-times.ts';

describe('the cinema day', () => {
  test.each([
    ['Asia/Kolkata', '2026-11-15', '2026-11-14T18:30:00Z'],
    ['Pacific/Kiritimati', '2026-11-15', '2026-11-14T10:00:00Z'],
    ['Pacific/Pago_Pago', '2026-11-15', '2026-11-15T11:00:00Z'],
    // Clocks change in the night of these.
    ['America/New_York', '2026-03-08', '2026-03-08T05:00:00Z'],
    ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00Z'],
  ])('in %s begins at midnight there: %s at %s', (timeZone, day, midnight) => {
    const { midnightOf, dayOf } = timesIn(timeZone);
    expect(new Date(midnightOf(day))).toEqual(new Date(midnight));
    expect(dayOf(midnightOf(day))).toBe(day);
    expect(dayOf(midnightOf(day) - 1)).not.toBe(day);
  });

  test('and its times are written as there', () => {
    const { dayName, timeName, dateTimeName } = timesIn('Asia/Kolkata');
    const moment = Date.parse('2026-11-14T20:00:00Z');
    expect([dayName(moment), timeName(moment)]).toEqual(['Sun, 15 Nov', '1:30 am']);
    expect(dateTimeName(moment)).toBe('15 Nov 2026, 1:30 am');
  });
});
