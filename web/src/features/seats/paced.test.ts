import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { paced } from './paced.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function pacedList() {
  const handedOn: number[] = [];
  return { handedOn, ...paced<number>(100, (item) => handedOn.push(item)) };
}

it('what comes now and then is handed on at once', () => {
  const { handedOn, push } = pacedList();
  push(1);
  expect(handedOn).toEqual([1]);
  vi.advanceTimersByTime(100);
  push(2);
  expect(handedOn).toEqual([1, 2]);
});

it('what keeps coming is handed on together, in order', () => {
  const { handedOn, push } = pacedList();
  push(1);
  push(2);
  push(3);
  expect(handedOn).toEqual([1]);
  vi.advanceTimersByTime(100);
  expect(handedOn).toEqual([1, 2, 3]);
  push(4);
  expect(handedOn).toEqual([1, 2, 3]);
  vi.advanceTimersByTime(100);
  expect(handedOn).toEqual([1, 2, 3, 4]);
});

it('what cannot wait takes those before it along', () => {
  const { handedOn, push, pushNow } = pacedList();
  push(1);
  push(2);
  pushNow(3);
  expect(handedOn).toEqual([1, 2, 3]);
});

it('nothing is handed on after the end', () => {
  const { handedOn, push, stop } = pacedList();
  push(1);
  push(2);
  stop();
  vi.advanceTimersByTime(1000);
  expect(handedOn).toEqual([1]);
});
