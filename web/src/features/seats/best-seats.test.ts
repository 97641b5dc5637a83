import { ALL_SEATS } from '@moviebooking/contract/seats';
import { describe, expect, test } from 'vitest';
import { findBestSeats, findSeatsNextTo, largestPartyTogether } from './best-seats.ts';

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

test('uses the front row as the last resort', () => {
  expect(findBestSeats(2, only('A5', 'A6', 'A4', 'J1', 'J2'))).toEqual(['J1', 'J2']);
});

test('leaves no seat alone if possible', () => {
  expect(findBestSeats(2, only(...row('G').slice(2, 5), 'C1', 'C2'))).toEqual(['C1', 'C2']);
  expect(findBestSeats(2, without('G4', 'G5', 'G6', 'G7'))).toEqual(['F4', 'F5']);
});

test('does not count a seat that was already alone against its neighbours', () => {
  expect(findBestSeats(1, only('G5', 'B1', 'B2'))).toEqual(['G5']);
});

test('rather leaves a seat alone than crosses the aisle', () => {
  expect(findBestSeats(3, without('G7', 'G8'))).toEqual(['G3', 'G4', 'G5']);
});

test('prefers the best view if every choice leaves a seat alone', () => {
  expect(findBestSeats(2, only('G3', 'G4', 'G5', 'B1', 'B2', 'B3'))).toEqual(['G4', 'G5']);
});

test('finds the largest party that can sit together', () => {
  const scattered = only('A1', 'A3', 'B5', 'B6', 'C9');
  expect(findBestSeats(3, scattered)).toBeNull();
  expect(largestPartyTogether(6, scattered)).toBe(2);
  expect(largestPartyTogether(6, () => false)).toBe(0);
  expect(largestPartyTogether(1, scattered)).toBe(1);
});

describe('what a view costs', () => {
  const best = (count: number, ...free: string[]) => findBestSeats(count, only(...free))?.at(0);

  test('each row away from the best one costs one', () => {
    expect([best(1, 'E5', 'I5'), best(1, 'I5', 'E5', 'H5')]).toEqual(['E5', 'H5']);
    expect(best(1, 'D5', 'J5')).toBe('D5');
    expect(best(1, 'D4', 'J5')).toBe('J5');
  });

  test('each seat away from the middle costs a little less than a row', () => {
    expect(best(1, 'G3', 'E5')).toBe('G3');
    expect(best(1, 'G1', 'D5')).toBe('D5');
    expect(best(1, 'G6', 'G4')).toBe('G6');
    expect(best(1, 'G7', 'G5')).toBe('G5');
    expect(best(2, 'G9', 'G10', 'G1', 'G2', 'F4', 'F5')).toBe('F4');
  });

  test('the first three rows cost more, the very first most', () => {
    expect(best(1, 'C5', 'D3')).toBe('D3');
    expect(best(1, 'B5', 'C3')).toBe('C3');
    expect(best(1, 'A5', 'B2')).toBe('B2');
  });

  test('sitting on both sides of the aisle costs as much as three rows', () => {
    expect(best(2, 'G5', 'G6', 'D4', 'D5')).toBe('G5');
    expect(best(2, 'G5', 'G6', 'E4', 'E5')).toBe('E4');
    expect(best(2, 'G4', 'G5', 'F6', 'F7')).toBe('G4');
    expect(best(2, 'F4', 'F5', 'G6', 'G7')).toBe('G6');
  });
});

test('a party can sit at either end of a row', () => {
  expect(findBestSeats(2, only('G9', 'G10'))).toEqual(['G9', 'G10']);
  expect(findBestSeats(2, only('G1', 'G2'))).toEqual(['G1', 'G2']);
});

test('does not count a seat across the aisle as a neighbour', () => {
  expect(findBestSeats(1, only('G4', 'G5', 'G6', 'A1'))).toEqual(['G6']);
});

describe('next to friends', () => {
  const friends = ['E4', 'E5'];
  const nextTo = (count: number, ...taken: string[]) => findSeatsNextTo(friends, count, without(...friends, ...taken));

  test.each([
    [1, [], ['E3']],
    [2, [], ['E6', 'E7']],
    [3, [], ['E1', 'E2', 'E3']],
    [5, [], ['E6', 'E7', 'E8', 'E9', 'E10']],
    [2, ['E6'], ['E2', 'E3']],
    [2, row('E'), ['D4', 'D5']],
  ])('%i sit in their row, otherwise in front or behind; taken: %j', (count, taken, seats) => {
    expect(nextTo(count, ...taken)).toEqual(seats);
  });

  test('however far in front they are', () => {
    expect(findSeatsNextTo(['A4', 'A5'], 2, without('A4', 'A5'))).toEqual(['A6', 'A7']);
  });

  test('rather leaves a seat alone than sits far away', () => {
    expect(findSeatsNextTo(friends, 1, only('E2', 'E3', 'H5', 'H6', 'H7'))).toEqual(['E3']);
  });

  test('returns null if nobody can sit together', () => {
    expect(findSeatsNextTo(friends, 2, only('A1', 'A3'))).toBeNull();
  });
});
