import { expect, it } from 'vitest';
import { describePosterProblem, describeWaitlist } from './wording.ts';

it.each([
  ['https:', 'http://example.com/a.jpg', false, /starts with http:.* Use an https:/],
  ['https:', 'HTTP://example.com/a.jpg', true, /starts with http:/],
  ['http:', 'http://example.com/a.jpg', false, undefined],
  ['https:', 'https://example.com/a.jpg', false, undefined],
  ['https:', '/posters/monsoon.svg', false, undefined],
  ['http:', 'http://example.com/a.jpg', true, /can't be loaded/],
  ['https:', 'https://example.com/a.jpg', true, /can't be loaded/],
])('on a site with %s, poster %s (failed to load: %s) has the problem %s', (site, url, hasFailed, problem) => {
  const found = describePosterProblem(url, site, hasFailed);
  if (problem) expect(found).toMatch(problem);
  else expect(found).toBeUndefined();
});

it.each([
  [0, 'Nobody is waiting any more.'],
  [1, '1 person is waiting for 2 seats.'],
  [3, '3 people are waiting for 6 seats.'],
  [1_000, 'These are the first 1,000 people in line.'],
])('a waitlist that lists %d says how many wait', (listed, text) => {
  expect(describeWaitlist(Array.from({ length: listed }, () => ({ seats: 2 })))).toBe(text);
});
