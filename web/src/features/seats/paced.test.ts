import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { paced } from './paced.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function pacedList() {
  const handedOn: number[] = [];
  return { handedOn, ...paced<number>(100, (items) => handedOn.push(...items)) };
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

it('delivers an urgent item alone, right after the pending ones, then resumes the usual pace', () => {
  const together: number[][] = [];
  const { push, pushNow } = paced<number>(100, (items) => together.push(items));
  push(1);
  push(2);
  push(3);
  pushNow(4);
  expect(together).toEqual([[1], [2, 3], [4]]);
  push(5);
  expect(together).toHaveLength(3);
  vi.advanceTimersByTime(100);
  expect(together).toEqual([[1], [2, 3], [4], [5]]);
});

it('continues at the usual pace after an urgent item', () => {
  const { handedOn, push, pushNow } = pacedList();
  push(1);
  vi.advanceTimersByTime(50);
  pushNow(2);
  push(3);
  vi.advanceTimersByTime(99);
  expect(handedOn).toEqual([1, 2]);
  vi.advanceTimersByTime(1);
  expect(handedOn).toEqual([1, 2, 3]);
});

it('delivers nothing if nothing is pending', () => {
  const handOn = vi.fn();
  const { push, postpone } = paced<number>(100, handOn);
  push(1);
  vi.advanceTimersByTime(100);
  postpone();
  vi.advanceTimersByTime(100);
  expect(handOn.mock.calls).toEqual([[[1]]]);
});

it('delivers postponed items after the usual interval, in order with later ones', () => {
  const { handedOn, push, postpone } = pacedList();
  push(1);
  push(2);
  vi.advanceTimersByTime(90);
  postpone();
  push(3);
  vi.advanceTimersByTime(99);
  expect(handedOn).toEqual([1]);
  vi.advanceTimersByTime(1);
  expect(handedOn).toEqual([1, 2, 3]);
});

it('the first to come after a postponement waits, too', () => {
  const { handedOn, push, postpone } = pacedList();
  postpone();
  push(1);
  expect(handedOn).toEqual([]);
  vi.advanceTimersByTime(100);
  expect(handedOn).toEqual([1]);
});

it('nothing is handed on after the end', () => {
  const { handedOn, push, stop } = pacedList();
  push(1);
  push(2);
  stop();
  expect(vi.getTimerCount()).toBe(0);
  vi.advanceTimersByTime(1000);
  expect(handedOn).toEqual([1]);
});
