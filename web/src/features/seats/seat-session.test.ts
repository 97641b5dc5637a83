import type { SeatsSnapshot } from '@moviebooking/contract/live';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from '../../../test/fake-browser.ts';

const NOW = Date.parse('2026-11-15T12:00:00Z');
const inSeconds = (seconds: number) => new Date(NOW + seconds * 1000).toISOString();
const show = { id: 1, price: 250 };

type Listener = (payload: never) => void;
const listeners = new Map<string, Listener>();
const live = {
  on: (event: string, listener: Listener) => {
    listeners.set(event, listener);
    return () => undefined;
  },
  joinShow: vi.fn(),
  leaveShow: vi.fn(),
  blockSeats: vi.fn(),
  unblockSeats: vi.fn(),
  getAvailability: vi.fn(),
};
const connection = { isConnected: true };
vi.mock('../../lib/socket.ts', () => ({ live, useLiveConnection: { getState: () => connection } }));

fakeBrowser();
const [module, selection] = await Promise.all([import('./seat-session.ts'), import('./selection.ts')]);

/** The user's other tab on the same show: the messages it received, and a function that sends one. */
let otherTab: { told: object[]; tell: (wish: { wants: 'hold' | 'release'; seats: string[] }) => void };

const fetched = vi.fn();
let version = 0;

const receive = (event: string, payload: object) => {
  version += 1;
  listeners.get(event)?.({ showId: 1, version, ...payload } as never);
};
const snapshot = (blockedSeats: SeatsSnapshot['blockedSeats'] = {}, bookedSeats: string[] = []) => {
  version += 1;
  return { showId: 1, version, bookedSeats, blockedSeats };
};
const granted = (...seats: string[]) => ({
  success: true,
  showId: 1,
  blocked: seats,
  conflicts: [],
  expiresAt: inSeconds(300),
  message: '',
});

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  vi.spyOn(console, 'warn').mockReturnValue();
  fakeBrowser();
  vi.stubGlobal('navigator', {});
  otherTab = { told: [], tell: () => undefined };
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      set onmessage(listener: (event: object) => void) {
        otherTab.tell = (wish) => listener({ data: { type: 'wish', wish } });
      }
      postMessage(message: { wish?: object }) {
        if (message.wish) otherTab.told.push(message.wish);
      }
      close() {}
    },
  );
  vi.stubGlobal('fetch', fetched);
  vi.clearAllMocks();
  connection.isConnected = true;
  version = 1;
  fetched.mockImplementation(async () =>
    Response.json({ success: true, show, version, bookedSeats: [], blockedSeats: {} }),
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function openSession() {
  const session = module.openSeatSession(1, { id: 7, isAdmin: false });
  const leave = session.start();
  await vi.advanceTimersByTimeAsync(0);
  const selected = () => selection.selectionOf(session.store.getState());
  const notice = () => session.store.getState().notice?.text;
  return { session, leave, selected, notice };
}
const heldByMe = (seats: string[], seconds = 300) => ({ seats, userId: 7, expiresAt: inSeconds(seconds) });

describe('another epoch [LIVE-10]', () => {
  const ofEpoch = (epoch: string, booked: string[]) => ({
    success: true,
    show,
    epoch,
    version: 9,
    bookedSeats: booked,
  });
  const bookedOf = ({ store }: { store: { getState(): { map: { booked: ReadonlyMap<string, object> } } } }) => [
    ...store.getState().map.booked.keys(),
  ];

  test('ignores a late answer from the old epoch', async () => {
    fetched.mockImplementation(async () => Response.json({ ...ofEpoch('first', ['A1']), blockedSeats: {} }));
    const { session } = await openSession();
    const late = Promise.withResolvers<Response>();
    fetched.mockReturnValue(late.promise);
    const loading = session.load();
    receive('seats-updated', { epoch: 'second', version: 3, bookedSeats: ['B1'], blockedSeats: {} });
    expect(bookedOf(session)).toEqual(['B1']);
    late.resolve(Response.json({ ...ofEpoch('first', ['A1', 'A2']), version: 12, blockedSeats: {} }));
    await loading;
    expect(bookedOf(session)).toEqual(['B1']);
  });
});

test("draws a stream of others' changes in batches, and changes to the user's seats immediately", async () => {
  const { session, selected } = await openSession();
  live.blockSeats.mockResolvedValue(granted('C4'));
  session.toggle('C4');
  await vi.advanceTimersByTimeAsync(0);
  const drawn = () => [...session.store.getState().map.holds.keys()];
  const heldByOther = (seat: string) => ({ seats: [seat], userId: 8, expiresAt: inSeconds(300) });
  receive('seats-blocked', heldByOther('A1'));
  receive('seats-blocked', heldByOther('A2'));
  expect(drawn()).toEqual(['A1']);
  receive('seats-blocked', heldByOther('C4'));
  expect(drawn()).toEqual(['A1', 'A2', 'C4']);
  expect(selected()).toEqual([]);
  receive('seats-blocked', heldByOther('A3'));
  await vi.advanceTimersByTimeAsync(200);
  expect(drawn()).toEqual(['A1', 'A2', 'C4', 'A3']);
});

test("delays others' changes while a finger is down", async () => {
  const { session } = await openSession();
  session.beginPress();
  receive('seats-blocked', { seats: ['A1'], userId: 8, expiresAt: inSeconds(300) });
  expect(session.store.getState().map.holds.size).toBe(0);
  await vi.advanceTimersByTimeAsync(200);
  expect([...session.store.getState().map.holds.keys()]).toEqual(['A1']);
});

const booking = { id: 5, status: 'CONFIRMED', seats: ['C4'] };
const answerBookings = (answer: () => Response | Promise<Response>) => {
  const answerMap = fetched.getMockImplementation();
  fetched.mockImplementation((url: string, init: RequestInit) =>
    init.method === 'POST' ? answer() : answerMap?.(url, init),
  );
};

async function choose() {
  const opened = await openSession();
  live.blockSeats.mockResolvedValue(granted('C4'));
  opened.session.toggle('C4');
  await vi.advanceTimersByTimeAsync(0);
  receive('seats-blocked', heldByMe(['C4']));
  live.blockSeats.mockClear();
  return opened;
}

describe('a booking without an answer', () => {
  async function bookWithoutAnswer() {
    const opened = await choose();
    const keys = new Set<unknown>();
    fetched.mockRejectedValue(new TypeError('Failed to fetch'));
    const answerWith = (status: number, body: object) =>
      fetched.mockImplementation(async (_: string, { method, headers }: RequestInit) => {
        if (method !== 'POST') throw new TypeError('Failed to fetch');
        keys.add((headers as Record<string, string>)['Idempotency-Key']);
        return Response.json(body, { status });
      });
    const made = opened.session.book();
    await vi.advanceTimersByTimeAsync(6_000);
    expect(await made).toBeNull();
    expect(opened.notice()).toBe('Booking failed. Please try again.');
    const found = () => opened.session.store.getState().foundBooking;
    const [firstCall] = fetched.mock.calls.filter(([, { method }]) => method === 'POST');
    keys.add(firstCall?.[1].headers['Idempotency-Key']);
    return { ...opened, keys, found, answerWith };
  }
  const bookedSeats = () => receive('seats-updated', snapshot({}, ['C4']));

  test('is found when its seats turn out to be booked, without a notice that someone took them', async () => {
    const { keys, found, notice, answerWith } = await bookWithoutAnswer();
    answerWith(201, { success: true, data: booking });
    bookedSeats();
    await vi.advanceTimersByTimeAsync(0);
    expect([found(), notice(), keys.size]).toEqual([booking, undefined, 1]);
  });

  test('is sent again while it has no answer', async () => {
    const { keys, found, answerWith } = await bookWithoutAnswer();
    bookedSeats();
    await vi.advanceTimersByTimeAsync(6_000);
    expect(found()).toBeNull();
    answerWith(201, { success: true, data: booking });
    await vi.advanceTimersByTimeAsync(3_000);
    expect([found(), keys.size]).toEqual([booking, 1]);
  });

  test('is found if its seats were booked while the map was loading', async () => {
    const { session } = await choose();
    const map = Promise.withResolvers<Response>();
    let isAway = true;
    fetched.mockImplementation(async (_: string, { method }: RequestInit) => {
      if (method !== 'POST') return map.promise;
      if (isAway) throw new TypeError('Failed to fetch');
      return Response.json({ success: true, data: booking }, { status: 201 });
    });
    const made = session.book();
    await vi.advanceTimersByTimeAsync(10_000);
    isAway = false;
    receive('booking-confirmed', { seats: ['C4'], userId: 7, bookedAt: inSeconds(0) });
    map.reject(new TypeError('Failed to fetch'));
    expect(await made).toBeNull();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(session.store.getState().foundBooking).toEqual(booking);
  });

  test('shows the refusal if it was not made', async () => {
    const { found, notice, answerWith } = await bookWithoutAnswer();
    const message = 'Seat C4 is taken.';
    answerWith(409, { success: false, code: 'SEATS_BOOKED', message });
    bookedSeats();
    await vi.advanceTimersByTimeAsync(10_000);
    expect([found(), notice()]).toEqual([null, message]);
  });

  test('counts as not made while its seats are free', async () => {
    const { session, selected, found } = await bookWithoutAnswer();
    await vi.advanceTimersByTimeAsync(10_000);
    expect([found(), selected(), session.store.getState().submission]).toEqual([null, ['C4'], null]);
  });
});

describe('a cancelled show [CANCEL-3]', () => {
  const reasonOf = ({ store }: Awaited<ReturnType<typeof choose>>['session']) => store.getState().map.cancelReason;

  test('clears the selection, holds nothing again and shows no error', async () => {
    const { session, selected, notice } = await choose();
    expect(selected()).toEqual(['C4']);
    receive('show-cancelled', { reason: 'Projector' });
    await vi.advanceTimersByTimeAsync(10_000);
    expect([reasonOf(session), selected(), notice()]).toEqual(['Projector', [], undefined]);
    expect(live.blockSeats).not.toHaveBeenCalled();
  });

  test('is learnt from a snapshot after a lost connection', async () => {
    const { session, selected } = await choose();
    receive('seats-updated', { ...snapshot(), cancelReason: 'Projector' });
    expect([reasonOf(session), selected()]).toEqual(['Projector', []]);
  });

  test('hides a booking that was made just before', async () => {
    const { session, notice } = await choose();
    const answer = Promise.withResolvers<Response>();
    answerBookings(() => answer.promise);
    const booked = session.book();
    receive('booking-confirmed', { seats: ['C4'], userId: 7, bookedAt: inSeconds(0) });
    receive('show-cancelled', { reason: 'Projector' });
    answer.resolve(Response.json({ success: true, data: booking }, { status: 201 }));
    expect(await booked).toBeNull();
    expect([reasonOf(session), session.store.getState().submission]).toEqual(['Projector', null]);
    expect(notice()).toBeUndefined();
  });

  test('hides a booking that was cancelled before its answer arrived', async () => {
    const { session, notice } = await choose();
    answerBookings(() => Response.json({ success: true, data: { ...booking, status: 'CANCELLED' } }, { status: 201 }));
    expect(await session.book()).toBeNull();
    expect(notice()).toBe('This booking has been cancelled. Choose seats again if you still want to go.');
    expect(session.store.getState().notice?.tone).toBe('danger');
  });
});

describe('seats out of service', () => {
  test('are deselected with a notice that says why', async () => {
    const { session, selected, notice } = await openSession();
    receive('seats-blocked', heldByMe(['C4', 'C5']));
    receive('seats-updated', {
      bookedSeats: ['C4', 'H1'],
      closedSeats: ['C4', 'H1'],
      blockedSeats: { C5: { userId: 7, expiresAt: inSeconds(300) } },
    });
    expect(selected()).toEqual(['C5']);
    expect(notice()).toBe('C4 is out of service. Your other seats are still yours.');
    expect(selection.statusOf(session.store.getState(), 'H1')).toBe('closed');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(session.store.getState().announcement).not.toContain('taken by others');
  });

  test('are refused with the reason if the map still shows them as free', async () => {
    const { session, selected, notice } = await openSession();
    live.blockSeats.mockResolvedValue({
      ...{ success: false, showId: 1, blocked: [], conflicts: ['C4'], closedSeats: ['C4'], expiresAt: null },
      message: 'Seat C4 is out of service.',
    });
    live.getAvailability.mockResolvedValue(snapshot());
    session.toggle('C4');
    await vi.advanceTimersByTimeAsync(0);
    expect(selected()).toEqual([]);
    expect(notice()).toBe('C4 is out of service. Please choose another.');
  });
});

describe('choosing', () => {
  test('selects a seat immediately, whether the answer or the broadcast arrives first', async () => {
    const { session, selected } = await openSession();
    const answer = Promise.withResolvers<object>();
    live.blockSeats.mockReturnValue(answer.promise);
    session.toggle('C4');
    expect(selected()).toEqual(['C4']);
    answer.resolve(granted('C4'));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(selected()).toEqual(['C4']);
    receive('seats-blocked', heldByMe(['C4']));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(selected()).toEqual(['C4']);
    expect(live.getAvailability).not.toHaveBeenCalled();
  });

  test('refreshes the map if no broadcast follows the answer', async () => {
    const { session, selected } = await openSession();
    live.blockSeats.mockResolvedValue(granted('C4'));
    live.getAvailability.mockResolvedValue(snapshot({ C4: { userId: 7, expiresAt: inSeconds(300) } }));
    session.toggle('C4');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(live.getAvailability).toHaveBeenCalledOnce();
    expect(selected()).toEqual(['C4']);
  });

  test('frees a seat that is pressed twice quickly, in whatever order the broadcasts arrive', async () => {
    const { session, selected } = await openSession();
    live.blockSeats.mockResolvedValue(granted('C4'));
    live.unblockSeats.mockResolvedValue({ success: true, showId: 1, unblocked: ['C4'], message: '' });
    session.toggle('C4');
    session.toggle('C4');
    await vi.advanceTimersByTimeAsync(0);
    receive('seats-blocked', heldByMe(['C4']));
    expect(selected()).toEqual([]);
    receive('seats-unblocked', { seats: ['C4'], userId: 7, reason: 'released' });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(selected()).toEqual([]);
  });

  test('sends nothing again if the broadcast arrived but the answer did not', async () => {
    const { session, selected } = await openSession();
    const answer = Promise.withResolvers<object>();
    live.blockSeats.mockReturnValue(answer.promise);
    session.toggle('C4');
    receive('seats-blocked', heldByMe(['C4']));
    answer.reject(new Error('Seat blocking timeout'));
    await vi.advanceTimersByTimeAsync(0);
    expect([selected(), selection.unheldOf(session.store.getState())]).toEqual([['C4'], []]);
  });

  test('releases a seat whose hold got no answer, because the server may have held it', async () => {
    const { session } = await openSession();
    live.blockSeats.mockRejectedValueOnce(new Error('Seat blocking timeout'));
    session.toggle('C4');
    await vi.advanceTimersByTimeAsync(0);
    live.unblockSeats.mockResolvedValue({ success: true, showId: 1, unblocked: ['C4'], message: '' });
    session.toggle('C4');
    expect(live.unblockSeats).toHaveBeenCalledWith(1, ['C4']);
  });

  test('deselects a seventh seat with the reason, if another window was faster [HOLD-3]', async () => {
    const { session, selected, notice } = await openSession();
    receive('seats-blocked', heldByMe(['A1', 'A2', 'A3', 'A4', 'A5']));
    const answer = Promise.withResolvers<object>();
    live.blockSeats.mockReturnValue(answer.promise);
    session.toggle('B1');
    const six = ['A1', 'A2', 'A3', 'A4', 'A5', 'A6'];
    receive('seats-blocked', heldByMe(six));
    expect(selected()).toEqual(six);
    const message = 'Maximum 6 seats can be selected';
    answer.resolve({ ...granted(), success: false, expiresAt: null, message });
    await vi.advanceTimersByTimeAsync(0);
    expect([selected(), notice()]).toEqual([six, message]);
  });

  test('deselects only the refused seat', async () => {
    const { session, selected, notice } = await openSession();
    receive('seats-blocked', heldByMe(['C4']));
    live.blockSeats.mockResolvedValue({ ...granted(), success: false, conflicts: ['C5'], expiresAt: null });
    live.getAvailability.mockReturnValue(new Promise(() => undefined));
    session.toggle('C5');
    await vi.advanceTimersByTimeAsync(0);
    expect(selected()).toEqual(['C4']);
    expect(notice()).toBe('C5 was just taken by someone else. Your other seats are still yours.');
  });

  test('shows what the user does in another window', async () => {
    const { session, selected, notice } = await openSession();
    receive('seats-blocked', heldByMe(['C4', 'C5']));
    expect(selected()).toEqual(['C4', 'C5']);
    receive('seats-unblocked', { seats: ['C5'], userId: 7, reason: 'released' });
    expect(selected()).toEqual(['C4']);
    receive('booking-confirmed', { seats: ['C4'], userId: 7, bookedAt: inSeconds(0) });
    expect(notice()).toBe('You booked C4 in another window.');
    expect(session.store.getState().notice?.tone).toBe('info');
  });

  test("does not call someone else's booking the user's own", async () => {
    const { session, selected, notice } = await openSession();
    receive('seats-blocked', heldByMe(['C4']));
    receive('seats-blocked', { seats: ['A1'], userId: 8, expiresAt: inSeconds(300) });
    session.toggle('A1');
    expect(selected()).toEqual(['A1', 'C4']);
    receive('booking-confirmed', { seats: ['C4'], userId: 7, bookedAt: inSeconds(0) });
    expect(selected()).toEqual([]);
    expect(notice()).toBe('You booked C4 in another window.');
  });

  test('asks for a seat for three seconds if none is selected', async () => {
    const { session, notice } = await openSession();
    expect(await session.book()).toBeNull();
    expect(notice()).toBe('Please select at least one seat');
    await vi.advanceTimersByTimeAsync(3_000);
    expect(notice()).toBeUndefined();
  });
});

describe('without a connection', () => {
  test('selects seats without a hold, and requests them after reconnecting', async () => {
    const { session, selected, notice } = await openSession();
    live.blockSeats.mockRejectedValueOnce(new Error('Socket not connected'));
    session.toggle('C4');
    await vi.advanceTimersByTimeAsync(0);
    expect(selection.unheldOf(session.store.getState())).toEqual(['C4']);
    live.blockSeats.mockResolvedValue(granted('C4'));
    listeners.get('seats-updated')?.(snapshot() as never);
    expect(live.blockSeats.mock.calls).toEqual([
      [1, ['C4']],
      [1, ['C4']],
    ]);
    await vi.advanceTimersByTimeAsync(0);
    expect(selected()).toEqual(['C4']);
    expect(notice()).toBeUndefined();
  });

  test('deselects a seat with a notice if someone took it during the disconnection', async () => {
    const { session, selected, notice } = await openSession();
    live.blockSeats.mockRejectedValueOnce(new Error('Socket not connected'));
    session.toggle('C4');
    await vi.advanceTimersByTimeAsync(0);
    listeners.get('seats-updated')?.(snapshot({ C4: { userId: 9, expiresAt: inSeconds(300) } }) as never);
    expect(selected()).toEqual([]);
    expect(notice()).toBe('C4 was just taken by someone else. Please choose another.');
  });

  test('renews a hold that the server released during a long disconnection', async () => {
    await openSession();
    receive('seats-blocked', heldByMe(['C4']));
    live.blockSeats.mockResolvedValue(granted('C4'));
    listeners.get('seats-updated')?.(snapshot() as never);
    expect(live.blockSeats).toHaveBeenCalledWith(1, ['C4']);
  });
});

describe('another tab of the same user', () => {
  const missedRelease = () => listeners.get('seats-updated')?.(snapshot() as never);

  test('hears what is held and released here', async () => {
    const { session } = await openSession();
    live.blockSeats.mockResolvedValue(granted('C4'));
    live.unblockSeats.mockResolvedValue({ success: true, showId: 1, unblocked: ['C4'], message: '' });
    session.toggle('C4');
    session.toggle('C4');
    expect(otherTab.told).toEqual([
      { wants: 'hold', seats: ['C4'] },
      { wants: 'release', seats: ['C4'] },
    ]);
  });

  test('releases a seat for good, even if only a snapshot reports it', async () => {
    const { selected, notice } = await openSession();
    receive('seats-blocked', heldByMe(['C4', 'C5']));
    otherTab.tell({ wants: 'release', seats: ['C4'] });
    live.blockSeats.mockResolvedValue(granted('C5'));
    missedRelease();
    expect(live.blockSeats).toHaveBeenCalledExactlyOnceWith(1, ['C5']);
    expect(selected()).toEqual(['C5']);
    expect(notice()).toBeUndefined();
  });

  test('holds nothing again when the other tab released everything', async () => {
    const { notice } = await openSession();
    receive('seats-blocked', heldByMe(['C4']));
    otherTab.tell({ wants: 'release', seats: ['C4'] });
    missedRelease();
    expect(live.blockSeats).not.toHaveBeenCalled();
    expect(notice()).toBeUndefined();
  });

  test('releases a hold whose answer was lost, which is not sent again', async () => {
    const { session, selected } = await openSession();
    live.blockSeats.mockRejectedValueOnce(new Error('Seat blocking timeout'));
    session.toggle('C4');
    await vi.advanceTimersByTimeAsync(0);
    otherTab.tell({ wants: 'release', seats: ['C4'] });
    missedRelease();
    expect(live.blockSeats).toHaveBeenCalledOnce();
    expect(selected()).toEqual([]);
  });

  test('keeps a seat that it released and held again', async () => {
    await openSession();
    receive('seats-blocked', heldByMe(['C4']));
    otherTab.tell({ wants: 'release', seats: ['C4'] });
    otherTab.tell({ wants: 'hold', seats: ['C4'] });
    live.blockSeats.mockResolvedValue(granted('C4'));
    missedRelease();
    expect(live.blockSeats).toHaveBeenCalledWith(1, ['C4']);
  });
});

describe('a changed price', () => {
  const refuse = (total: number) =>
    fetched.mockImplementationOnce(async () =>
      Response.json(
        { success: false, code: 'PRICE_CHANGED', message: 'The price has changed.', total },
        { status: 409 },
      ),
    );
  const chooseTwo = () => {
    receive('seats-blocked', heldByMe(['C4', 'C5']));
    const hold = { userId: 7, expiresAt: inSeconds(300) };
    const blockedSeats = { C4: hold, C5: hold };
    fetched.mockImplementation(async () =>
      Response.json({ success: true, show, version, bookedSeats: [], blockedSeats }),
    );
  };
  const sentTotals = () =>
    fetched.mock.calls.flatMap(([, init]) => (init.method === 'POST' ? [JSON.parse(init.body).expectedTotal] : []));

  test('is a question, and only the accepted total is booked', async () => {
    const { session, notice } = await openSession();
    chooseTwo();
    refuse(600);
    expect(await session.book()).toBeNull();
    expect(session.store.getState()).toMatchObject({
      submission: null,
      newPrice: { seats: ['C4', 'C5'], before: 500, total: 600 },
    });
    expect(notice()).toBeUndefined();
    fetched.mockImplementationOnce(async () => Response.json({ success: true, data: { id: 5 } }, { status: 201 }));
    expect(await session.book(600)).toEqual({ id: 5 });
    expect(sentTotals()).toEqual([500, 600]);
    expect(session.store.getState().newPrice).toBeNull();
  });

  test('withdraws the question when a seat is lost', async () => {
    const { session } = await openSession();
    chooseTwo();
    refuse(600);
    await session.book();
    receive('seats-unblocked', { seats: ['C4', 'C5'], userId: 7, reason: 'expired' });
    expect(session.store.getState().newPrice).toBeNull();
  });
});

describe('an expiring hold', () => {
  test('ends with the broadcast of the server', async () => {
    const { selected, notice } = await openSession();
    receive('seats-blocked', heldByMe(['C4']));
    receive('seats-unblocked', { seats: ['C4'], userId: 7, reason: 'expired' });
    expect(selected()).toEqual([]);
    expect(notice()).toMatch(/^Your hold has expired/);
  });

  test('ends by the clock if there is no connection', async () => {
    const { selected, notice } = await openSession();
    connection.isConnected = false;
    receive('seats-blocked', heldByMe(['C4'], 60));
    await vi.advanceTimersByTimeAsync(59_000);
    expect(selected()).toEqual(['C4']);
    await vi.advanceTimersByTimeAsync(1_100);
    expect(selected()).toEqual([]);
    expect(notice()).toMatch(/^Your hold has expired/);
  });

  test('does not end during a booking', async () => {
    const { session, notice } = await openSession();
    connection.isConnected = false;
    receive('seats-blocked', heldByMe(['C4'], 60));
    await vi.advanceTimersByTimeAsync(59_000);
    const answer = Promise.withResolvers<Response>();
    fetched.mockReturnValueOnce(answer.promise);
    const booking = session.book();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(notice()).toBeUndefined();
    answer.resolve(Response.json({ success: true, data: { id: 5 } }, { status: 201 }));
    expect(await booking).toEqual({ id: 5 });
  });
});

test('releases the held seats, if any, and leaves the room when the page closes', async () => {
  live.unblockSeats.mockResolvedValue({});
  const first = await openSession();
  first.leave();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(live.unblockSeats).not.toHaveBeenCalled();
  const second = await openSession();
  receive('seats-blocked', heldByMe(['C4']));
  second.leave();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(live.unblockSeats).toHaveBeenCalledWith(1);
  expect(live.leaveShow).toHaveBeenCalledTimes(2);
});

test('ignores broadcasts of other shows', async () => {
  const { session } = await openSession();
  listeners.get('seats-blocked')?.({ showId: 2, version: 2, seats: ['A1'], userId: 9, expiresAt: '' } as never);
  expect(session.store.getState().map.holds.size).toBe(0);
});

describe('the queue', () => {
  const place = (position: number) => ({ success: false, code: 'WAITING', position, estimateSeconds: 90 });
  const state = (session: { store: { getState(): { line: unknown; isNewTurn: boolean; announcement: string } } }) => {
    const { line, isNewTurn, announcement } = session.store.getState();
    return { line, isNewTurn, announcement };
  };

  test('announces the first place and the last one immediately, and not every step between', async () => {
    const { session } = await openSession();
    receive('queue-updated', place(9));
    const first = "You're number 9 in line. About 2 minutes. Keep this page open.";
    expect(state(session)).toEqual({
      line: { position: 9, estimateSeconds: 90 },
      isNewTurn: false,
      announcement: first,
    });
    receive('queue-updated', place(8));
    expect(state(session)).toMatchObject({ line: { position: 8 }, announcement: first });
    receive('queue-updated', place(1));
    expect(state(session).announcement).toContain('number 1 in line');
    await vi.advanceTimersByTimeAsync(31_000);
  });

  test("announces the user's turn", async () => {
    const { session } = await openSession();
    receive('queue-updated', place(1));
    receive('queue-admitted', {});
    expect(state(session)).toEqual({
      line: null,
      isNewTurn: true,
      announcement: "It's your turn. Choose your seats.",
    });
  });

  test('takes a snapshot as the admission', async () => {
    const { session } = await openSession();
    receive('queue-updated', place(1));
    receive('seats-updated', snapshot());
    expect(state(session).line).toBeNull();
  });

  test('clears the selection when the time is up, and joins again only when the user asks', async () => {
    const { session, selected } = await openSession();
    receive('seats-blocked', heldByMe(['A1']));
    expect(selected()).toEqual(['A1']);
    receive('queue-ended', { reason: 'time' });
    expect(selected()).toEqual([]);
    expect(state(session).line).toBe('over');
    expect(live.leaveShow).toHaveBeenCalledWith(1);
    receive('seats-updated', snapshot());
    expect(state(session).line).toBe('over');
    session.joinLineAgain();
    expect(live.joinShow).toHaveBeenCalledTimes(2);
    expect(state(session).line).toBe('joining');
  });

  test('deselects a seat with the reason if the show has a queue', async () => {
    const { session, selected, notice } = await openSession();
    live.blockSeats.mockResolvedValue({
      ...granted(),
      success: false,
      expiresAt: null,
      message: 'There is a line.',
      code: 'WAITING',
    });
    session.toggle('A1');
    await vi.advanceTimersByTimeAsync(0);
    expect([selected(), notice()]).toEqual([[], 'There is a line.']);
    receive('queue-updated', place(4));
    expect(notice()).toBeUndefined();
  });
});
