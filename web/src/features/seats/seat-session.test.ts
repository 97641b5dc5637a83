import type { SeatsSnapshot } from '@moviebooking/contract/live';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from '../../lib/fake-browser.ts';

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

/** The user's other tab on the same show: what it was told, and how it tells. */
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

describe('another epoch (LIVE-10)', () => {
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

  test('the room is sent a snapshot of it, and an answer from before that comes late changes nothing', async () => {
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

test("others' changes that keep coming are drawn together; one of the user's own seats waits for nothing", async () => {
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

test("while a finger is down others' changes wait", async () => {
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

describe('a booking that got no answer', () => {
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

  test('is found when its seats turn out to be booked, and nobody is said to have taken them', async () => {
    const { keys, found, notice, answerWith } = await bookWithoutAnswer();
    answerWith(201, { success: true, data: booking });
    bookedSeats();
    await vi.advanceTimersByTimeAsync(0);
    expect([found(), notice(), keys.size]).toEqual([booking, undefined, 1]);
  });

  test('is asked about again while there is still none', async () => {
    const { keys, found, answerWith } = await bookWithoutAnswer();
    bookedSeats();
    await vi.advanceTimersByTimeAsync(6_000);
    expect(found()).toBeNull();
    answerWith(201, { success: true, data: booking });
    await vi.advanceTimersByTimeAsync(3_000);
    expect([found(), keys.size]).toEqual([booking, 1]);
  });

  test('is asked about when its seats were booked while the map was loading', async () => {
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

  test('and was not made is refused as ever', async () => {
    const { found, notice, answerWith } = await bookWithoutAnswer();
    const message = 'Seat C4 is taken.';
    answerWith(409, { success: false, code: 'SEATS_BOOKED', message });
    bookedSeats();
    await vi.advanceTimersByTimeAsync(10_000);
    expect([found(), notice()]).toEqual([null, message]);
  });

  test('while its seats are not booked is as if it had not been made', async () => {
    const { session, selected, found } = await bookWithoutAnswer();
    await vi.advanceTimersByTimeAsync(10_000);
    expect([found(), selected(), session.store.getState().isBooking]).toEqual([null, ['C4'], false]);
  });
});

describe('a show that is cancelled (CANCEL-3)', () => {
  const reasonOf = ({ store }: Awaited<ReturnType<typeof choose>>['session']) => store.getState().map.cancelReason;

  test('leaves nothing selected, holds nothing again and is no error', async () => {
    const { session, selected, notice } = await choose();
    expect(selected()).toEqual(['C4']);
    receive('show-cancelled', { reason: 'Projector' });
    await vi.advanceTimersByTimeAsync(10_000);
    expect([reasonOf(session), selected(), notice()]).toEqual(['Projector', [], undefined]);
    expect(live.blockSeats).not.toHaveBeenCalled();
  });

  test('is known from a snapshot after a lost connection', async () => {
    const { session, selected } = await choose();
    receive('seats-updated', { ...snapshot(), cancelReason: 'Projector' });
    expect([reasonOf(session), selected()]).toEqual(['Projector', []]);
  });

  test('is not answered with a booking that was made just before', async () => {
    const { session, notice } = await choose();
    const answer = Promise.withResolvers<Response>();
    answerBookings(() => answer.promise);
    const booked = session.book();
    receive('booking-confirmed', { seats: ['C4'], userId: 7, bookedAt: inSeconds(0) });
    receive('show-cancelled', { reason: 'Projector' });
    answer.resolve(Response.json({ success: true, data: booking }, { status: 201 }));
    expect(await booked).toBeNull();
    expect([reasonOf(session), session.store.getState().isBooking]).toEqual(['Projector', false]);
    expect(notice()).toBeUndefined();
  });

  test('nor is a booking that was cancelled before its answer came', async () => {
    const { session, notice } = await choose();
    answerBookings(() => Response.json({ success: true, data: { ...booking, status: 'CANCELLED' } }, { status: 201 }));
    expect(await session.book()).toBeNull();
    expect(notice()).toBe('This booking was cancelled meanwhile. Your seats are free again.');
    expect(session.store.getState().notice?.tone).toBe('danger');
  });
});

describe('seats out of service', () => {
  test('a selected seat that is closed is lost, and the notice says why', async () => {
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

  test('one that the map shows as free is refused with the reason', async () => {
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
  test('a seat turns at once, and stays when the answer comes before the broadcast or after it', async () => {
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

  test('an answer without a broadcast after it is checked against a fresh map', async () => {
    const { session, selected } = await openSession();
    live.blockSeats.mockResolvedValue(granted('C4'));
    live.getAvailability.mockResolvedValue(snapshot({ C4: { userId: 7, expiresAt: inSeconds(300) } }));
    session.toggle('C4');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(live.getAvailability).toHaveBeenCalledOnce();
    expect(selected()).toEqual(['C4']);
  });

  test('pressed twice quickly it ends up free, whatever order the broadcasts have', async () => {
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

  test('an answer that is missing after the broadcast leaves nothing to send', async () => {
    const { session, selected } = await openSession();
    const answer = Promise.withResolvers<object>();
    live.blockSeats.mockReturnValue(answer.promise);
    session.toggle('C4');
    receive('seats-blocked', heldByMe(['C4']));
    answer.reject(new Error('Seat blocking timeout'));
    await vi.advanceTimersByTimeAsync(0);
    expect([selected(), selection.unheldOf(session.store.getState())]).toEqual([['C4'], []]);
  });

  test('a seat whose hold got no answer is released too, since the server may have held it', async () => {
    const { session } = await openSession();
    live.blockSeats.mockRejectedValueOnce(new Error('Seat blocking timeout'));
    session.toggle('C4');
    await vi.advanceTimersByTimeAsync(0);
    live.unblockSeats.mockResolvedValue({ success: true, showId: 1, unblocked: ['C4'], message: '' });
    session.toggle('C4');
    expect(live.unblockSeats).toHaveBeenCalledWith(1, ['C4']);
  });

  test('a seventh seat, because another window was faster, is given back with the reason [HOLD-3]', async () => {
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

  test('a refusal turns one seat back and keeps the others', async () => {
    const { session, selected, notice } = await openSession();
    receive('seats-blocked', heldByMe(['C4']));
    live.blockSeats.mockResolvedValue({ ...granted(), success: false, conflicts: ['C5'], expiresAt: null });
    live.getAvailability.mockReturnValue(new Promise(() => undefined));
    session.toggle('C5');
    await vi.advanceTimersByTimeAsync(0);
    expect(selected()).toEqual(['C4']);
    expect(notice()).toBe('C5 was just taken by someone else. Your other seats are still yours.');
  });

  test('what the same user does in another window shows here', async () => {
    const { session, selected, notice } = await openSession();
    receive('seats-blocked', heldByMe(['C4', 'C5']));
    expect(selected()).toEqual(['C4', 'C5']);
    receive('seats-unblocked', { seats: ['C5'], userId: 7, reason: 'released' });
    expect(selected()).toEqual(['C4']);
    receive('booking-confirmed', { seats: ['C4'], userId: 7, bookedAt: inSeconds(0) });
    expect(notice()).toBe('C4 was booked by you in another window.');
    expect(session.store.getState().notice?.tone).toBe('info');
  });

  test('what somebody else took in the same moment is not called booked by the user', async () => {
    const { session, selected, notice } = await openSession();
    receive('seats-blocked', heldByMe(['C4']));
    receive('seats-blocked', { seats: ['A1'], userId: 8, expiresAt: inSeconds(300) });
    session.toggle('A1');
    expect(selected()).toEqual(['A1', 'C4']);
    receive('booking-confirmed', { seats: ['C4'], userId: 7, bookedAt: inSeconds(0) });
    expect(selected()).toEqual([]);
    expect(notice()).toBe('C4 was booked by you in another window.');
  });

  test('booking with none says so, for three seconds', async () => {
    const { session, notice } = await openSession();
    expect(await session.book()).toBeNull();
    expect(notice()).toBe('Please select at least one seat');
    await vi.advanceTimersByTimeAsync(3_000);
    expect(notice()).toBeUndefined();
  });
});

describe('without a connection', () => {
  test('seats are selected unheld, and asked for when it is back', async () => {
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

  test('a seat that another user took meanwhile is lost with a notice', async () => {
    const { session, selected, notice } = await openSession();
    live.blockSeats.mockRejectedValueOnce(new Error('Socket not connected'));
    session.toggle('C4');
    await vi.advanceTimersByTimeAsync(0);
    listeners.get('seats-updated')?.(snapshot({ C4: { userId: 9, expiresAt: inSeconds(300) } }) as never);
    expect(selected()).toEqual([]);
    expect(notice()).toBe('C4 was just taken by someone else. Please choose another.');
  });

  test('a hold that the server released during a long disconnection is made again', async () => {
    await openSession();
    receive('seats-blocked', heldByMe(['C4']));
    live.blockSeats.mockResolvedValue(granted('C4'));
    listeners.get('seats-updated')?.(snapshot() as never);
    expect(live.blockSeats).toHaveBeenCalledWith(1, ['C4']);
  });
});

describe('with another tab of the same user', () => {
  const missedRelease = () => listeners.get('seats-updated')?.(snapshot() as never);

  test('it is told what is held and released here', async () => {
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

  test('a seat released there is not held again when only a snapshot says so', async () => {
    const { selected, notice } = await openSession();
    receive('seats-blocked', heldByMe(['C4', 'C5']));
    otherTab.tell({ wants: 'release', seats: ['C4'] });
    live.blockSeats.mockResolvedValue(granted('C5'));
    missedRelease();
    expect(live.blockSeats).toHaveBeenCalledExactlyOnceWith(1, ['C5']);
    expect(selected()).toEqual(['C5']);
    expect(notice()).toBeUndefined();
  });

  test('nothing is held again when all of it was released there', async () => {
    const { notice } = await openSession();
    receive('seats-blocked', heldByMe(['C4']));
    otherTab.tell({ wants: 'release', seats: ['C4'] });
    missedRelease();
    expect(live.blockSeats).not.toHaveBeenCalled();
    expect(notice()).toBeUndefined();
  });

  test('a hold whose answer was lost, released there, is not sent again', async () => {
    const { session, selected } = await openSession();
    live.blockSeats.mockRejectedValueOnce(new Error('Seat blocking timeout'));
    session.toggle('C4');
    await vi.advanceTimersByTimeAsync(0);
    otherTab.tell({ wants: 'release', seats: ['C4'] });
    missedRelease();
    expect(live.blockSeats).toHaveBeenCalledOnce();
    expect(selected()).toEqual([]);
  });

  test('a seat released and held again there is kept here', async () => {
    await openSession();
    receive('seats-blocked', heldByMe(['C4']));
    otherTab.tell({ wants: 'release', seats: ['C4'] });
    otherTab.tell({ wants: 'hold', seats: ['C4'] });
    live.blockSeats.mockResolvedValue(granted('C4'));
    missedRelease();
    expect(live.blockSeats).toHaveBeenCalledWith(1, ['C4']);
  });
});

describe('a price that changed', () => {
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

  test('is asked about, and booked only at the total that was asked', async () => {
    const { session, notice } = await openSession();
    chooseTwo();
    refuse(600);
    expect(await session.book()).toBeNull();
    expect(session.store.getState()).toMatchObject({
      isBooking: false,
      newPrice: { seats: ['C4', 'C5'], before: 500, total: 600 },
    });
    expect(notice()).toBeUndefined();
    fetched.mockImplementationOnce(async () => Response.json({ success: true, data: { id: 5 } }, { status: 201 }));
    expect(await session.book(600)).toEqual({ id: 5 });
    expect(sentTotals()).toEqual([500, 600]);
    expect(session.store.getState().newPrice).toBeNull();
  });

  test('is no longer asked about when a seat is lost meanwhile', async () => {
    const { session } = await openSession();
    chooseTwo();
    refuse(600);
    await session.book();
    receive('seats-unblocked', { seats: ['C4', 'C5'], userId: 7, reason: 'expired' });
    expect(session.store.getState().newPrice).toBeNull();
  });
});

describe('a hold that ends', () => {
  test('is broadcast by the server', async () => {
    const { selected, notice } = await openSession();
    receive('seats-blocked', heldByMe(['C4']));
    receive('seats-unblocked', { seats: ['C4'], userId: 7, reason: 'expired' });
    expect(selected()).toEqual([]);
    expect(notice()).toMatch(/^Your hold has expired/);
  });

  test('or by the clock when there is no connection', async () => {
    const { selected, notice } = await openSession();
    connection.isConnected = false;
    receive('seats-blocked', heldByMe(['C4'], 60));
    await vi.advanceTimersByTimeAsync(59_000);
    expect(selected()).toEqual(['C4']);
    await vi.advanceTimersByTimeAsync(1_100);
    expect(selected()).toEqual([]);
    expect(notice()).toMatch(/^Your hold has expired/);
  });

  test('waits for a booking that is under way', async () => {
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

test('leaving releases what is held and leaves the room; with nothing held it only leaves the room', async () => {
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

test('broadcasts of other shows are ignored', async () => {
  const { session } = await openSession();
  listeners.get('seats-blocked')?.({ showId: 2, version: 2, seats: ['A1'], userId: 9, expiresAt: '' } as never);
  expect(session.store.getState().map.holds.size).toBe(0);
});

describe('the line', () => {
  const place = (position: number) => ({ success: false, code: 'WAITING', position, estimateSeconds: 90 });
  const state = (session: { store: { getState(): { line: unknown; isNewTurn: boolean; announcement: string } } }) => {
    const { line, isNewTurn, announcement } = session.store.getState();
    return { line, isNewTurn, announcement };
  };

  test('is announced at once, then not with every step, and always when the user is next', async () => {
    const { session } = await openSession();
    receive('queue-updated', place(9));
    const first = 'You are number 9 in line. About 2 minutes. You do not need to do anything.';
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

  test('ends with the turn, which is told', async () => {
    const { session } = await openSession();
    receive('queue-updated', place(1));
    receive('queue-admitted', {});
    expect(state(session)).toEqual({
      line: null,
      isNewTurn: true,
      announcement: 'It is your turn. Choose your seats.',
    });
  });

  test('a snapshot means that the user is in', async () => {
    const { session } = await openSession();
    receive('queue-updated', place(1));
    receive('seats-updated', snapshot());
    expect(state(session).line).toBeNull();
  });

  test('when the time is up the selection is gone and nothing joins by itself, until the user does', async () => {
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

  test('a seat that may not be held because of a line is given back with the reason', async () => {
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
