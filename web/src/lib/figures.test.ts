import { expect, it } from 'vitest';
import { countOf, formatDuration, formatPercent, fromDateTimeField, toDateTimeField } from './figures.ts';

it('durations are hours and minutes', () => {
  expect([45, 60, 148].map(formatDuration)).toEqual(['45m', '1h', '2h 28m']);
});

it('a date-time field holds local time and gives the same instant back', () => {
  const instant = '2026-11-15T13:30:00.000Z';
  expect(toDateTimeField(instant)).toMatch(/^2026-11-1\dT\d\d:\d\d$/);
  expect(fromDateTimeField(toDateTimeField(instant))).toBe(instant);
  expect(fromDateTimeField('')).toBeNull();
});

it('things are counted in words, shares in per cent', () => {
  expect([countOf(1, 'seat'), countOf(120_000, 'seat')]).toEqual(['1 seat', '1,20,000 seats']);
  expect(formatPercent(0.4567)).toBe('45.7%');
});
