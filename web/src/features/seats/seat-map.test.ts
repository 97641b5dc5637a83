import { describe, expect, test } from 'vitest';
import { applyChange, applySnapshot, dropExpiredHolds, hasGap, type SeatChange, UNKNOWN_SEATS } from './seat-map.ts';

const SOON = '2026-11-15T12:05:00.000Z';
const blocked = (version: number, seats: string[], userId = 2): SeatChange => ({
  kind: 'blocked',
  showId: 1,
  version,
  seats,
  userId,
  expiresAt: SOON,
});
const unblocked = (version: number, seats: string[]): SeatChange => ({
  kind: 'unblocked',
  showId: 1,
  version,
  seats,
  userId: 2,
  reason: 'released',
});
const confirmed = (version: number, seats: string[]): SeatChange => ({
  kind: 'booked',
  showId: 1,
  version,
  seats,
  userId: 2,
  bookedAt: SOON,
});
const cancelled = (version: number, seats: string[]): SeatChange => ({ kind: 'cancelled', showId: 1, version, seats });
const snapshot = (version: number, booked: string[] = [], held: string[] = []) => ({
  version,
  booked,
  blockedSeats: Object.fromEntries(held.map((seat) => [seat, { userId: 2, expiresAt: SOON }])),
});

const known = applySnapshot(UNKNOWN_SEATS, snapshot(10, ['A1'], ['B1']));
const seatsOf = ({ booked, holds, version }: typeof known) => ({
  version,
  booked: [...booked.keys()].sort(),
  held: [...holds.keys()].sort(),
});

describe('a cancelled show', () => {
  const showCancelled = (version: number): SeatChange => ({
    ...{ kind: 'show-cancelled', showId: 1, version, reason: 'Projector' },
  });

  test('has no taken seats, and gives the reason', () => {
    const map = applyChange(known, showCancelled(11));
    expect(seatsOf(map)).toEqual({ version: 11, booked: [], held: [] });
    expect([known.cancelReason, map.cancelReason]).toEqual([null, 'Projector']);
  });

  test('waits for a snapshot after a gap, which has the reason too', () => {
    const waiting = applyChange(known, showCancelled(13));
    expect([waiting.cancelReason, hasGap(waiting)]).toEqual([null, true]);
    const map = applySnapshot(waiting, { ...snapshot(13), cancelReason: 'Projector' });
    expect([map.cancelReason, hasGap(map)]).toEqual(['Projector', false]);
  });

  test('stays cancelled after an equally old answer, but not after one of another epoch', () => {
    const map = applyChange(known, showCancelled(11));
    expect(applySnapshot(map, { ...snapshot(11), cancelReason: null }).cancelReason).toBe('Projector');
    expect(applySnapshot(map, snapshot(10)).cancelReason).toBe('Projector');
    expect(applySnapshot(map, { ...snapshot(3), epoch: 'second' }).cancelReason).toBeNull();
  });
});

describe('closed seats [CLOSED-2]', () => {
  const withClosed = (version: number, booked: string[], closedSeats: string[]) => ({
    ...snapshot(version, booked),
    closedSeats,
  });
  const closedOf = ({ closed, booked }: typeof known) => ({ closed: [...closed], booked: [...booked.keys()] });

  test('come with a snapshot, and are not booked although it lists them as booked', () => {
    const map = applySnapshot(known, withClosed(11, ['A1', 'C4'], ['C4']));
    expect(closedOf(map)).toEqual({ closed: ['C4'], booked: ['A1'] });
    expect(closedOf(applyChange(map, cancelled(12, ['A1'])))).toEqual({ closed: ['C4'], booked: [] });
    expect(closedOf(applySnapshot(map, withClosed(12, ['A1'], [])))).toEqual({ closed: [], booked: ['A1'] });
  });

  test('are none if the server does not send any', () => {
    expect(closedOf(applySnapshot(known, snapshot(11, ['A1', 'C4'])))).toEqual({ closed: [], booked: ['A1', 'C4'] });
  });
});

describe('changes [LIVE]', () => {
  test('block, unblock, book and cancel seats', () => {
    const map = [
      blocked(11, ['C1', 'C2']),
      unblocked(12, ['C2']),
      confirmed(13, ['C1', 'D1']),
      cancelled(14, ['A1']),
    ].reduce(applyChange, known);
    expect(seatsOf(map)).toEqual({ version: 14, booked: ['C1', 'D1'], held: ['B1'] });
  });

  test('lead to the same map in any order of arrival, and wait only for a gap', () => {
    const changes = [blocked(11, ['C1']), unblocked(12, ['C1']), blocked(13, ['C1'], 3), confirmed(14, ['C1'])];
    const inOrder = changes.reduce(applyChange, known);
    for (const order of permutationsOf(changes)) {
      const map = order.reduce(applyChange, known);
      expect(map).toEqual(inOrder);
      expect(hasGap(map)).toBe(false);
    }
  });

  test('count once if they arrive twice', () => {
    const once = applyChange(known, blocked(11, ['C1']));
    const freed = applyChange(once, unblocked(12, ['C1']));
    expect(applyChange(freed, blocked(11, ['C1']))).toBe(freed);
    expect(applyChange(freed, unblocked(12, ['C1']))).toBe(freed);
    const early = applyChange(known, blocked(15, ['E1']));
    expect(applyChange(early, blocked(15, ['E1']))).toBe(early);
  });

  test('wait behind a missing change, which closes the gap when it arrives', () => {
    const gap = applyChange(known, confirmed(12, ['C1']));
    expect(hasGap(gap)).toBe(true);
    expect(seatsOf(gap)).toEqual(seatsOf(known));
    const closed = applyChange(gap, blocked(11, ['C1']));
    expect(hasGap(closed)).toBe(false);
    expect(seatsOf(closed)).toEqual({ version: 12, booked: ['A1', 'C1'], held: ['B1'] });
  });

  test('book with the user if that is sent, and a hold replaces the booking', () => {
    const user = { id: 2, name: 'Ravi', email: 'ravi@example.in' };
    const booked = applyChange(known, { ...confirmed(11, ['C1']), bookingId: 7, user } as SeatChange);
    expect(booked.booked.get('C1')).toEqual({ bookingId: 7, bookedAt: SOON, user });
    expect(seatsOf(applyChange(booked, blocked(12, ['C1'])))).toEqual({
      ...{ version: 12, booked: ['A1'], held: ['B1', 'C1'] },
    });
  });

  test('wait for the first snapshot', () => {
    const early = applyChange(applyChange(UNKNOWN_SEATS, blocked(11, ['C1'])), blocked(10, ['B1']));
    expect(early.version).toBeNull();
    expect(seatsOf(applySnapshot(early, snapshot(10, [], ['B1'])))).toEqual({
      version: 11,
      booked: [],
      held: ['B1', 'C1'],
    });
  });
});

describe('snapshots', () => {
  test('never undo a newer change', () => {
    const newer = applyChange(known, confirmed(11, ['B1']));
    expect(applySnapshot(newer, snapshot(10, ['A1'], ['B1']))).toBe(newer);
  });

  test('replace everything if they are newer, and close the gap that they cover', () => {
    const gap = applyChange(known, blocked(13, ['C1']));
    const map = applySnapshot(gap, snapshot(12, ['F1'], []));
    expect(seatsOf(map)).toEqual({ version: 13, booked: ['F1'], held: ['C1'] });
    expect(hasGap(applySnapshot(gap, snapshot(11)))).toBe(true);
  });

  test('keep the users of the known version, and drop them with a newer version', () => {
    const user = { id: 2, name: 'Ravi', email: 'ravi@example.in' };
    const named = applySnapshot(UNKNOWN_SEATS, { ...snapshot(10), booked: new Map([['A1', { bookingId: 7, user }]]) });
    expect(applySnapshot(named, snapshot(10, ['A1'])).booked.get('A1')).toEqual({ bookingId: 7, user });
    expect(applySnapshot(named, snapshot(11, ['A1'])).booked.get('A1')).toEqual({});
  });

  test('add the users to the known version', () => {
    const named = applySnapshot(known, { ...snapshot(10), booked: new Map([['A1', { bookingId: 7 }]]) });
    expect(named.booked.get('A1')).toEqual({ bookingId: 7 });
  });
});

test("ends only the user's own holds by the clock, exactly at their end", () => {
  const held = applyChange(known, blocked(11, ['C1'], 9));
  const end = Date.parse(SOON);
  expect(dropExpiredHolds(held, 9, end - 1)).toBe(held);
  expect([...dropExpiredHolds(held, 9, end).holds.keys()]).toEqual(['B1']);
});

function permutationsOf<Item>(items: Item[]): Item[][] {
  if (items.length <= 1) return [items];
  return items.flatMap((item, index) => permutationsOf(items.toSpliced(index, 1)).map((rest) => [item, ...rest]));
}

describe('another epoch [LIVE-10]', () => {
  const ofEpoch = <Item extends object>(epoch: string, item: Item) => ({ ...item, epoch });
  const first = applySnapshot(UNKNOWN_SEATS, ofEpoch('first', snapshot(10, ['A1'], ['B1'])));

  test('replaces the map with its snapshot, whatever the version', () => {
    const map = applySnapshot(first, ofEpoch('second', snapshot(4, ['C1'])));
    expect(seatsOf(map)).toEqual({ version: 4, booked: ['C1'], held: [] });
    expect(seatsOf(applyChange(map, ofEpoch('second', blocked(5, ['D1']))))).toEqual({
      ...{ version: 5, booked: ['C1'], held: ['D1'] },
    });
  });

  test('ignores everything known from the previous epoch', () => {
    const waiting = applyChange(first, ofEpoch('first', blocked(12, ['E1'])));
    const map = applySnapshot(waiting, ofEpoch('second', snapshot(10, ['A1'])));
    expect(hasGap(map)).toBe(false);
    expect(seatsOf(applyChange(map, ofEpoch('second', blocked(11, ['D1']))))).toMatchObject({
      version: 11,
      held: ['D1'],
    });
  });

  test('makes its changes wait for its snapshot, without blocking changes of this epoch', () => {
    const map = applyChange(first, ofEpoch('second', confirmed(5, ['C1'])));
    expect([hasGap(map), seatsOf(map)]).toEqual([true, seatsOf(first)]);
    expect(seatsOf(applyChange(map, ofEpoch('first', blocked(11, ['D1']))))).toMatchObject({ version: 11 });
    const afresh = applySnapshot(map, ofEpoch('second', snapshot(4)));
    expect([hasGap(afresh), seatsOf(afresh)]).toEqual([false, { version: 5, booked: ['C1'], held: [] }]);
  });

  test('does not mix up its versions with those of this epoch', () => {
    const ahead = applyChange(first, ofEpoch('second', confirmed(11, ['C1'])));
    expect([hasGap(ahead), seatsOf(ahead)]).toEqual([true, seatsOf(first)]);
    const map = [ofEpoch('second', confirmed(12, ['C1'])), ofEpoch('first', confirmed(12, ['D1']))].reduce(
      applyChange,
      first,
    );
    const closed = applyChange(map, ofEpoch('first', blocked(11, ['E1'])));
    expect(seatsOf(closed)).toEqual({ version: 12, booked: ['A1', 'D1'], held: ['B1', 'E1'] });
  });

  test('forgets changes that arrived before a first snapshot without an epoch', () => {
    const early = applyChange(UNKNOWN_SEATS, ofEpoch('second', blocked(5, ['C1'])));
    expect(hasGap(applySnapshot(early, snapshot(4)))).toBe(false);
  });

  test('keeps waiting after a late snapshot of this epoch', () => {
    const map = applyChange(first, ofEpoch('second', confirmed(5, ['C1'])));
    expect(hasGap(applySnapshot(map, ofEpoch('first', snapshot(10))))).toBe(true);
  });
});
