import { expect, it } from 'vitest';
import { parseClockTime } from './clock-time.ts';

it.each([
  ['6:30 pm', '18:30'],
  ['6.30PM', '18:30'],
  ['630 p.m.', '18:30'],
  ['6 am', '06:00'],
  ['12 am', '00:00'],
  ['12:05 pm', '12:05'],
  [' 18:30 ', '18:30'],
  ['0930', '09:30'],
  ['9:30', '09:30'],
  ['00:00', '00:00'],
])('parses %s as %s', (text, time) => {
  expect(parseClockTime(text)).toBe(time);
});

it.each(['', '6', '13 pm', '0 am', '24:00', '6:60 pm', '6:3 pm', 'noon', '12:30 pm 2'])('rejects "%s"', (text) => {
  expect(parseClockTime(text)).toBeUndefined();
});
