import { expect, test } from 'vitest';
import { parseNear } from './near-seats.ts';

test('reads seats in any order and in either case', () => {
  expect(parseNear('e5,E4')).toEqual(['E4', 'E5']);
});

test.each([
  ['', []],
  ['garbage', []],
  ['<script>alert(1)</script>,E4', ['E4']],
  ['Z4,E11,E0,E4', ['E4']],
  ['E4,E4,e4', ['E4']],
  [' E4', []],
  ['A1,B1,C1,D1,E1,F1,G1,H1', ['A1', 'B1', 'C1', 'D1', 'E1', 'F1']],
  [`${'x'.repeat(100_000)},E4`, []],
])('ignores whatever is no seat, and all but six seats: %.30s', (text, seats) => {
  expect(parseNear(text)).toEqual(seats);
});
