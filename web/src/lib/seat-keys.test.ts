import { expect, test } from 'vitest';
import { seatAfterKey } from './seat-keys.ts';

test.each([
  ['C4', 'ArrowRight', 'C5'],
  ['C5', 'ArrowRight', 'C6'],
  ['C6', 'ArrowLeft', 'C5'],
  ['C10', 'ArrowRight', 'C10'],
  ['C1', 'ArrowLeft', 'C1'],
  ['C4', 'ArrowUp', 'B4'],
  ['A4', 'ArrowUp', 'A4'],
  ['J4', 'ArrowDown', 'J4'],
  ['C4', 'Home', 'C1'],
  ['C4', 'End', 'C10'],
  ['C4', 'PageDown', 'H4'],
  ['H4', 'PageDown', 'J4'],
  ['H4', 'PageUp', 'C4'],
])('from %s %s leads to %s', (seat, key, target) => {
  expect(seatAfterKey(seat, { key, ctrlKey: false })).toBe(target);
});

test('Ctrl+Home and Ctrl+End move to the corners of the grid', () => {
  expect(seatAfterKey('C4', { key: 'Home', ctrlKey: true })).toBe('A1');
  expect(seatAfterKey('C4', { key: 'End', ctrlKey: true })).toBe('J10');
});

test('other keys do nothing', () => {
  expect(seatAfterKey('C4', { key: 'Tab', ctrlKey: false })).toBeNull();
});
