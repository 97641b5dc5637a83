import { describe, expect, test } from 'vitest';
import { applySnapshot, UNKNOWN_SEATS } from './seat-map.ts';
import { holdEndOf, isTaken, pruneRequests, type SeatRequest, selectionOf, statusOf, unheldOf } from './selection.ts';

const ME = 7;
const OTHER = 8;
const at = (minutes: number) => new Date(Date.UTC(2026, 10, 15, 12, minutes)).toISOString();

const HOLD: SeatRequest = { wants: 'hold', stage: 'sending' };
const UNSENT_HOLD: SeatRequest = { wants: 'hold', stage: 'unsent' };
const RELEASE: SeatRequest = { wants: 'release', stage: 'sending' };
const UNSENT_RELEASE: SeatRequest = { wants: 'release', stage: 'unsent' };

interface Seats {
  mine?: string[];
  others?: string[];
  booked?: string[];
  closed?: string[];
}

function stateOf(
  { mine = [], others = [], booked = [], closed = [] }: Seats,
  requests: Record<string, SeatRequest> = {},
) {
  const hold = (userId: number) => (seat: string) => [seat, { userId, expiresAt: at(5) }] as const;
  const blockedSeats = Object.fromEntries([...mine.map(hold(ME)), ...others.map(hold(OTHER))]);
  const map = applySnapshot(UNKNOWN_SEATS, { version: 1, booked, closedSeats: closed, blockedSeats });
  return { map, requests: new Map(Object.entries(requests)), submission: null, userId: ME };
}

describe('the status of a seat', () => {
  const everything = { mine: ['A1'], others: ['B1'], booked: ['C1'], closed: ['D1'] };
  const seats = ['A1', 'B1', 'C1', 'D1', 'E1'];

  test('says who has it', () => {
    const state = stateOf(everything);
    expect(seats.map((seat) => statusOf(state, seat))).toEqual([
      'selected',
      'blocked',
      'booked',
      'closed',
      'available',
    ]);
    expect(seats.map((seat) => isTaken(state, seat))).toEqual([false, true, true, true, false]);
  });

  test('ignores requests for seats that are taken', () => {
    const state = stateOf(everything, { B1: HOLD, C1: HOLD, D1: HOLD });
    expect(['B1', 'C1', 'D1'].map((seat) => statusOf(state, seat))).toEqual(['blocked', 'booked', 'closed']);
  });

  test('follows a request before the map does', () => {
    const state = stateOf(everything, { A1: RELEASE, E1: HOLD });
    expect(['A1', 'E1'].map((seat) => statusOf(state, seat))).toEqual(['available', 'selected']);
  });

  test('is never "selected" for an administrator', () => {
    const state = { ...stateOf({ mine: ['A1'], others: ['B1'] }), userId: null };
    expect(['A1', 'B1'].map((seat) => statusOf(state, seat))).toEqual(['blocked', 'blocked']);
    expect(selectionOf(state)).toEqual([]);
  });
});

test('the selection has held and requested seats in seat order', () => {
  const state = stateOf({ mine: ['B1', 'A10'], others: ['A3'] }, { A2: HOLD, A1: UNSENT_HOLD, B1: RELEASE, A3: HOLD });
  expect(selectionOf(state)).toEqual(['A1', 'A2', 'A10']);
});

test('only selected seats whose request could not be sent are unheld', () => {
  const state = stateOf({ mine: ['A1'], others: ['A4'] }, { A2: HOLD, A3: UNSENT_HOLD, A4: UNSENT_HOLD });
  expect(unheldOf(state)).toEqual(['A3']);
});

describe('the end of the hold', () => {
  test('is unknown while nothing is held', () => {
    expect(holdEndOf(stateOf({ others: ['A1'] }, { A2: HOLD, A3: { ...HOLD, expiresAt: null } }))).toBeNull();
  });

  test('is the one on the map, whatever else is still being requested', () => {
    expect(holdEndOf(stateOf({ mine: ['A1'] }, { A2: HOLD }))).toBe(Date.parse(at(5)));
    expect(holdEndOf(stateOf({ mine: ['A1'] }, { A1: { ...HOLD, expiresAt: null } }))).toBe(Date.parse(at(5)));
  });

  test('is the one in an answer that the map does not show yet', () => {
    const granted: SeatRequest = { wants: 'hold', stage: 'granted', expiresAt: at(6) };
    expect(holdEndOf(stateOf({ mine: ['A1'] }, { A2: granted }))).toBe(Date.parse(at(6)));
    expect(holdEndOf(stateOf({ mine: ['A1'] }, { A1: { ...granted, expiresAt: at(4) } }))).toBe(Date.parse(at(4)));
  });

  test('does not count seats that are being released', () => {
    expect(holdEndOf(stateOf({ mine: ['A1'] }, { A1: RELEASE }))).toBeNull();
  });
});

describe('what is being booked', () => {
  const submission = { seats: ['A1', 'A2'], holdEnd: Date.parse(at(5)) };
  const afterBroadcast = { ...stateOf({ booked: ['A1', 'A2'], others: ['B1'], mine: ['C1'] }), submission };

  test('stays selected until it fails, also once the map says that it is booked', () => {
    expect(selectionOf(afterBroadcast)).toEqual(['A1', 'A2']);
    expect(statusOf(afterBroadcast, 'C1')).toBe('available');
    expect(['A1', 'A2', 'B1'].map((seat) => statusOf(afterBroadcast, seat))).toEqual([
      'selected',
      'selected',
      'blocked',
    ]);
    expect(['A1', 'C1'].map((seat) => statusOf({ ...afterBroadcast, submission: null }, seat))).toEqual([
      'booked',
      'selected',
    ]);
  });

  test('keeps the end of its hold', () => {
    expect(holdEndOf(afterBroadcast)).toBe(submission.holdEnd);
    expect(holdEndOf({ ...afterBroadcast, submission: { ...submission, holdEnd: null } })).toBeNull();
  });
});

describe('requests that the map has overtaken', () => {
  const left = (seats: Seats, requests: Record<string, SeatRequest>) => [
    ...pruneRequests(stateOf(seats, requests)).keys(),
  ];

  test('are none while every request still makes sense', () => {
    const state = stateOf({ mine: ['A1'] }, { A1: RELEASE, A2: HOLD });
    expect(pruneRequests(state)).toBe(state.requests);
  });

  test('are those for seats that others took', () => {
    const seats = { others: ['A1'], booked: ['A2'], closed: ['A3'] };
    expect(left(seats, { A1: HOLD, A2: HOLD, A3: RELEASE, A4: HOLD })).toEqual(['A4']);
  });

  test('are unsent ones whose outcome the map already shows', () => {
    const requests = { A1: UNSENT_HOLD, A2: UNSENT_HOLD, A3: UNSENT_RELEASE, A4: UNSENT_RELEASE };
    expect(left({ mine: ['A1', 'A3'] }, requests)).toEqual(['A2', 'A3']);
  });

  test('are not those that are on their way', () => {
    expect(left({ mine: ['A1'] }, { A1: HOLD, A2: RELEASE })).toEqual(['A1', 'A2']);
  });

  test('are holds beyond six seats', () => {
    const mine = ['A1', 'A2', 'A3', 'A4', 'A5'];
    expect(left({ mine, others: ['C1', 'C2'] }, { B1: HOLD, B2: HOLD, A1: HOLD })).toEqual(['B1', 'A1']);
    expect(left({ mine: [...mine, 'A6'] }, { B1: HOLD, B2: RELEASE })).toEqual(['B2']);
  });

  test('are not holds that fit once other seats are released', () => {
    const mine = ['A1', 'A2', 'A3', 'A4', 'A5', 'A6'];
    expect(left({ mine }, { A1: RELEASE, B1: HOLD, B2: HOLD })).toEqual(['A1', 'B1']);
  });
});
