import { expect, it } from 'vitest';
import { niceScale } from './axis-scale.ts';

it('ends on a round number that holds the largest value, in few steps', () => {
  expect(niceScale(0)).toEqual({ max: 1, steps: [0, 1] });
  expect(niceScale(3)).toEqual({ max: 3, steps: [0, 1, 2, 3] });
  expect(niceScale(87)).toEqual({ max: 100, steps: [0, 20, 40, 60, 80, 100] });
  for (const largest of [1, 2, 7, 9.5, 42, 101, 12_345, 999_999]) {
    const { max, steps } = niceScale(largest);
    expect(max).toBeGreaterThanOrEqual(largest);
    expect(max).toBeLessThanOrEqual(Math.max(1, largest * 2));
    expect(steps.length).toBeLessThanOrEqual(6);
    expect(steps.every(Number.isInteger)).toBe(true);
  }
});
