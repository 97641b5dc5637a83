import { expect, it } from 'vitest';
import { hasBegun, monthsBefore, monthsToOffer } from './months.ts';

it('counts months back across years', () => {
  expect([0, 1, 10, 11, 23].map((count) => monthsBefore('2026-11', count))).toEqual([
    ...['2026-11', '2026-10', '2026-01', '2025-12', '2024-12'],
  ]);
});

it('offers two years, newest first, and an older month that was chosen', () => {
  expect(monthsToOffer('2026-11', '')).toHaveLength(24);
  expect(monthsToOffer('2026-11', '2026-01')).toHaveLength(24);
  expect(monthsToOffer('2026-11', '2020-02').at(-1)).toBe('2020-02');
});

it.each([
  ['2026-11', true],
  ['1970-01', true],
  ['2026-12', false],
  ['1969-12', false],
  ['2026-13', false],
  ['2026-1', false],
  ['', false],
])('takes "%s" from the address: %s', (text, expected) => {
  expect(hasBegun(text, '2026-11')).toBe(expected);
});
