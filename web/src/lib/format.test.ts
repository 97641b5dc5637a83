import { expect, it } from 'vitest';
import { countOf, formatDuration, formatRupees, fromDateTimeField, toDateTimeField } from './format.ts';

it('rupees have Indian separators, and paise only where there are some', () => {
  expect(formatRupees(1_245_000)).toBe('₹12,45,000');
  expect(formatRupees(199.5)).toBe('₹199.50');
  expect(formatRupees(0)).toBe('₹0');
});

it('durations are hours and minutes', () => {
  expect([45, 60, 148].map(formatDuration)).toEqual(['45m', '1h', '2h 28m']);
});

it('a date-time field holds local time and gives the same instant back', () => {
  const instant = '2026-11-15T13:30:00.000Z';
  expect(toDateTimeField(instant)).toMatch(/^2026-11-1\dT\d\d:\d\d$/);
  expect(fromDateTimeField(toDateTimeField(instant))).toBe(instant);
  expect(fromDateTimeField('')).toBeNull();
});

it('things are counted in words', () => {
  expect([countOf(1, 'seat'), countOf(1200, 'seat')]).toEqual(['1 seat', '1,200 seats']);
});
