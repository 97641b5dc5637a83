/** Loading, choosing, booking and leaving, for customers and administrators. Lost answers and races are in seat-session.test.ts. */
import { ALL_SEATS } from '@moviebooking/contract/seats';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from '../../../test/fake-browser.ts';
import { openSeatSession } from './seat-session.ts';
import { selectionOf } from './selection.ts';
import {
  companionAlone,
  describeSelection,
  HOLD_EXPIRED,
  NO_WHEELCHAIR_SPACE,
  notTogether,
  nowPlaces,
  OFFER_EXPIRED,
  outOfService,
  takenByOthers,
} from './wording.ts';

const NOW = Date.parse('2026-11-15T12:00:00Z');
const LATER = '2026-11-15T12:05:00.000Z';
const EARLIER = '2026-11-15T11:59:00.000Z';

const { live, listeners, connection } = vi.hoisted(() => {
  const listeners = new Map<string, (payload: object) => void>();
  const on = (event: string, listener: (payload: object) => void) => {
    listeners.set(event, listener);
    return () => listeners.delete(event);
  };
  const calls = { joinShow: vi.fn(), leaveShow: vi.fn(), getAvailability: vi.fn() };
  return {
    listeners,
    connection: { isConnected: true },
    live: { on, blockSeats: vi.fn(), unblockSeats: vi.fn(), ...calls },
  };
});
vi.mock('../../lib/socket.ts', () => ({ live, useLiveConnection: { getState: () => connection } }));

const fetched = vi.fn();
const never = () => new Promise<never>(() => undefined);
let version = 0;
/** What the server answers next when it is asked for the map. */
let answer: object;

const hold = (userId: number, expiresAt = LATER) => ({ userId, expiresAt });
const mapOf = (bookedSeats: string[] = [], blockedSeats: object = {}, more: object = {}) => ({
  ...{ success: true, show: { id: 1, price: 250, cancelReason: null }, version, bookedSeats, blockedSeats, ...more },
});
const receive = (event: string, payload: object = {}) => {
  version += 1;
  listeners.get(event)?.({ showId: 1, version, ...payload });
};
const holdSeats = (userId: number, ...seats: string[]) => receive('seats-blocked', { seats, ...hold(userId) });
const snapshotOf = (bookedSeats: string[] = [], blockedSeats: object = {}, more: object = {}) => ({
  ...{ showId: 1, version: version + 1, bookedSeats, blockedSeats, ...more },
});

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  vi.spyOn(console, 'warn').mockReturnValue();
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('BroadcastChannel', undefined);
  vi.stubGlobal('fetch', fetched);
  fakeBrowser();
  listeners.clear();
  connection.isConnected = true;
  version = 1;
  answer = mapOf();
  for (const call of [fetched, live.joinShow, live.leaveShow, live.getAvailability]) call.mockReset();
  fetched.mockImplementation(async () => Response.json(answer));
  live.blockSeats.mockReset().mockImplementation(never);
  live.unblockSeats.mockReset().mockImplementation(never);
  live.getAvailability.mockImplementation(never);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function open(isAdmin = false) {
  const session = openSeatSession(1, { id: 7, isAdmin });
  const leave = session.start();
  await vi.advanceTimersByTimeAsync(0);
  const state = () => session.store.getState();
  return { session, leave, state, selected: () => selectionOf(state()), notice: () => state().notice?.text };
}
const posts = () => fetched.mock.calls.filter(([, { method }]) => method === 'POST').length;
const reads = () => fetched.mock.calls.length - posts();

describe('loading', () => {
  test('the first time says so, and whether it worked', async () => {
    fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    const session = openSeatSession(1, { id: 7, isAdmin: false });
    const { store } = session;
    const failed = session.load();
    expect(store.getState().load).toBe('loading');
    await failed;
    expect(store.getState().load).toBe('failed');
    const loaded = session.load();
    expect(store.getState().load).toBe('loading');
    await loaded;
    expect(store.getState()).toMatchObject({ load: 'done', show: { id: 1, price: 250 }, userId: 7 });
    expect(console.warn).not.toHaveBeenCalled();
  });

  test('again shows nothing of it, even when it fails', async () => {
    const { session, state } = await open();
    const error = new TypeError('Failed to fetch');
    fetched.mockRejectedValueOnce(error);
    const loaded = session.load();
    expect(state().load).toBe('done');
    await loaded;
    expect(state().load).toBe('done');
    expect(console.warn).toHaveBeenCalledOnce();
  });

  test('a show that is cancelled says why', async () => {
    answer = mapOf([], {}, { show: { id: 1, price: 250, cancelReason: 'Projector' } });
    const { state } = await open();
    expect(state().map.cancelReason).toBe('Projector');
  });

  test('a show that is cancelled clears the notice of what was before, and none after', async () => {
    const { session, notice } = await open();
    await session.book();
    expect(notice()).toBeDefined();
    receive('show-cancelled', { reason: 'Projector' });
    expect(notice()).toBeUndefined();
    await session.book();
    listeners.get('seats-updated')?.({ ...snapshotOf(), version: 1 });
    expect(notice()).toBeDefined();
  });

  test('is not needed to hold seats', async () => {
    const session = openSeatSession(1, { id: 7, isAdmin: false });
    session.toggle('A1');
    expect(live.blockSeats).toHaveBeenCalledExactlyOnceWith(1, ['A1']);
  });

  test('joins the room of the show', async () => {
    await open();
    expect(live.joinShow).toHaveBeenCalledExactlyOnceWith(1);
  });

  test('accepts an answer of the epoch that the room has been sent', async () => {
    const { session, state } = await open();
    answer = mapOf(['A1'], {}, { epoch: 'second', version: 9 });
    const loaded = session.load();
    receive('seats-updated', { epoch: 'second', version: 3, bookedSeats: [], blockedSeats: {} });
    await loaded;
    expect([...state().map.booked.keys()]).toEqual(['A1']);
  });

  test('an answer of another epoch counts unless the room was sent yet another', async () => {
    const { session, state } = await open();
    answer = mapOf(['A1'], {}, { epoch: 'second', version: 1 });
    await session.load();
    expect([...state().map.booked.keys()]).toEqual(['A1']);
  });
});

describe('a press on a seat', () => {
  test('selects and releases it, which is announced with the new total', async () => {
    const { session, state } = await open();
    holdSeats(7, 'A1');
    session.toggle('A2');
    expect(live.blockSeats).toHaveBeenCalledExactlyOnceWith(1, ['A2']);
    expect(state().announcement).toBe(`A2 selected. ${describeSelection(2, '₹500')}`);
    session.toggle('A1');
    expect(live.unblockSeats).toHaveBeenCalledExactlyOnceWith(1, ['A1']);
    expect(state().announcement).toBe(`A1 released. ${describeSelection(1, '₹250')}`);
  });

  test('only says so where somebody else has the seat', async () => {
    answer = mapOf(['A1'], { A2: hold(8) }, { closedSeats: ['A3'] });
    const { session, state } = await open();
    for (const [seat, text] of [
      ['A1', 'A1 is booked.'],
      ['A2', 'A2 is on hold for someone else right now.'],
      ['A3', 'A3 is out of service.'],
    ] as const) {
      session.toggle(seat);
      expect(state()).toMatchObject({ notice: { tone: 'info', text }, announcement: text });
    }
    vi.advanceTimersByTime(3_000);
    expect(state().notice).toBeNull();
    expect(live.blockSeats).not.toHaveBeenCalled();
    expect(live.unblockSeats).not.toHaveBeenCalled();
  });

  test('taking seats selects those that are still free', async () => {
    answer = mapOf(['A2'], {});
    const { session, state, selected } = await open();
    session.store.setState({ notice: { tone: 'warning', text: 'Gone.', lost: ['A1', 'A2'] } });
    session.take(['A2']);
    expect(live.blockSeats).not.toHaveBeenCalled();
    session.take(['A1', 'A2']);
    expect(live.blockSeats).toHaveBeenCalledWith(1, ['A1']);
    expect([selected(), state().notice, state().activeSeat]).toEqual([['A1'], null, 'A1']);
  });

  test('on a seventh seat shows for three seconds that six is the limit [HOLD-3]', async () => {
    const { session, state, selected, notice } = await open();
    const six = ['A1', 'A2', 'A3', 'A4', 'A5', 'A6'];
    holdSeats(7, ...six);
    session.toggle('B1');
    expect(selected()).toEqual(six);
    expect(state().notice).toEqual({ tone: 'danger', text: 'Maximum 6 seats can be selected' });
    expect(live.blockSeats).not.toHaveBeenCalled();
    vi.advanceTimersByTime(2_999);
    expect(notice()).toBeDefined();
    vi.advanceTimersByTime(1);
    expect(notice()).toBeUndefined();
  });

  test('clears the notice of what was before it', async () => {
    const { session, state, notice } = await open();
    await session.book();
    expect(state().notice).toEqual({ tone: 'danger', text: 'Please select at least one seat' });
    session.toggle('A1');
    expect(notice()).toBeUndefined();
  });

  test('does nothing while a booking is under way', async () => {
    const { session, selected } = await open();
    holdSeats(7, 'A1');
    fetched.mockImplementation(never);
    void session.book();
    session.toggle('A1');
    session.toggle('A2');
    session.pickBest(2);
    expect(await session.book()).toBeNull();
    expect([selected(), posts()]).toEqual([['A1'], 1]);
    expect(live.blockSeats).not.toHaveBeenCalled();
  });

  test('before the show is known has a total of nothing, at which the server books nothing', async () => {
    fetched.mockImplementation(never);
    const { session, state } = await open();
    session.toggle('A1');
    expect(state().announcement).toBe(`A1 selected. ${describeSelection(1, '₹0')}`);
    void session.book();
    expect(JSON.parse(fetched.mock.lastCall?.[1].body)).toMatchObject({ seats: ['A1'], expectedTotal: 0 });
  });
});

describe('the best seats', () => {
  test('replace the selection, keep what is among them, and get the focus', async () => {
    const { session, state, selected } = await open();
    holdSeats(7, 'A1', 'G4');
    session.pickBest(2);
    expect(live.unblockSeats).toHaveBeenCalledExactlyOnceWith(1, ['A1']);
    expect(live.blockSeats).toHaveBeenCalledExactlyOnceWith(1, ['G5']);
    expect(selected()).toEqual(['G4', 'G5']);
    expect(state().activeSeat).toBe('G4');
    expect(state().announcement).toBe(`Best seats: G4 and G5. ${describeSelection(2, '₹500')}`);
  });

  test('ask for nothing when they are selected already', async () => {
    const { session } = await open();
    holdSeats(7, 'G4', 'G5');
    session.pickBest(2);
    expect(live.unblockSeats).not.toHaveBeenCalled();
    expect(live.blockSeats).not.toHaveBeenCalled();
  });

  test('clear the notice of what was before them', async () => {
    const { session, notice } = await open();
    await session.book();
    session.pickBest(2);
    expect(notice()).toBeUndefined();
  });

  test('that are not there are a notice for eight seconds and leave the selection alone', async () => {
    answer = mapOf(ALL_SEATS.filter((seat) => !['A1', 'A2', 'J1'].includes(seat)));
    const { session, state, selected, notice } = await open();
    holdSeats(7, 'J1');
    session.pickBest(3);
    expect([state().notice?.tone, notice(), selected()]).toEqual(['info', notTogether(3, 2), ['J1']]);
    vi.advanceTimersByTime(7_999);
    expect(notice()).toBeDefined();
    vi.advanceTimersByTime(1);
    expect(notice()).toBeUndefined();
  });
});

describe('what others do', () => {
  test('is announced from the first map on, except for closed seats and lost selections', async () => {
    answer = mapOf(['A1'], { B2: hold(8) });
    const { state } = await open();
    vi.advanceTimersByTime(8_000);
    expect(state().announcement).toBe('');
    holdSeats(7, 'B1');
    receive('seats-updated', snapshotOf(['A1', 'B1', 'C1', 'D1'], {}, { closedSeats: ['D1'] }));
    receive('seats-updated', snapshotOf(['A1', 'B1', 'C1'], {}));
    vi.advanceTimersByTime(8_000);
    expect(state().announcement).toBe('1 seat taken by others. 1 seat free again.');
  });

  test('to selected seats is a notice that stays until the user does something', async () => {
    const { session, state, selected, notice } = await open();
    holdSeats(7, 'A1', 'A2');
    receive('booking-confirmed', { seats: ['A1'], userId: 8, bookedAt: LATER });
    const text = takenByOthers(['A1'], true);
    expect([selected(), state().notice]).toEqual([['A2'], { tone: 'warning', text, lost: ['A1'] }]);
    vi.advanceTimersByTime(60_000);
    expect(notice()).toBe(text);
    session.toggle('B1');
    expect(notice()).toBeUndefined();
  });

  test('to a seat chosen just before is told from what the user does elsewhere', async () => {
    const { session, notice } = await open();
    holdSeats(8, 'C1');
    receive('booking-confirmed', { seats: ['A1'], userId: 8, bookedAt: LATER });
    receive('booking-confirmed', { seats: ['D1'], userId: 7, bookedAt: LATER });
    session.toggle('A1');
    vi.advanceTimersByTime(200);
    expect(notice()).toBe(takenByOthers(['A1'], false));
  });

  test('is not what the user books in another window, with other seats too', async () => {
    const { notice } = await open();
    holdSeats(7, 'A1');
    receive('booking-confirmed', { seats: ['A1', 'B1'], userId: 7, bookedAt: LATER });
    expect(notice()).toMatch(/^You booked A1/);
  });

  test('to other seats asks for no seat twice', async () => {
    const { session } = await open();
    session.toggle('A1');
    holdSeats(8, 'B1');
    expect(live.blockSeats).toHaveBeenCalledOnce();
  });

  test('includes giving booked seats back', async () => {
    answer = mapOf(['A1', 'A2']);
    const { state } = await open();
    receive('booking-cancelled', { seats: ['A1'] });
    expect([...state().map.booked.keys()]).toEqual(['A2']);
  });

  test('elsewhere is no notice', async () => {
    const { notice } = await open();
    holdSeats(7, 'A1');
    holdSeats(8, 'B1');
    receive('booking-confirmed', { seats: ['B1'], userId: 8, bookedAt: LATER });
    receive('booking-cancelled', { seats: ['B1'] });
    vi.advanceTimersByTime(1_000);
    expect(notice()).toBeUndefined();
  });

  test('and the cinema closes at once: only what is out of service is named so', async () => {
    const { notice } = await open();
    holdSeats(7, 'A1', 'A2', 'A3');
    receive('seats-updated', snapshotOf(['A1', 'A2'], {}, { closedSeats: ['A2'] }));
    expect(notice()).toBe(outOfService(['A2'], false));
  });

  test('ends the question about a new price', async () => {
    const { session, state } = await open();
    holdSeats(7, 'A1', 'A2');
    const newPrice = { seats: ['A1', 'A2'], before: 500, total: 600 };
    session.store.setState({ newPrice });
    holdSeats(8, 'B1');
    vi.advanceTimersByTime(200);
    expect(state().newPrice).toEqual(newPrice);
    receive('booking-confirmed', { seats: ['A1'], userId: 8, bookedAt: LATER });
    expect(state().newPrice).toBeNull();
  });

  test.each(['seats-blocked', 'seats-unblocked', 'booking-confirmed', 'booking-cancelled', 'show-cancelled'])(
    'in another show is ignored: %s',
    async (event) => {
      const { state } = await open();
      const { map } = state();
      receive(event, { showId: 2, seats: ['A1'], ...hold(8), reason: 'Projector' });
      receive('seats-updated', { ...snapshotOf(['A1']), showId: 2 });
      vi.advanceTimersByTime(1_000);
      expect(state().map).toBe(map);
    },
  );
});

describe('seats that are no longer held', () => {
  const release = (seats: string[], reason: string) => receive('seats-unblocked', { seats, userId: 7, reason });

  test('because their time was up are not held again', async () => {
    const { state } = await open();
    holdSeats(7, 'A1');
    release(['A1'], 'expired');
    expect(state().notice).toEqual({ tone: 'warning', text: HOLD_EXPIRED, lost: ['A1'] });
    expect(live.blockSeats).not.toHaveBeenCalled();
  });

  test('because their offer is over say so, and those left out of the booking do not come back', async () => {
    const { session, state, selected } = await open();
    receive('seats-blocked', { seats: ['A1', 'A2'], userId: 7, expiresAt: new Date(Date.now() + 100).toISOString() });
    session.noteOffered(['A1', 'A2']);
    session.toggle('A2');
    expect(selected()).toEqual(['A1']);
    vi.advanceTimersByTime(101);
    session.noteOffered([]);
    expect(selected()).toEqual([]);
    expect(state().notice).toEqual({ tone: 'warning', text: OFFER_EXPIRED, lost: ['A1'] });
  });

  test('because the connection was lost are held again, without a notice', async () => {
    const { notice } = await open();
    holdSeats(7, 'A1', 'A2');
    release(['A1'], 'disconnected');
    expect(notice()).toBeUndefined();
    expect(live.blockSeats).toHaveBeenCalledExactlyOnceWith(1, ['A1']);
  });

  test('because the user released them in another window are not held again', async () => {
    const { notice } = await open();
    holdSeats(7, 'A1');
    release(['A1'], 'released');
    expect(notice()).toBeUndefined();
    expect(live.blockSeats).not.toHaveBeenCalled();
  });

  test('although they were just granted are left to a fresh map', async () => {
    const { session } = await open();
    live.blockSeats.mockResolvedValueOnce({ blocked: ['A1'], conflicts: [], expiresAt: LATER, message: '' });
    session.toggle('A1');
    await vi.advanceTimersByTimeAsync(0);
    holdSeats(7, 'A1');
    release(['A1'], 'disconnected');
    expect(live.blockSeats).toHaveBeenCalledOnce();
    vi.advanceTimersByTime(1_500);
    expect(live.getAvailability).toHaveBeenCalledOnce();
  });

  test('have expired when their time is over and nothing says why', async () => {
    const { notice } = await open();
    holdSeats(7, 'A2');
    receive('seats-blocked', { seats: ['A1'], userId: 7, expiresAt: EARLIER });
    vi.advanceTimersByTime(200);
    receive('seats-updated', snapshotOf());
    expect(notice()).toBe(HOLD_EXPIRED);
    expect(live.blockSeats).not.toHaveBeenCalled();
  });
});

describe('a change that was missed', () => {
  const miss = () => {
    version += 1;
    holdSeats(8, 'A1');
  };

  test('has the map fetched over the live connection', async () => {
    const { state } = await open();
    live.getAvailability.mockImplementation(async () => ({ ...snapshotOf(['C1']), version }));
    miss();
    expect(live.getAvailability).toHaveBeenCalledExactlyOnceWith(1);
    await vi.advanceTimersByTimeAsync(0);
    expect([...state().map.booked.keys()]).toEqual(['C1']);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(live.getAvailability).toHaveBeenCalledOnce();
  });

  test('is asked for one request at a time, once a second, until it is known', async () => {
    await open();
    live.getAvailability.mockRejectedValueOnce(new Error('Seat availability timeout'));
    miss();
    miss();
    await vi.advanceTimersByTimeAsync(200);
    expect(live.getAvailability).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(799);
    expect(live.getAvailability).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(1);
    expect(live.getAvailability).toHaveBeenCalledTimes(2);
    expect(console.warn).toHaveBeenCalledOnce();
  });

  test('waits for the connection', async () => {
    await open();
    connection.isConnected = false;
    miss();
    expect(live.getAvailability).not.toHaveBeenCalled();
  });

  test('before the first map is none', async () => {
    fetched.mockImplementation(never);
    await open();
    holdSeats(8, 'A1');
    expect(live.getAvailability).not.toHaveBeenCalled();
  });
});

describe('booking', () => {
  const refuse = (body: object, status = 409) =>
    fetched.mockImplementationOnce(async () => Response.json({ success: false, ...body }, { status }));

  test('clears the notice and the question about a price, and is under way until it is answered', async () => {
    const { session, state } = await open();
    holdSeats(7, 'A1');
    answer = mapOf([], { A1: hold(7) });
    session.store.setState({ newPrice: { seats: ['A1'], before: 250, total: 300 } });
    session.store.setState({ notice: { tone: 'info', text: 'Something.' } });
    refuse({ code: 'SHOW_STARTED', message: 'This show has already started.' });
    const booked = session.book();
    expect(state()).toMatchObject({ submission: { seats: ['A1'] }, newPrice: null, notice: null });
    expect(await booked).toBeNull();
    expect(state()).toMatchObject({
      submission: null,
      notice: { tone: 'danger', text: 'This show has already started.' },
    });
  });

  test('at a price that changed, without the new one, is refused like any other', async () => {
    const { session, state, notice } = await open();
    holdSeats(7, 'A1');
    refuse({ code: 'PRICE_CHANGED', message: 'The price has changed.' });
    await session.book();
    expect([state().newPrice, notice()]).toEqual([null, 'The price has changed.']);
  });

  test('that is refused for another reason asks nothing about a price', async () => {
    const { session, state, notice } = await open();
    holdSeats(7, 'A1');
    refuse({ code: 'SHOW_STARTED', message: 'This show has already started.', total: 300 });
    await session.book();
    expect([state().newPrice, notice()]).toEqual([null, 'This show has already started.']);
  });

  test('without an answer is not asked about while only some of its seats are booked', async () => {
    const { session } = await open();
    holdSeats(7, 'A1', 'A2');
    fetched.mockRejectedValue(new TypeError('Failed to fetch'));
    const booked = session.book();
    await vi.advanceTimersByTimeAsync(5_000);
    await booked;
    const before = posts();
    receive('booking-confirmed', { seats: ['A1'], userId: 8, bookedAt: LATER });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(posts()).toBe(before);
  });

  test('without an answer is not asked about while the user sends it again', async () => {
    const { session } = await open();
    holdSeats(7, 'A1');
    fetched.mockRejectedValue(new TypeError('Failed to fetch'));
    const booked = session.book();
    await vi.advanceTimersByTimeAsync(5_000);
    await booked;
    fetched.mockImplementation(never);
    void session.book();
    const before = posts();
    receive('booking-confirmed', { seats: ['A1'], userId: 7, bookedAt: LATER });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(posts()).toBe(before);
  });

  test('that is refused is not asked about again', async () => {
    const { session } = await open();
    holdSeats(7, 'A1');
    refuse({ code: 'SHOW_STARTED', message: 'This show has already started.' });
    await session.book();
    receive('booking-confirmed', { seats: ['A1'], userId: 8, bookedAt: LATER });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(posts()).toBe(1);
  });

  test('is refused without a notice if the show has been cancelled', async () => {
    const { session, state } = await open();
    holdSeats(7, 'A1');
    refuse({ code: 'SHOW_CANCELLED', message: 'This show was cancelled.' });
    answer = mapOf([], {}, { show: { id: 1, price: 250, cancelReason: 'Projector' }, version: version + 1 });
    await session.book();
    expect(state()).toMatchObject({ submission: null, notice: null, map: { cancelReason: 'Projector' } });
  });

  test('declined at the new price ends the question', async () => {
    const { session, state } = await open();
    session.store.setState({ newPrice: { seats: ['A1'], before: 250, total: 300 } });
    session.declineNewPrice();
    expect(state().newPrice).toBeNull();
  });

  test('without an answer is no longer asked about once the page is left', async () => {
    const { session, leave } = await open();
    holdSeats(7, 'A1');
    fetched.mockRejectedValue(new TypeError('Failed to fetch'));
    const booked = session.book();
    await vi.advanceTimersByTimeAsync(5_000);
    await booked;
    receive('booking-confirmed', { seats: ['A1'], userId: 7, bookedAt: LATER });
    await vi.advanceTimersByTimeAsync(6_000);
    leave();
    await vi.advanceTimersByTimeAsync(1_000);
    const before = posts();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(posts()).toBe(before);
  });
});

describe('leaving', () => {
  test('stops listening and every clock', async () => {
    const { leave, state } = await open();
    holdSeats(7, 'A1');
    holdSeats(8, 'B1');
    await vi.advanceTimersByTimeAsync(200);
    leave();
    expect(listeners.size).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
    expect(state()).toMatchObject({ notice: null, announcement: '' });
  });

  test('without a connection leaves the release to the server', async () => {
    const { leave } = await open();
    holdSeats(7, 'A1');
    connection.isConnected = false;
    leave();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(live.unblockSeats).not.toHaveBeenCalled();
  });

  test('logs a release that failed', async () => {
    const { leave } = await open();
    holdSeats(7, 'A1');
    const error = new Error('Socket not connected');
    live.unblockSeats.mockRejectedValueOnce(error);
    leave();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(console.warn).toHaveBeenCalledExactlyOnceWith(error);
  });

  test('leaves tabs of other users and shows alone', async () => {
    const names: string[] = [];
    vi.stubGlobal(
      'BroadcastChannel',
      class {
        constructor(name: string) {
          names.push(name);
        }
      },
    );
    for (const [showId, id] of [
      [1, 7],
      [1, 8],
      [2, 7],
      [1, 7],
    ] as const)
      openSeatSession(showId, { id, isAdmin: false }).start();
    expect(new Set(names).size).toBe(3);
  });
});

describe('wheelchair spaces', () => {
  const places = { wheelchairSeats: ['J1', 'J10'], companionSeats: ['J2', 'J9'] };
  const granted = (blocked: string[]) => ({ success: true, blocked, conflicts: [], expiresAt: LATER, message: '' });
  beforeEach(() => {
    answer = mapOf([], {}, places);
    live.blockSeats.mockImplementation(async (_, seats: string[]) => granted(seats));
  });

  test('are selected after one question, and their booking says so', async () => {
    const { session, state, selected } = await open();
    session.toggle('J1');
    expect([state().wheelchairQuestion === null, selected()]).toEqual([false, []]);
    session.answerWheelchair(false);
    expect([state().wheelchairQuestion, selected()]).toEqual([null, []]);
    session.toggle('J1');
    session.answerWheelchair(true);
    expect(live.blockSeats.mock.calls).toEqual([[1, ['J1'], true]]);
    session.toggle('J10');
    expect([state().wheelchairQuestion, selected()]).toEqual([null, ['J1', 'J10']]);
    void session.book();
    expect(JSON.parse(fetched.mock.calls.at(-1)?.[1].body)).toMatchObject({ seats: ['J1', 'J10'], accessible: true });
  });

  test('take their companion seats along when the last of them is released', async () => {
    const { session, selected, state } = await open();
    for (const seat of ['J1', 'J10']) {
      session.toggle(seat);
      session.answerWheelchair(true);
    }
    for (const seat of ['J2', 'A1', 'J1']) session.toggle(seat);
    expect(selected()).toEqual(['A1', 'J2', 'J10']);
    session.toggle('J10');
    expect(selected()).toEqual(['A1']);
    expect(state().announcement).toMatch(/^J10 and J2 released\./);
  });

  test('a companion seat alone is given back with the reason', async () => {
    live.blockSeats.mockResolvedValue({ ...granted([]), success: false, conflicts: ['J2'], code: 'COMPANION_PLACE' });
    const { session, notice, selected } = await open();
    session.toggle('J2');
    await vi.advanceTimersByTimeAsync(0);
    expect([selected(), notice()]).toEqual([[], companionAlone(['J2'])]);
  });

  test('are among the best seats only if asked for, with the seats next to them', async () => {
    const allBut = (...free: string[]) => ALL_SEATS.filter((seat) => !free.includes(seat));
    answer = mapOf(allBut('J1', 'J2', 'J9', 'J10', 'I9'), {}, places);
    const { session, notice, selected } = await open();
    session.pickBest(2);
    expect([selected(), notice()]).toEqual([[], notTogether(2, 1)]);
    session.pickBest(3, true);
    session.answerWheelchair(true);
    expect(selected()).toEqual(['I9', 'J9', 'J10']);
    session.pickBest(1, true);
    expect(selected()).toEqual(['J1']);
    session.pickBest(5, true);
    expect(notice()).toBe(NO_WHEELCHAIR_SPACE);
  });

  test('take over a selected seat that becomes one, without holding it again', async () => {
    answer = mapOf([], { C4: hold(7) });
    const { notice, selected } = await open();
    expect(selected()).toEqual(['C4']);
    receive('seats-updated', snapshotOf([], {}, { wheelchairSeats: ['C4'] }));
    expect([selected(), notice()]).toEqual([[], nowPlaces(['C4'])]);
    expect(live.blockSeats).not.toHaveBeenCalled();
  });
});

describe('an administrator', () => {
  const user = { id: 8, name: 'Ravi', email: 'ravi@example.in' };
  const booking = { status: 'booked', bookingId: 5, bookedAt: EARLIER, user };
  const layoutOf = (seatLayout: object, more: object = {}) => ({
    success: true,
    data: { show: { id: 1, price: 250, cancelReason: null }, seatLayout, version, ...more },
  });
  const layout = {
    A1: booking,
    A2: { status: 'blocked', user, expiresAt: LATER },
    A3: { status: 'blocked' },
    A4: { status: 'closed' },
    A5: { status: 'available' },
  };

  test('sees who has each seat', async () => {
    answer = layoutOf(layout, { epoch: 'first', wheelchairSeats: ['J1'], companionSeats: ['J2'] });
    const { state } = await open(true);
    const { map, show, load, userId } = state();
    expect({ ...map, show, load, userId }).toEqual({
      ...{ epoch: 'first', version, cancelReason: null, waiting: [], closed: new Set(['A4']) },
      booked: new Map([['A1', booking]]),
      holds: new Map([
        ['A2', hold(8)],
        ['A3', { userId: 0, expiresAt: '' }],
      ]),
      places: new Map([
        ['J1', 'wheelchair'],
        ['J2', 'companion'],
      ]),
      ...{ show: { id: 1, price: 250, cancelReason: null }, load: 'done', userId: null },
    });
  });

  test('selects, books and loses nothing', async () => {
    answer = layoutOf({ A1: { status: 'blocked', user: { id: 7 }, expiresAt: '2026-11-15T12:00:10.000Z' } });
    const { session, state, selected } = await open(true);
    session.toggle('B1');
    session.pickBest(2);
    expect(live.blockSeats).not.toHaveBeenCalled();
    expect([selected(), state().announcement, state().activeSeat]).toEqual([[], '', 'A1']);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(state().map.holds.size).toBe(1);
  });

  test('gets the names again after a snapshot with bookings, which has none', async () => {
    answer = layoutOf(layout);
    const { state } = await open(true);
    expect(reads()).toBe(1);
    listeners.get('seats-updated')?.({ ...snapshotOf(['A1']), version });
    receive('seats-updated', snapshotOf([]));
    expect(reads()).toBe(1);
    answer = layoutOf(layout, { version: version + 1 });
    receive('seats-updated', snapshotOf(['A1']));
    await vi.advanceTimersByTimeAsync(0);
    expect(reads()).toBe(2);
    expect(state().map.booked.get('A1')?.bookingId).toBe(5);
  });

  test('sees who made a booking as it is made', async () => {
    answer = layoutOf({});
    const { state } = await open(true);
    receive('booking-confirmed', { seats: ['A1'], userId: 8, bookedAt: EARLIER, bookingId: 5, user });
    expect(state().map.booked.get('A1')).toEqual({ bookingId: 5, bookedAt: EARLIER, user });
    expect(reads()).toBe(1);
  });

  test('gets the map with names again after a missed change', async () => {
    answer = layoutOf(layout);
    await open(true);
    version += 1;
    holdSeats(8, 'B1');
    expect(reads()).toBe(2);
    expect(live.getAvailability).not.toHaveBeenCalled();
  });
});

test('a snapshot makes customers fetch nothing', async () => {
  await open();
  receive('seats-updated', snapshotOf(['A1']));
  await vi.advanceTimersByTimeAsync(0);
  expect(reads()).toBe(1);
});
