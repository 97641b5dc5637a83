import { describe, expect, test } from 'vitest';
import { hasAtMostTwoDecimals, toPaise, toRupees } from './money.ts';
import { ALL_SEATS, inSeatOrder, seatAt, seatIndex, seatsAt } from './seats.ts';

describe('seats', () => {
  test('are a hundred, row by row, and their indexes are their places', () => {
    expect(ALL_SEATS).toHaveLength(100);
    expect([ALL_SEATS[0], ALL_SEATS[9], ALL_SEATS[10], ALL_SEATS[99]]).toEqual(['A1', 'A10', 'B1', 'J10']);
    expect(ALL_SEATS.map(seatIndex)).toEqual(Array.from({ length: 100 }, (_, index) => index));
    expect(Array.from({ length: 100 }, (_, index) => seatAt(index))).toEqual(ALL_SEATS);
  });

  test.each(['K1', 'A0', 'A11', 'a1', ''])('%j does not exist', (id) => {
    expect(() => seatIndex(id)).toThrow(new RangeError(`No such seat: ${id}`));
  });

  test.each([-1, 100, 0.5])('there is none at %s', (index) => {
    expect(() => seatAt(index)).toThrow(new RangeError(`No seat at ${index}`));
  });

  test('are sorted by row, then by number, without changing what was passed', () => {
    const ids = ['B1', 'A10', 'A2'];
    expect(inSeatOrder(new Set(ids))).toEqual(['A2', 'A10', 'B1']);
    expect(inSeatOrder(ids)).toEqual(['A2', 'A10', 'B1']);
    const indexes = [10, 9, 1];
    expect(seatsAt(indexes)).toEqual(['A2', 'A10', 'B1']);
    expect([ids, indexes]).toEqual([
      ['B1', 'A10', 'A2'],
      [10, 9, 1],
    ]);
  });
});

describe('money', () => {
  test('is exact in paise', () => {
    expect([toPaise(250), toPaise(199.5), toPaise(1.15), toPaise(0.07)]).toEqual([25_000, 19_950, 115, 7]);
    expect([toRupees(25_000), toRupees(115)]).toEqual([250, 1.15]);
  });

  test.each([
    [250, true],
    [1.15, true],
    [0.29, true],
    [1.155, false],
    [0.001, false],
  ])('%s has at most two decimals: %s', (rupees, isExact) => {
    expect(hasAtMostTwoDecimals(rupees)).toBe(isExact);
  });
});
