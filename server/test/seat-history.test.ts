/** Tests the history checkers with made-up histories: good ones, and one for each kind of fault. */
import { describe, expect, it } from 'vitest';
import type { ChangeOfSeats } from '../src/features/seating/seat-changes.ts';
import { impossibleSeats, type Operation } from './seat-history.ts';
import { companionsAlone, replayVersions } from './version-history.ts';

const [ASHA, RAVI, MEERA] = [1, 2, 3];

/** Times are [began, answered], or [began] without an answer. */
type Times = [began: number, answered?: number];

const operation = (
  verb: Operation['verb'],
  userId: number,
  seats: string[],
  [began, at]: Times,
  { done = seats, conflicts = [] as string[], ...more }: Record<string, unknown> = {},
): Operation =>
  ({
    ...{ verb, userId, seats, began, ...more },
    ...(at === undefined ? {} : { answer: { at, done, conflicts } }),
  }) as Operation;

const book = (userId: number, seats: string[], times: Times, bookingId?: number) =>
  operation('book', userId, seats, times, bookingId === undefined ? {} : { bookingId });
const cancel = (userId: number, seats: string[], times: Times, bookingId: number) =>
  operation('cancel', userId, seats, times, { bookingId });
const refused = (userId: number, seats: string[], times: Times, conflicts: string[]) =>
  operation('book', userId, seats, times, { done: [], conflicts });

const booked = (version: number, userId: number, seats: string[], bookingId: number): ChangeOfSeats => ({
  ...{ showId: 1, epoch: undefined, version, kind: 'booked', userId, seats, bookingId, bookedAt: 0 },
});
const cancelled = (version: number, userId: number, seats: string[], bookingId: number): ChangeOfSeats => ({
  ...{ showId: 1, epoch: undefined, version, kind: 'cancelled', userId, seats, bookingId },
});
const held = (version: number, userId: number, seats: string[]): ChangeOfSeats => ({
  ...{ showId: 1, epoch: undefined, version, kind: 'held', userId, seats, expiresAt: 0 },
});
const released = (version: number, userId: number, seats: string[], reason: 'released' | 'expired'): ChangeOfSeats => ({
  ...{ showId: 1, epoch: undefined, version, kind: 'released', userId, seats, reason },
});

describe('the history of a seat', () => {
  it('is accepted for overlapping operations in any order', () => {
    expect(
      impossibleSeats([
        book(ASHA, ['A1'], [0, 10], 1),
        cancel(ASHA, ['A1'], [11, 20], 1),
        book(RAVI, ['A1'], [12, 19], 2),
        refused(MEERA, ['A1', 'A2'], [5, 25], ['A1']),
      ]),
    ).toEqual([]);
  });

  it.each<[string, Operation[]]>([
    ['two have it', [book(ASHA, ['A1'], [0, 10], 1), book(RAVI, ['A1'], [5, 15], 2)]],
    ['it is refused and was free', [refused(ASHA, ['A1'], [0, 10], ['A1']), book(RAVI, ['A1'], [11, 20], 1)]],
    ['it is seen free and was taken', [book(ASHA, ['A1'], [0, 10], 1), refused(RAVI, ['A1', 'A2'], [11, 20], ['A2'])]],
    ['it is freed by who does not have it', [operation('release', ASHA, ['A1'], [0, 10])]],
    [
      'it is booked before it is free again',
      [book(ASHA, ['A1'], [0, 10], 1), book(RAVI, ['A1'], [11, 20], 2), cancel(ASHA, ['A1'], [21, 30], 1)],
    ],
  ])('cannot be told when %s', (_, operations) => {
    expect(impossibleSeats(operations)).toContain('A1');
  });

  it('continues after an expired hold, but not without its expiry', () => {
    const holds = [operation('hold', ASHA, ['A1'], [0, 10]), operation('hold', RAVI, ['A1'], [11, 20])];
    const changes = [held(1, ASHA, ['A1']), released(2, ASHA, ['A1'], 'expired'), held(3, RAVI, ['A1'])];
    const { byThemselves } = replayVersions(holds, changes);
    expect(impossibleSeats([...holds, ...byThemselves])).toEqual([]);
    expect(impossibleSeats(holds)).toEqual(['A1']);
    expect(impossibleSeats([...holds, ...byThemselves, ...byThemselves])).toEqual(['A1']);
  });

  it('knows when an offer was made and ended, from the versions around it', () => {
    const before = [book(ASHA, ['A1'], [0, 10], 1), cancel(ASHA, ['A1'], [11, 20], 1)];
    const after = book(RAVI, ['A1'], [40, 50], 2);
    const changes = [
      ...[booked(1, ASHA, ['A1'], 1), cancelled(2, ASHA, ['A1'], 1)],
      { ...held(3, MEERA, ['A1']), isOffer: true } as ChangeOfSeats,
      { ...released(4, MEERA, ['A1'], 'released'), isOffer: true } as ChangeOfSeats,
      booked(5, RAVI, ['A1'], 2),
    ];
    const { faults, byThemselves } = replayVersions([...before, after], changes);
    expect(faults).toEqual([]);
    expect(byThemselves).toMatchObject([
      { verb: 'hold', userId: MEERA, began: 11, answer: { at: 50 } },
      { verb: 'release', userId: MEERA, began: 11, answer: { at: 50 } },
    ]);
    expect(impossibleSeats([...before, after, ...byThemselves])).toEqual([]);
    expect(impossibleSeats([...before, after, ...byThemselves.slice(0, 1)])).toEqual(['A1']);
  });

  it('allows an unanswered operation to have happened at any later time, or not at all', () => {
    const maybe = book(ASHA, ['A1'], [0]);
    expect(impossibleSeats([maybe, book(RAVI, ['A1'], [5, 10], 1)])).toEqual([]);
    expect(impossibleSeats([maybe, refused(RAVI, ['A1'], [5, 10], ['A1'])])).toEqual([]);
    expect(
      impossibleSeats([
        maybe,
        book(RAVI, ['A1'], [5, 10], 1),
        cancel(RAVI, ['A1'], [11, 20], 1),
        refused(MEERA, ['A1'], [21, 30], ['A1']),
      ]),
    ).toEqual([]);
  });

  it('rejects an unanswered operation that happened before it began, or twice', () => {
    const seenTaken = refused(RAVI, ['A1'], [5, 10], ['A1']);
    expect(impossibleSeats([book(ASHA, ['A1'], [11]), seenTaken])).toEqual(['A1']);
    expect(
      impossibleSeats([
        book(ASHA, ['A1'], [0]),
        seenTaken,
        cancel(ASHA, ['A1'], [11, 20], 1),
        refused(RAVI, ['A1'], [21, 30], ['A1']),
      ]),
    ).toEqual(['A1']);
  });
});

describe('versions', () => {
  const faultsOf = (operations: Operation[], changes: ChangeOfSeats[]) => replayVersions(operations, changes).faults;
  const twoBookings = [book(ASHA, ['A1'], [0, 10], 1), book(RAVI, ['A2'], [20, 30], 2)];

  it('accept a good history of holds, bookings, releases, refusals, cancellations and expiries', () => {
    const { faults, owners } = replayVersions(
      [
        operation('hold', ASHA, ['A1', 'A2'], [0, 10]),
        operation('hold', RAVI, ['A2', 'A3'], [5, 15], { done: ['A3'], conflicts: ['A2'] }),
        book(ASHA, ['A1'], [20, 30], 1),
        refused(MEERA, ['A1', 'B1'], [25, 45], ['A1']),
        operation('release', ASHA, ['A2'], [31, 40]),
        cancel(ASHA, ['A1'], [41, 50], 1),
        book(MEERA, ['A1', 'B1'], [45, 55], 2),
      ],
      [
        held(1, ASHA, ['A1', 'A2']),
        held(2, RAVI, ['A3']),
        booked(3, ASHA, ['A1'], 1),
        released(4, ASHA, ['A2'], 'released'),
        released(5, RAVI, ['A3'], 'expired'),
        cancelled(6, ASHA, ['A1'], 1),
        booked(7, MEERA, ['A1', 'B1'], 2),
      ],
    );
    expect(faults).toEqual([]);
    expect(Object.fromEntries(owners)).toEqual({
      A1: { userId: MEERA, bookingId: 2 },
      B1: { userId: MEERA, bookingId: 2 },
    });
  });

  it.each<[string, Operation[], ChangeOfSeats[], RegExp]>([
    [
      'skip a version',
      twoBookings,
      [booked(1, ASHA, ['A1'], 1), booked(3, RAVI, ['A2'], 2)],
      /version 3 .* is the 2\. change/,
    ],
    [
      'repeat a version',
      twoBookings,
      [booked(1, ASHA, ['A1'], 1), booked(1, RAVI, ['A2'], 2)],
      /version 1 .* is the 2\. change/,
    ],
    [
      'contradict real time',
      twoBookings,
      [booked(1, RAVI, ['A2'], 2), booked(2, ASHA, ['A1'], 1)],
      /by user 1 .* ended before .* by user 2 .* began/,
    ],
    [
      'give a seat to two users',
      [book(ASHA, ['A1'], [0, 10], 1), book(RAVI, ['A1'], [0, 10], 2)],
      [booked(1, ASHA, ['A1'], 1), booked(2, RAVI, ['A1'], 2)],
      /version 2 .* is not possible/,
    ],
    [
      'replace the hold of another user',
      [operation('hold', ASHA, ['A1'], [0, 10]), operation('hold', RAVI, ['A1'], [0, 10])],
      [held(1, ASHA, ['A1']), held(2, RAVI, ['A1'])],
      /version 2 .* is not possible/,
    ],
    ['lack what was answered', twoBookings, [booked(1, ASHA, ['A1'], 1)], /book A2 by user 2 .* never happened/],
    [
      'contain only a part of a booking',
      [book(ASHA, ['A1', 'A2'], [0, 10], 1)],
      [booked(1, ASHA, ['A1'], 1)],
      /book A1,A2 .* never happened/,
    ],
    ['have what nobody asked for', [], [booked(1, ASHA, ['A1'], 1)], /nobody asked for/],
    [
      'free only a part of a booking',
      [book(ASHA, ['A1', 'A2'], [0, 10], 1), cancel(ASHA, ['A1', 'A2'], [11, 20], 1)],
      [booked(1, ASHA, ['A1', 'A2'], 1), cancelled(2, ASHA, ['A1'], 1)],
      /version 2 \(cancelled A1 .* is what nobody asked for/,
    ],
    [
      'cancel twice',
      [book(ASHA, ['A1'], [0, 10], 1), cancel(ASHA, ['A1'], [11, 20], 1), cancel(ASHA, ['A1'], [11, 20], 1)],
      [booked(1, ASHA, ['A1'], 1), cancelled(2, ASHA, ['A1'], 1), cancelled(3, ASHA, ['A1'], 1)],
      /version 3 .* is not possible/,
    ],
    [
      'release a booked seat',
      [book(ASHA, ['A1'], [0, 10], 1)],
      [booked(1, ASHA, ['A1'], 1), released(2, ASHA, ['A1'], 'expired')],
      /version 2 .* is not possible/,
    ],
    [
      'never have exactly these seats taken',
      [
        book(ASHA, ['A1'], [0, 10], 1),
        refused(MEERA, ['A1', 'A2'], [11, 20], ['A1', 'A2']),
        book(RAVI, ['A2'], [21, 30], 2),
      ],
      [booked(1, ASHA, ['A1'], 1), booked(2, RAVI, ['A2'], 2)],
      /refused for A1,A2/,
    ],
    [
      'contradict the conflict that a hold was told',
      [
        book(ASHA, ['A1'], [0, 10], 1),
        operation('hold', RAVI, ['A1', 'A2'], [11, 20], { done: ['A2'], conflicts: [] }),
      ],
      [booked(1, ASHA, ['A1'], 1), held(2, RAVI, ['A2'])],
      /was told that {2}are taken, and A1 were/,
    ],
  ])('are found out when they %s', (_, operations, changes, fault) => {
    expect(faultsOf(operations, changes).join('\n')).toMatch(fault);
  });

  it('explain an unanswered operation once, and not before it began', () => {
    const maybe = book(ASHA, ['A1'], [0]);
    const change = booked(1, ASHA, ['A1'], 7);
    expect(faultsOf([maybe], [])).toEqual([]);
    expect(faultsOf([maybe], [change])).toEqual([]);
    const twice = [change, cancelled(2, ASHA, ['A1'], 7), booked(3, ASHA, ['A1'], 8)];
    expect(faultsOf([maybe, cancel(ASHA, ['A1'], [1], 7)], twice).join()).toMatch(/version 3 .* nobody asked for/);
    const late = [book(RAVI, ['A2'], [5, 10], 2), book(ASHA, ['A1'], [20])];
    expect(faultsOf(late, [change, booked(2, RAVI, ['A2'], 2)]).join()).toMatch(
      /by user 2 .* ended before .* by user 1/,
    );
  });
});

describe('the history of places', () => {
  const marks = new Map([
    ['J1', false],
    ['J2', true],
  ]);
  const alone = (...changes: ChangeOfSeats[]) => companionsAlone(changes, marks).length;

  it('is accepted if companions come with a wheelchair user, whatever is cancelled later [PLACE-4] [PLACE-5]', () => {
    expect(alone(booked(1, ASHA, ['J1', 'J2'], 1))).toBe(0);
    expect(alone(booked(1, ASHA, ['J1'], 1), booked(2, ASHA, ['J2'], 2), cancelled(3, ASHA, ['J1'], 1))).toBe(0);
    expect(alone(booked(1, ASHA, ['A1'], 1), cancelled(2, ASHA, ['A1'], 1), booked(3, ASHA, ['J1', 'J2'], 1))).toBe(0);
    expect(alone(booked(1, ASHA, ['J1'], 1), held(2, RAVI, ['J2']), cancelled(3, ASHA, ['J1'], 1))).toBe(0);
  });

  it('is refused if one is sold alone, or left alone by a change [PLACE-4] [PLACE-5]', () => {
    expect(alone(booked(1, ASHA, ['J1'], 1), booked(2, RAVI, ['J2'], 2))).toBe(1);
    expect(alone(booked(1, ASHA, ['J1'], 1), cancelled(2, ASHA, ['J1'], 1), booked(3, ASHA, ['J2'], 2))).toBe(1);
    expect(alone(booked(1, ASHA, ['J1', 'J2'], 1), cancelled(2, ASHA, ['J1'], 1))).toBe(1);
    expect(alone(booked(1, ASHA, ['J1', 'J2'], 1), cancelled(2, ASHA, ['J1'], 1), booked(3, ASHA, ['A1'], 1))).toBe(1);
  });
});
