import { expect, it } from 'vitest';
import { countOf, formatDuration, formatPercent } from './numbers.ts';

it('formats durations in hours and minutes', () => {
  expect([45, 60, 148].map(formatDuration)).toEqual(['45m', '1h', '2h 28m']);
});

it('formats counts with their noun and shares in per cent', () => {
  expect([countOf(1, 'seat'), countOf(120_000, 'seat')]).toEqual(['1 seat', '1,20,000 seats']);
  expect(formatPercent(0.4567)).toBe('45.7%');
});
