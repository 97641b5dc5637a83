import { expect, it } from 'vitest';
import { monthUntil, periodsOf } from './periods.ts';

const text = ({ period, before }: ReturnType<typeof periodsOf>) =>
  `${period.from} ${period.to} | ${before.from} ${before.to}`;

it.each([
  [7, '2026-11-19', '2026-11-13 2026-11-19 | 2026-11-06 2026-11-12'],
  [30, '2026-03-01', '2026-01-31 2026-03-01 | 2026-01-01 2026-01-30'],
])('compares the last %i days on %s with as many days before', (days, today, expected) => {
  expect(text(periodsOf({ days }, today))).toBe(expected);
});

it.each([
  [
    'a complete month with the whole month before',
    '2026-10',
    '2026-11-19',
    '2026-10-01 2026-10-31 | 2026-09-01 2026-09-30',
  ],
  ['the running month with as many days', '2026-11', '2026-11-19', '2026-11-01 2026-11-19 | 2026-10-01 2026-10-19'],
  ['the first day with the first day', '2026-11', '2026-11-01', '2026-11-01 2026-11-01 | 2026-10-01 2026-10-01'],
  [
    'the last day of a month, when it is complete',
    '2026-04',
    '2026-04-30',
    '2026-04-01 2026-04-30 | 2026-03-01 2026-03-31',
  ],
  ['a longer month with a shorter one', '2026-03', '2026-03-30', '2026-03-01 2026-03-30 | 2026-02-01 2026-02-28'],
  ['January with December', '2026-01', '2026-01-02', '2026-01-01 2026-01-02 | 2025-12-01 2025-12-02'],
  ['a leap day with January', '2028-02', '2028-03-01', '2028-02-01 2028-02-29 | 2028-01-01 2028-01-31'],
])('compares %s', (_, month, today, expected) => {
  expect(text(periodsOf({ days: 30, month }, today))).toBe(expected);
});

it('refuses a month that has not begun', () => {
  expect(() => monthUntil('2026-12', '2026-11-30')).toThrow('This month has not begun yet.');
  expect(monthUntil('2026-12', '2026-12-01')).toEqual({ from: '2026-12-01', to: '2026-12-01' });
});
