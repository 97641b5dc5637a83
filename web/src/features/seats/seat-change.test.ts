/** Changing a booking's seats: choosing, confirming, refusals, lost answers and changes in other windows. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from '../../../test/fake-browser.ts';
import { choiceOf } from './change-choice.ts';
import { tooManyForChange } from './change-wording.ts';
import { openSeatChanges } from './seat-change.ts';
import { openSeatSession } from './seat-session.ts';
import { selectionOf, statusOf } from './selection.ts';
import { HOLD_EXPIRED_IN_CHANGE } from './wording.ts';

const LATER = '2026-11-15T12:05:00.000Z';
const ME = 7;

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
let booked: string[];
/** The booking as the server has it. */
let stored: { id: number; status: string; seats: string[] };
const reload = vi.fn();

const receive = (event: string, payload: object) => {
  version += 1;
  listeners.get(event)?.({ showId: 1, version, ...payload });
};
const map = () => ({
  ...{ success: true, show: { id: 1, price: 250, cancelReason: null }, version, bookedSeats: booked, blockedSeats: {} },
});

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-15T12:00:00Z') });
  vi.spyOn(console, 'warn').mockReturnValue();
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('BroadcastChannel', undefined);
  vi.stubGlobal('fetch', fetched);
  fakeBrowser();
  listeners.clear();
  version = 1;
  booked = ['C4', 'C5', 'G1'];
  stored = { id: 12, status: 'CONFIRMED', seats: ['C4', 'C5'] };
  reload.mockReset().mockImplementation(async () => stored);
  fetched.mockReset().mockImplementation(async () => Response.json(map()));
  live.getAvailability.mockImplementation(never);
  live.blockSeats.mockReset().mockImplementation(async (_: number, seats: string[]) => {
    receive('seats-blocked', { seats, userId: ME, expiresAt: LATER });
    return { success: true, blocked: seats, conflicts: [], expiresAt: LATER, message: '' };
  });
  live.unblockSeats.mockReset().mockImplementation(never);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function open(...pressed: string[]) {
  const session = openSeatSession(
    1,
    { id: ME, isAdmin: false },
    {
      openChanges: (opened) => openSeatChanges({ booking: { id: 12, seats: ['C4', 'C5'], reload }, ...opened }),
    },
  );
  session.start();
  await vi.advanceTimersByTimeAsync(0);
  const state = () => session.store.getState();
  const press = async (...seats: string[]) => {
    for (const seat of seats) session.toggle(seat);
    await vi.advanceTimersByTimeAsync(0);
  };
  await press(...pressed);
  return {
    ...{ session, state, press },
    choice: () => choiceOf(state().changing as NonNullable<ReturnType<typeof state>['changing']>, selectionOf(state())),
    statuses: (...seats: string[]) => seats.map((seat) => statusOf(state(), seat)),
    notice: () => state().notice?.text,
  };
}

/** What the server answers to the change. */
function answerChange(answer: () => Promise<Response>) {
  fetched.mockImplementation(async (_: string, { method }: { method: string }) =>
    method === 'POST' ? answer() : Response.json(map()),
  );
}
const refuse = (code: string, message: string) =>
  answerChange(async () => Response.json({ success: false, code, message, requestId: '' }, { status: 409 }));
const posts = () => fetched.mock.calls.filter(([, { method }]) => method === 'POST');

describe('choosing', () => {
  test("the booking's seats are the user's, the others' stay booked", async () => {
    const { statuses, press } = await open();
    expect(statuses('C4', 'C5', 'G1', 'C6')).toEqual(['yours', 'yours', 'booked', 'available']);
    await press('C4');
    expect(statuses('C4', 'C5')).toEqual(['givingBack', 'yours']);
    await press('C4');
    expect(statuses('C4', 'C5')).toEqual(['yours', 'yours']);
    expect(live.blockSeats).not.toHaveBeenCalled();
  });

  test('holds the seats to take, and says what the booking becomes', async () => {
    const { choice, state } = await open('C4', 'C6');
    expect(live.blockSeats).toHaveBeenCalledExactlyOnceWith(1, ['C6']);
    expect(choice()).toMatchObject({ release: ['C4'], take: ['C6'], after: ['C5', 'C6'] });
    expect(state().announcement).toBe('C6 selected. Your seats: C4 and C5. After the change: C5 and C6.');
  });

  test('takes seats of an offer only if they are chosen', async () => {
    const { choice, press, session, statuses } = await open();
    receive('seats-blocked', { seats: ['C6', 'C7'], userId: ME, expiresAt: LATER });
    session.noteOffered(['C6', 'C7']);
    expect(statuses('C6', 'C7')).toEqual(['available', 'available']);
    await press('C4', 'C6');
    session.noteOffered(['C6', 'C7']);
    expect(choice()).toMatchObject({ release: ['C4'], take: ['C6'] });
  });

  test('marks all seats as given back once as many are chosen, and holds no more [CHANGE-1]', async () => {
    const { choice, press, notice } = await open('D1', 'D2');
    expect(choice().release).toEqual(['C4', 'C5']);
    await press('D3');
    expect(choice().take).toEqual(['D1', 'D2']);
    expect(notice()).toBe(tooManyForChange(2));
  });

  test('says that the booking is unchanged when the hold expires', async () => {
    const { notice, statuses } = await open('C4', 'C6');
    await vi.advanceTimersByTimeAsync(2_000);
    receive('seats-unblocked', { seats: ['C6'], userId: ME, reason: 'expired' });
    expect(notice()).toBe(HOLD_EXPIRED_IN_CHANGE);
    expect(statuses('C4', 'C6')).toEqual(['givingBack', 'available']);
  });
});

describe('confirming', () => {
  test('sends the change with a key and returns the booking', async () => {
    const made = { id: 12, status: 'CONFIRMED', seats: ['C5', 'C6'] };
    answerChange(async () => Response.json({ success: true, data: made }));
    const { session } = await open('C4', 'C6');
    expect(await session.change()).toEqual(made);
    const [[url, { headers, body }]] = posts() as [[string, { headers: Record<string, string>; body: string }]];
    expect(url).toBe('/api/bookings/12/change');
    expect(JSON.parse(body)).toEqual({ release: ['C4'], take: ['C6'] });
    expect(headers['Idempotency-Key']).toMatch(/^[0-9a-f]{32}$/);
  });

  test.each([
    ['nothing is chosen', []],
    ['more is taken than given back', ['C6']],
    ['everything is given back', ['C4', 'C5']],
  ])('sends nothing while %s [CHANGE-1]', async (_, pressed) => {
    const { session } = await open(...pressed);
    expect(await session.change()).toBeNull();
    expect(posts()).toEqual([]);
  });

  test('after a refusal the booking and its marks stay, and only the lost seat is deselected [CHANGE-3]', async () => {
    const { session, statuses, notice, state } = await open('C4', 'C6');
    refuse('SEATS_BOOKED', 'Seat C6 is already booked.');
    booked = ['C4', 'C5', 'C6'];
    version += 1;
    expect(await session.change()).toBeNull();
    expect(notice()).toBe('Seat C6 is already booked. You still have C4 and C5.');
    expect(statuses('C4', 'C5', 'C6')).toEqual(['givingBack', 'yours', 'booked']);
    expect(state()).toMatchObject({ submission: null, notice: { lost: ['C6'] } });
  });

  test('shows the seats of a booking that was changed in another window [CHANGE-4]', async () => {
    const { session, statuses, notice } = await open('C4', 'C6');
    refuse('NOT_CHANGEABLE', "This booking can't be changed that way.");
    stored = { ...stored, seats: ['C5', 'D1'] };
    booked = ['C5', 'D1'];
    version += 1;
    expect(await session.change()).toBeNull();
    expect(notice()).toBe('This booking was changed in another window. It has C5 and D1 now.');
    expect(statuses('C4', 'C5', 'D1')).toEqual(['available', 'yours', 'yours']);
  });

  test('finds a change whose answers were lost [CHANGE-5]', async () => {
    const { session } = await open('C4', 'C6');
    answerChange(() => Promise.reject(new TypeError('Failed to fetch')));
    stored = { ...stored, seats: ['C5', 'C6'] };
    const changed = session.change();
    await vi.advanceTimersByTimeAsync(6_000);
    expect(await changed).toEqual(stored);
    expect(new Set(posts().map(([, { headers }]) => headers['Idempotency-Key'])).size).toBe(1);
  });

  test('keeps the key when nothing is known, and finds the change later [CHANGE-5]', async () => {
    const { session, state, notice } = await open('C4', 'C6');
    answerChange(() => Promise.reject(new TypeError('Failed to fetch')));
    reload.mockRejectedValue(new TypeError('Failed to fetch'));
    const changed = session.change();
    await vi.advanceTimersByTimeAsync(6_000);
    expect(await changed).toBeNull();
    expect(notice()).toMatch(/^The server didn't answer, so we don't know yet/);
    stored = { ...stored, seats: ['C5', 'C6'] };
    reload.mockImplementation(async () => stored);
    receive('booking-cancelled', { seats: ['C4'] });
    await vi.advanceTimersByTimeAsync(500);
    expect(state().foundBooking).toEqual(stored);
  });
});

describe('another window', () => {
  test("changes the booking: its seats follow, and others' cancellations are ignored", async () => {
    const { statuses } = await open('C4');
    receive('booking-cancelled', { seats: ['G1'] });
    await vi.advanceTimersByTimeAsync(500);
    expect(reload).not.toHaveBeenCalled();
    stored = { ...stored, seats: ['C5', 'D1'] };
    receive('booking-cancelled', { seats: ['C4'] });
    receive('booking-confirmed', { seats: ['D1'], userId: ME, bookedAt: LATER });
    await vi.advanceTimersByTimeAsync(500);
    expect(statuses('C4', 'C5', 'D1')).toEqual(['available', 'yours', 'yours']);
  });
});
