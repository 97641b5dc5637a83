import { TOO_MANY_SEATS_MESSAGE } from '@moviebooking/contract/seats';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openHolding } from './holding.ts';
import { applySnapshot, UNKNOWN_SEATS } from './seat-map.ts';
import { createNotifier, createSeatStore } from './seat-store.ts';
import { type SeatRequest, selectionOf } from './selection.ts';
import { outOfService, takenByOthers } from './wording.ts';

const EXPIRES_AT = '2026-11-15T12:05:00.000Z';
const HELD = { userId: 7, expiresAt: EXPIRES_AT };

const live = vi.hoisted(() => ({ blockSeats: vi.fn(), unblockSeats: vi.fn() }));
vi.mock('../../lib/socket.ts', () => ({ live }));

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-15T12:00:00Z') });
  vi.spyOn(console, 'warn').mockReturnValue();
  live.blockSeats.mockReset();
  live.unblockSeats.mockReset();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function open() {
  const store = createSeatStore(7);
  const told: object[] = [];
  const refresh = vi.fn();
  const notifier = createNotifier(store);
  const holding = openHolding({ showId: 1, store, notifier, refresh, tellTabs: (wish) => told.push(wish) });
  let version = 0;
  const setMap = (blockedSeats: Record<string, typeof HELD>) => {
    version += 1;
    store.setState({ map: applySnapshot(UNKNOWN_SEATS, { version, booked: [], blockedSeats }) });
  };
  setMap({});
  const setRequests = (requests: Record<string, SeatRequest>) =>
    store.setState({ requests: new Map(Object.entries(requests)) });
  const requests = () => Object.fromEntries(store.getState().requests);
  const notice = () => store.getState().notice;
  return { store, told, refresh, setMap, setRequests, requests, notice, ...holding };
}
const answer = (blocked: string[], more: object = {}) =>
  live.blockSeats.mockResolvedValueOnce({ blocked, conflicts: [], expiresAt: EXPIRES_AT, message: '', ...more });

describe('holding seats', () => {
  test('asks for them in seat order, tells the other tabs, and keeps their end until the map shows it', async () => {
    const { hold, told, requests, setMap, refresh } = open();
    answer(['A2', 'B1']);
    const held = hold(['B1', 'A2']);
    const sending = { wants: 'hold', stage: 'sending' };
    expect(requests()).toEqual({ A2: sending, B1: sending });
    expect(told).toEqual([{ wants: 'hold', seats: ['A2', 'B1'] }]);
    expect(live.blockSeats).toHaveBeenCalledExactlyOnceWith(1, ['A2', 'B1']);
    await held;
    const granted = { wants: 'hold', stage: 'granted', expiresAt: EXPIRES_AT };
    expect(requests()).toEqual({ A2: granted, B1: granted });
    setMap({ A2: HELD, B1: HELD });
    vi.advanceTimersByTime(1_499);
    expect(requests()).toEqual({ A2: granted, B1: granted });
    vi.advanceTimersByTime(1);
    expect(requests()).toEqual({});
    expect(refresh).not.toHaveBeenCalled();
  });

  test('takes along those that could not be asked for before', async () => {
    const { hold } = open();
    live.blockSeats.mockRejectedValueOnce(new Error('Socket not connected'));
    await hold(['B1']);
    answer(['A1', 'B1']);
    await hold(['A1']);
    expect(live.blockSeats).toHaveBeenLastCalledWith(1, ['A1', 'B1']);
  });

  test('fetches the map again when even one of them has not appeared on it', async () => {
    const { hold, setMap, refresh } = open();
    answer(['A1', 'A2']);
    await hold(['A1', 'A2']);
    setMap({ A1: HELD });
    vi.advanceTimersByTime(1_500);
    expect(refresh).toHaveBeenCalledOnce();
  });

  test('says nothing about seats that the user has decided otherwise about since', async () => {
    const { store, hold, setRequests, requests, refresh, notice } = open();
    answer(['A1'], { conflicts: ['A2'] });
    const held = hold(['A1', 'A2']);
    const release: SeatRequest = { wants: 'release', stage: 'sending' };
    setRequests({ A1: release, A2: release });
    await held;
    const onChange = vi.fn();
    store.subscribe(onChange);
    vi.advanceTimersByTime(10_000);
    expect(onChange).not.toHaveBeenCalled();
    expect(requests()).toEqual({ A1: release, A2: release });
    expect([refresh.mock.calls.length, notice()]).toEqual([0, null]);
  });

  test('leaves them selected without an answer, and logs why', async () => {
    const { hold, requests, notice } = open();
    const error = new Error('Socket not connected');
    live.blockSeats.mockRejectedValueOnce(error);
    await hold(['A1']);
    expect(requests()).toEqual({ A1: { wants: 'hold', stage: 'unsent' } });
    expect(notice()).toBeNull();
    expect(console.warn).toHaveBeenCalledWith(error);
  });
});

describe('seats that are refused', () => {
  test('because others have them are given back with their names and a next step, and the map is fetched', async () => {
    const { store, hold, refresh, notice } = open();
    const stages = new Set<string | undefined>();
    store.subscribe((state) => stages.add(state.requests.get('A2')?.stage));
    answer(['A1'], { conflicts: ['A2'] });
    await hold(['A1', 'A2']);
    expect([...stages]).toEqual(['sending', undefined]);
    expect(selectionOf(store.getState())).toEqual(['A1']);
    expect(notice()).toEqual({ tone: 'warning', text: takenByOthers(['A2'], true), lost: ['A2'] });
    expect(refresh).toHaveBeenCalledOnce();
    vi.advanceTimersByTime(60_000);
    expect(notice()).not.toBeNull();
  });

  test('because they are out of service say so, unless others have some of them', async () => {
    const { hold, notice } = open();
    answer([], { conflicts: ['A1', 'A2'], closedSeats: ['A1', 'A2'] });
    await hold(['A1', 'A2']);
    expect(notice()?.text).toBe(outOfService(['A1', 'A2'], false));
    answer([], { conflicts: ['A1', 'A2'], closedSeats: ['A1'] });
    await hold(['A1', 'A2']);
    expect(notice()?.text).toBe(takenByOthers(['A1', 'A2'], false));
  });

  test('for another reason are given back with it until the user has read it', async () => {
    const { hold, requests, refresh, notice } = open();
    answer([], { message: 'There is a line.' });
    await hold(['A1']);
    expect(requests()).toEqual({});
    expect(notice()).toEqual({ tone: 'danger', text: 'There is a line.' });
    vi.advanceTimersByTime(60_000);
    expect(notice()).not.toBeNull();
    expect(refresh).not.toHaveBeenCalled();
  });

  test('because they are too many say so for three seconds', async () => {
    const { hold, notice } = open();
    answer([], { message: TOO_MANY_SEATS_MESSAGE });
    await hold(['A1']);
    expect(notice()).toEqual({ tone: 'danger', text: TOO_MANY_SEATS_MESSAGE });
    vi.advanceTimersByTime(2_999);
    expect(notice()).not.toBeNull();
    vi.advanceTimersByTime(1);
    expect(notice()).toBeNull();
  });

  test('because they were too many say so also when the map has taken them back before', async () => {
    const { hold, setRequests, notice } = open();
    answer([], { message: TOO_MANY_SEATS_MESSAGE });
    const held = hold(['A1']);
    setRequests({});
    await held;
    expect(notice()).toEqual({ tone: 'danger', text: TOO_MANY_SEATS_MESSAGE });
    vi.advanceTimersByTime(3_000);
    expect(notice()).toBeNull();
  });

  test('are not mentioned when the map has taken them back before', async () => {
    const { hold, setRequests, notice, refresh } = open();
    answer([], { conflicts: ['A1'], message: 'Taken.' });
    const held = hold(['A1']);
    setRequests({});
    await held;
    expect([notice(), refresh.mock.calls.length]).toEqual([null, 0]);
  });
});

describe('releasing seats', () => {
  test('tells the server and the other tabs, and is done when the map shows it', async () => {
    const { release, told, requests, setMap, refresh } = open();
    setMap({ A1: HELD });
    live.unblockSeats.mockResolvedValueOnce({ unblocked: ['A1'] });
    const released = release(['A1']);
    expect(requests()).toEqual({ A1: { wants: 'release', stage: 'sending' } });
    expect(told).toEqual([{ wants: 'release', seats: ['A1'] }]);
    expect(live.unblockSeats).toHaveBeenCalledExactlyOnceWith(1, ['A1']);
    await released;
    expect(requests()).toEqual({ A1: { wants: 'release', stage: 'granted' } });
    setMap({});
    vi.advanceTimersByTime(1_500);
    expect([requests(), refresh.mock.calls.length]).toEqual([{}, 0]);
  });

  test('fetches the map again when it still shows them', async () => {
    const { release, setMap, refresh, requests } = open();
    setMap({ A1: HELD });
    live.unblockSeats.mockResolvedValueOnce({ unblocked: ['A1'] });
    await release(['A1']);
    vi.advanceTimersByTime(1_500);
    expect([requests(), refresh.mock.calls.length]).toEqual([{}, 1]);
  });

  test('of an offer only leaves them out of the booking, and choosing them puts them back', async () => {
    const { release, hold, setMap, store } = open();
    setMap({ A1: HELD, A2: HELD });
    store.setState({
      offered: new Map([
        ['A1', true],
        ['A2', true],
      ]),
    });
    await release(['A1']);
    expect(live.unblockSeats).not.toHaveBeenCalled();
    expect(selectionOf(store.getState())).toEqual(['A2']);
    live.blockSeats.mockResolvedValueOnce({ blocked: ['A1'], conflicts: [] });
    await hold(['A1']);
    expect(selectionOf(store.getState())).toEqual(['A1', 'A2']);
  });

  test('is tried again later where there is no answer', async () => {
    const { release, setMap, requests } = open();
    setMap({ A1: HELD });
    const error = new Error('Socket not connected');
    live.unblockSeats.mockRejectedValueOnce(error);
    await release(['A1']);
    expect(requests()).toEqual({ A1: { wants: 'release', stage: 'unsent' } });
    expect(console.warn).toHaveBeenCalledWith(error);
  });

  test('keeps seats that the user has chosen again', async () => {
    const { release, setRequests, requests } = open();
    const again: SeatRequest = { wants: 'hold', stage: 'sending' };
    for (const outcome of [Promise.resolve({}), Promise.reject(new Error('Socket not connected'))]) {
      live.unblockSeats.mockReturnValueOnce(outcome);
      const released = release(['A1']);
      setRequests({ A1: again });
      await released;
      expect(requests()).toEqual({ A1: again });
    }
  });
});

describe('when the connection is back', () => {
  test('what could not be sent is sent, and nothing else', () => {
    const { sendUnsent, setMap, setRequests } = open();
    live.blockSeats.mockReturnValue(new Promise(() => undefined));
    live.unblockSeats.mockReturnValue(new Promise(() => undefined));
    setMap({ A1: HELD, A2: HELD });
    setRequests({
      A1: { wants: 'release', stage: 'unsent' },
      A2: { wants: 'release', stage: 'sending' },
      B1: { wants: 'hold', stage: 'unsent' },
      B2: { wants: 'hold', stage: 'granted' },
    });
    sendUnsent();
    expect(live.unblockSeats).toHaveBeenCalledExactlyOnceWith(1, ['A1']);
    expect(live.blockSeats).toHaveBeenCalledExactlyOnceWith(1, ['B1']);
  });

  test('nothing is sent where all was', () => {
    const { sendUnsent, setRequests, told } = open();
    setRequests({ B2: { wants: 'hold', stage: 'granted' } });
    sendUnsent();
    expect([live.blockSeats.mock.calls, live.unblockSeats.mock.calls, told]).toEqual([[], [], []]);
  });

  test('holds are asked for', () => {
    const { sendUnsent, setRequests } = open();
    live.blockSeats.mockReturnValue(new Promise(() => undefined));
    setRequests({ B1: { wants: 'hold', stage: 'unsent' } });
    sendUnsent();
    expect(live.unblockSeats).not.toHaveBeenCalled();
    expect(live.blockSeats).toHaveBeenCalledExactlyOnceWith(1, ['B1']);
  });
});

describe('seats that are no longer held', () => {
  test('are lost, except those released in another tab, which is forgotten then', () => {
    const { noteOtherTab, lostOf } = open();
    noteOtherTab({ wants: 'release', seats: ['A1'] });
    expect(lostOf(['A1', 'A2'])).toEqual(['A2']);
    expect(lostOf(['A1', 'A2'])).toEqual(['A1', 'A2']);
  });

  test('are lost when they were held again, there or here', async () => {
    const { noteOtherTab, lostOf, hold } = open();
    noteOtherTab({ wants: 'release', seats: ['A1', 'A2', 'A3'] });
    noteOtherTab({ wants: 'hold', seats: ['A1'] });
    answer(['A2']);
    await hold(['A2']);
    expect(lostOf(['A1', 'A2', 'A3'])).toEqual(['A1', 'A2']);
  });
});

describe('what is released in another tab', () => {
  const unsent: SeatRequest = { wants: 'hold', stage: 'unsent' };

  test('is not asked for again here', () => {
    const { noteOtherTab, setRequests, requests } = open();
    setRequests({ A1: unsent, A2: unsent });
    noteOtherTab({ wants: 'release', seats: ['A1'] });
    expect(requests()).toEqual({ A2: unsent });
  });

  test('leaves alone what is on its way here, and what is held there too', () => {
    const { noteOtherTab, setMap, setRequests, requests } = open();
    setMap({ A2: HELD });
    const all: Record<string, SeatRequest> = {
      A1: { wants: 'hold', stage: 'sending' },
      A2: { wants: 'release', stage: 'unsent' },
      A3: unsent,
    };
    setRequests(all);
    noteOtherTab({ wants: 'release', seats: ['A1', 'A2', 'A4'] });
    noteOtherTab({ wants: 'hold', seats: ['A3'] });
    expect(requests()).toEqual(all);
  });
});
