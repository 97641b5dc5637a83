import { ALL_SEATS } from '@moviebooking/contract/seats';
import { describe, expect, test } from 'vitest';
import { findBestSeats, largestPartyTogether } from './best-seats.ts';

const everySeatIsFree = () => true;
const without = (...taken: string[]) => {
  const isTaken = new Set(taken);
  return (seat: string) => !isTaken.has(seat);
};
const only = (...free: string[]) => {
  const isFree = new Set(free);
  return (seat: string) => isFree.has(seat);
};
const row = (letter: string) => ALL_SEATS.filter((seat) => seat.startsWith(letter));

describe('when every seat is free', () => {
  test.each([
    [1, ['G5']],
    [2, ['G4', 'G5']],
    [3, ['G3', 'G4', 'G5']],
    [4, ['G4', 'G5', 'G6', 'G7']],
    [5, ['G1', 'G2', 'G3', 'G4', 'G5']],
    [6, ['G3', 'G4', 'G5', 'G6', 'G7', 'G8']],
  ])('%i sit in the middle, well back', (count, seats) => {
    expect(findBestSeats(count, everySeatIsFree)).toEqual(seats);
  });
});

test('the front row is the last resort', () => {
  expect(findBestSeats(2, only('A5', 'A6', 'A4', 'J1', 'J2'))).toEqual(['J1', 'J2']);
});

test('no seat is left alone where that can be helped', () => {
  expect(findBestSeats(2, only(...row('G').slice(2, 5), 'C1', 'C2'))).toEqual(['C1', 'C2']);
  expect(findBestSeats(2, without('G4', 'G5', 'G6', 'G7'))).toEqual(['F4', 'F5']);
});

test('a seat that was alone before does not count against the place beside it', () => {
  expect(findBestSeats(1, only('G5', 'B1', 'B2'))).toEqual(['G5']);
});

test('a seat that stands alone is not worth crossing the aisle for', () => {
  expect(findBestSeats(3, without('G7', 'G8'))).toEqual(['G3', 'G4', 'G5']);
});

test('where every place leaves one alone, the best view still wins', () => {
  expect(findBestSeats(2, only('G3', 'G4', 'G5', 'B1', 'B2', 'B3'))).toEqual(['G4', 'G5']);
});

test('for a party that cannot sit together, says how many can', () => {
  const scattered = only('A1', 'A3', 'B5', 'B6', 'C9');
  expect(findBestSeats(3, scattered)).toBeNull();
  expect(largestPartyTogether(6, scattered)).toBe(2);
  expect(largestPartyTogether(6, () => false)).toBe(0);
});
