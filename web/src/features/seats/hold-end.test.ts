import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchHoldEnd } from './hold-end.ts';
import { applySnapshot, UNKNOWN_SEATS } from './seat-map.ts';
import { createSeatStore } from './seat-store.ts';
import { holdEndOf } from './selection.ts';

const NOW = Date.parse('2026-11-15T12:00:00Z');
const inSeconds = (seconds: number) => new Date(NOW + seconds * 1000).toISOString();

const connection = vi.hoisted(() => ({ isConnected: false }));
vi.mock('../../lib/socket.ts', () => ({ useLiveConnection: { getState: () => connection } }));

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  connection.isConnected = false;
});
afterEach(() => void vi.useRealTimers());

function watch() {
  const store = createSeatStore(7);
  const onEnd = vi.fn();
  const stop = watchHoldEnd(store, onEnd);
  let version = 0;
  const hold = (...ends: number[]) => {
    version += 1;
    const holds = ends.map((end, index) => [`A${index + 1}`, { userId: 7, expiresAt: inSeconds(end) }]);
    const snapshot = { version, booked: [], blockedSeats: Object.fromEntries(holds) };
    store.setState({ map: applySnapshot(UNKNOWN_SEATS, snapshot) });
  };
  return { store, onEnd, stop, hold };
}

test('without a connection the hold ends by the clock', () => {
  const { hold, onEnd } = watch();
  hold(60);
  vi.advanceTimersByTime(59_999);
  expect(onEnd).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onEnd).toHaveBeenCalledOnce();
});

test('with a connection the server has a second and a half to say so first', () => {
  connection.isConnected = true;
  const { hold, onEnd } = watch();
  hold(60);
  vi.advanceTimersByTime(61_499);
  expect(onEnd).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onEnd).toHaveBeenCalledOnce();
});

test('a hold that has already ended ends now', () => {
  const { hold, onEnd } = watch();
  hold(-60);
  vi.advanceTimersByTime(0);
  expect(onEnd).toHaveBeenCalledOnce();
});

test('when the end is moved only the new end counts', () => {
  const { hold, onEnd } = watch();
  hold(60);
  hold(120);
  vi.advanceTimersByTime(119_999);
  expect(onEnd).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onEnd).toHaveBeenCalledOnce();
});

test('an end that only an answer names counts, too', () => {
  const { store, onEnd } = watch();
  store.setState({ requests: new Map([['A1', { wants: 'hold', stage: 'granted', expiresAt: inSeconds(60) }]]) });
  vi.advanceTimersByTime(60_000);
  expect(onEnd).toHaveBeenCalledOnce();
});

test('when nothing is held any more nothing ends', () => {
  const { hold, onEnd } = watch();
  hold(60);
  hold();
  vi.advanceTimersByTime(120_000);
  expect(onEnd).not.toHaveBeenCalled();
});

test('an end that passed while a booking was under way is reported again after it', () => {
  const { store, hold, onEnd } = watch();
  hold(60);
  store.setState((state) => ({ submission: { seats: [], holdEnd: holdEndOf(state) } }));
  vi.advanceTimersByTime(120_000);
  onEnd.mockClear();
  store.setState({ submission: null });
  vi.advanceTimersByTime(0);
  expect(onEnd).toHaveBeenCalledOnce();
});

test('what has nothing to do with the hold leaves it as it was, when it has been reported too', () => {
  const { store, hold, onEnd } = watch();
  hold(60);
  vi.advanceTimersByTime(60_000);
  store.setState({ announcement: 'Something else.' });
  store.setState({ requests: new Map([['B1', { wants: 'hold', stage: 'sending' }]]) });
  vi.advanceTimersByTime(60_000);
  expect(onEnd).toHaveBeenCalledOnce();
});

test('after the stop nothing is reported, whatever is held then', () => {
  const { hold, onEnd, stop } = watch();
  hold(60);
  stop();
  hold(30);
  vi.advanceTimersByTime(120_000);
  expect(onEnd).not.toHaveBeenCalled();
});
