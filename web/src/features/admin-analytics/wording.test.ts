import type { Analytics } from '@moviebooking/contract/admin';
import { describe, expect, it } from 'vitest';
import { formatRupees } from '../../lib/format.ts';
import { formatNumber, formatPercent } from '../../lib/numbers.ts';
import { describeDay, describeDifference, describePeriod, type Measured, monthName, whenBefore } from './wording.ts';

const money: Measured = { format: formatRupees, kind: 'amount' };
const count: Measured = { format: formatNumber, kind: 'count' };
const share: Measured = { format: formatPercent, kind: 'share' };

it.each([
  [112, 100, money, '12% more'],
  [88, 100, money, '12% less'],
  [88, 100, count, '12% fewer'],
  [0, 100, count, '100% fewer'],
  [750, 0, money, '₹750 more'],
  [5000, 100, money, '₹4,900 more'],
  [100_001, 100_000, count, '1 more'],
  [100, 100, money, undefined],
  [0, 0, count, undefined],
  [0.224, 0.22, share, '0.4 points more'],
  [0.2, 0.41, share, '21 points less'],
  [0.22001, 0.22, share, undefined],
])('describes %d after %d as %o', (value, before, measured, expected) => {
  expect(describeDifference(value, before, measured)).toBe(expected);
});

describe('a day', () => {
  const day = (value: number) => ({ date: '2026-11-19', value });
  const before = { date: '2026-10-19', value: 4800 };

  it('is compared with its counterpart in words', () => {
    expect(describeDay(day(4200), before, money)).toBe('Thu, 19 Nov: ₹4,200, ₹600 less than on Mon, 19 Oct (₹4,800)');
    expect(describeDay(day(4801), before, count)).toBe('Thu, 19 Nov: 4,801, 1 more than on Mon, 19 Oct (4,800)');
    expect(describeDay(day(4800), before, money)).toBe('Thu, 19 Nov: ₹4,800, the same as on Mon, 19 Oct');
  });

  it('without a counterpart is not compared', () => {
    expect(describeDay(day(0), undefined, money)).toBe('Thu, 19 Nov: ₹0');
  });
});

describe('a period', () => {
  const data = (month: string | null, from: string, to: string) =>
    ({
      ...{ month, days: 30, from: '2026-11-01', to: '2026-11-19', timeZone: 'Asia/Kolkata' },
      previous: { from, to },
    }) as Analytics;

  it.each([
    [null, '2026-10-01', '2026-10-31', 'in the 30 days before'],
    ['2026-11', '2026-10-01', '2026-10-31', 'in October'],
    ['2026-11', '2026-10-01', '2026-10-19', 'from 1 to 19 October'],
    ['2026-11', '2026-10-01', '2026-10-01', 'on 1 October'],
    ['2026-03', '2026-02-01', '2026-02-28', 'in February'],
  ])('of month %s is compared with %s to %s as "%s"', (month, from, to, expected) => {
    expect(whenBefore(data(month, from, to))).toBe(expected);
  });

  it('names both periods and the time zone', () => {
    expect(describePeriod(data('2026-11', '2026-10-01', '2026-10-19'))).toBe(
      '1 Nov to 19 Nov, vs 1 Oct to 19 Oct, Asia/Kolkata',
    );
    expect(monthName('2026-11')).toBe('November 2026');
  });
});
