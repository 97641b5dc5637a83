import { expect, it } from 'vitest';
import { fromDateTimeField, toDateTimeField } from './date-time-field.ts';

it('a date-time field holds local time and gives the same instant back', () => {
  const instant = '2026-11-15T13:30:00.000Z';
  expect(toDateTimeField(instant)).toMatch(/^2026-11-1\dT\d\d:\d\d$/);
  expect(fromDateTimeField(toDateTimeField(instant))).toBe(instant);
  expect(fromDateTimeField('')).toBeNull();
});
