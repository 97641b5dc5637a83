import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openPlaceInLine } from './place-in-line.ts';
import { applySnapshot, UNKNOWN_SEATS } from './seat-map.ts';
import { createNotifier, createSeatStore } from './seat-store.ts';
import { describePlace, TURN_HAS_COME, TURN_IS_OVER } from './wording.ts';

const { live, listeners, playTurnSound } = vi.hoisted(() => {
  const listeners = new Map<string, (payload: object) => void>();
  const on = (event: string, listener: (payload: object) => void) => {
    listeners.set(event, listener);
    return () => listeners.delete(event);
  };
  return { listeners, live: { on, joinShow: vi.fn(), leaveShow: vi.fn() }, playTurnSound: vi.fn() };
});
vi.mock('../../lib/socket.ts', () => ({ live }));
vi.mock('./turn-sound.ts', () => ({ playTurnSound }));

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  listeners.clear();
});
afterEach(() => void vi.useRealTimers());

function openLine() {
  const store = createSeatStore(7);
  const notifier = createNotifier(store);
  const line = openPlaceInLine({ showId: 1, userId: 7, store, notifier });
  const stops = line.listen();
  const receive = (event: string, payload: object = {}) => listeners.get(event)?.({ showId: 1, ...payload });
  const moveTo = (position: number) => receive('queue-updated', { position, estimateSeconds: 90 });
  return { store, notifier, line, stops, receive, moveTo, announcement: () => store.getState().announcement };
}

describe('the place in line', () => {
  test('is shown with each step and announced every half minute', () => {
    const { store, moveTo, announcement } = openLine();
    moveTo(9);
    vi.advanceTimersByTime(29_999);
    moveTo(8);
    expect(store.getState().line).toEqual({ position: 8, estimateSeconds: 90 });
    expect(announcement()).toBe(describePlace(9, 90));
    vi.advanceTimersByTime(1);
    moveTo(7);
    expect(announcement()).toBe(describePlace(7, 90));
    vi.advanceTimersByTime(29_999);
    moveTo(6);
    expect(announcement()).toBe(describePlace(7, 90));
  });

  test('is announced at once when the user is next', () => {
    const { moveTo, announcement } = openLine();
    moveTo(3);
    moveTo(2);
    expect(announcement()).toBe(describePlace(3, 90));
    moveTo(1);
    expect(announcement()).toBe(describePlace(1, 90));
  });

  test.each(['over', 'joining'] as const)('is announced at once when the line was %s', (before) => {
    const { store, moveTo, announcement } = openLine();
    moveTo(9);
    store.setState({ line: before });
    moveTo(8);
    expect(announcement()).toBe(describePlace(8, 90));
  });

  test('clears the notice of what was before it, and not those that come while waiting', () => {
    const { store, notifier, moveTo } = openLine();
    notifier.notify('danger', 'There is a line.');
    moveTo(9);
    expect(store.getState().notice).toBeNull();
    notifier.notify('info', 'Connected again.');
    moveTo(8);
    expect(store.getState().notice?.text).toBe('Connected again.');
  });

  test('ends a turn that has just come', () => {
    const { store, receive, moveTo } = openLine();
    receive('queue-admitted');
    moveTo(2);
    expect(store.getState().isNewTurn).toBe(false);
  });
});

test('the turn is announced with a sound', () => {
  const { store, receive, moveTo, announcement } = openLine();
  moveTo(1);
  receive('queue-admitted');
  expect(store.getState()).toMatchObject({ line: null, isNewTurn: true });
  expect(announcement()).toBe(TURN_HAS_COME);
  expect(playTurnSound).toHaveBeenCalledOnce();
});

test('when the time is up all that the user had is gone, and others keep what they have', () => {
  const { store, notifier, receive, announcement } = openLine();
  const expiresAt = '9999-01-01T00:00:00.000Z';
  const blockedSeats = { A1: { userId: 7, expiresAt }, A2: { userId: 8, expiresAt } };
  store.setState({
    map: applySnapshot(UNKNOWN_SEATS, { version: 1, booked: [], blockedSeats }),
    requests: new Map([['B1', { wants: 'hold', stage: 'unsent' }]]),
    newPrice: { seats: ['A1'], before: 250, total: 300 },
    isNewTurn: true,
  });
  notifier.notify('info', 'Something.');
  receive('queue-ended');
  const { map, ...state } = store.getState();
  expect(state).toMatchObject({ line: 'over', isNewTurn: false, requests: new Map(), newPrice: null, notice: null });
  expect([...map.holds.keys()]).toEqual(['A2']);
  expect(announcement()).toBe(TURN_IS_OVER);
  expect(live.leaveShow).toHaveBeenCalledExactlyOnceWith(1);
});

describe('a snapshot', () => {
  test.each(['joining', { position: 1, estimateSeconds: null }] as const)('lets the user in who was %j', (before) => {
    const { store, line } = openLine();
    store.setState({ line: before });
    line.noteSnapshot();
    expect(store.getState().line).toBeNull();
  });

  test('does not bring back a turn that is over', () => {
    const { store, line, receive } = openLine();
    receive('queue-ended');
    line.noteSnapshot();
    expect(store.getState().line).toBe('over');
  });

  test('changes nothing for those who never waited', () => {
    const { store, line } = openLine();
    const onChange = vi.fn();
    store.subscribe(onChange);
    line.noteSnapshot();
    expect(onChange).not.toHaveBeenCalled();
  });
});

test('joining again asks the server for a place', () => {
  const { store, line, receive } = openLine();
  receive('queue-ended');
  line.joinAgain();
  expect(store.getState().line).toBe('joining');
  expect(live.joinShow).toHaveBeenCalledExactlyOnceWith(1);
});

test('lines of other shows are ignored', () => {
  const { store, receive } = openLine();
  for (const event of ['queue-updated', 'queue-admitted', 'queue-ended'])
    receive(event, { showId: 2, position: 1, estimateSeconds: null });
  expect(store.getState()).toMatchObject({ line: null, isNewTurn: false, announcement: '' });
});

test('after the stop nothing is listened to', () => {
  const { stops } = openLine();
  expect([...listeners.keys()]).toEqual(['queue-updated', 'queue-admitted', 'queue-ended']);
  for (const stop of stops) stop();
  expect(listeners.size).toBe(0);
});
