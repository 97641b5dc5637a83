import { expect, test } from 'vitest';
import { nextStepOf } from './next-step.ts';
import { applySnapshot, UNKNOWN_SEATS } from './seat-map.ts';
import { createSeatStore } from './seat-store.ts';

const ME = 7;
const expiresAt = '2026-11-15T12:05:00.000Z';

function nextStep(lost: string[], booked: string[], mine: string[] = []) {
  const store = createSeatStore(ME);
  const blockedSeats = Object.fromEntries(mine.map((seat) => [seat, { userId: ME, expiresAt }]));
  const map = applySnapshot(UNKNOWN_SEATS, { version: 1, booked, closedSeats: [], blockedSeats });
  store.setState({ map, notice: { tone: 'warning', text: 'Gone.', lost } });
  return nextStepOf(store.getState());
}

test('offers the lost seats again while all of them are free', () => {
  expect(nextStep(['E4', 'E5'], ['E6'])).toEqual({ label: 'Take E4–5 again', seats: ['E4', 'E5'] });
});

test('offers the nearest seats for as many people when one of them is taken', () => {
  expect(nextStep(['E4', 'E5'], ['E5'])).toEqual({ label: 'Next best: E3–4', seats: ['E3', 'E4'] });
  expect(nextStep(['E7'], ['E7'], ['E8'])).toEqual({ label: 'Next best: E6', seats: ['E6'] });
});

test('offers nothing without lost seats, without room for them, or when they cannot sit together', () => {
  expect(nextStep([], [])).toBeNull();
  expect(nextStep(['A6'], ['A6'], ['B1', 'B2', 'B3', 'B4', 'B5', 'B6'])).toBeNull();
  const everySecond = [...'ABCDEFGHIJ'].flatMap((row) => [2, 4, 6, 8, 10].map((number) => `${row}${number}`));
  expect(nextStep(['E4', 'E5'], everySecond)).toBeNull();
});
