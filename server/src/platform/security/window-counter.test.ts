import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createWindowCounter } from './window-counter.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

it('counts each key until its window ends, then starts over', () => {
  const counter = createWindowCounter(60);
  expect([counter.add('a'), counter.add('a'), counter.add('b')]).toEqual([1, 2, 1]);
  vi.advanceTimersByTime(59_000);
  expect([counter.count('a'), counter.secondsLeft('a')]).toEqual([2, 1]);
  vi.advanceTimersByTime(1000);
  expect([counter.count('a'), counter.secondsLeft('a')]).toEqual([0, 0]);
  expect([counter.add('a'), counter.add('c'), counter.count('b')]).toEqual([1, 1, 0]);
});

it('forgets the oldest windows first beyond 100,000 keys', () => {
  const counter = createWindowCounter(60);
  counter.add('again');
  vi.advanceTimersByTime(61_000);
  counter.add('first');
  counter.add('again');
  for (let n = 0; n < 99_999; n += 1) counter.add(`key ${n}`);
  expect([counter.count('first'), counter.count('again')]).toEqual([0, 1]);
  counter.add('one more');
  expect([counter.count('again'), counter.count('key 0'), counter.count('one more')]).toEqual([0, 1, 1]);
});
