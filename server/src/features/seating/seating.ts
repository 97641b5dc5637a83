/**
 * Holds and snapshots of a show's seats. All state is in the database (server/functions), so any number of servers may
 * call at once: a seat has one owner, and the transaction that makes a change also publishes it. This module keeps no
 * seat state between calls.
 */
import type { PlaceCode, SeatBlockResponse } from '@moviebooking/contract/live';
import { ALL_SEATS, inSeatOrder, seatIndex, seatsAt, TOO_MANY_SEATS_MESSAGE } from '@moviebooking/contract/seats';
import { AGAIN, findContested } from '../../platform/batching/group-commit.ts';
import type { Pool } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors/refusal.ts';
import { leaseSeconds, openLeases } from './leases.ts';
import { openSeatCommits, type SeatCommits } from './seat-commits.ts';
import {
  type HoldRow,
  holdSeats,
  type ReleaseRow,
  releaseExpired,
  releaseHolds,
  releasePlaces,
  startEpochAfter,
} from './seating.sql.ts';
import { openSnapshots } from './snapshots.ts';

interface HoldRequest {
  showId: number;
  userId: number;
  seats: string[];
  /** If the user is in the show's room, the hold is released when they disconnect and stay away. */
  isInRoom: boolean;
  /** Whether the user asks for wheelchair places knowingly. */
  accessible?: boolean | undefined;
}

interface ReleaseRequest {
  showId: number;
  userId: number;
  /** Without seats, releases all that the user holds. */
  seats?: string[] | null | undefined;
}

/** Shared by a user's requests for one show, which therefore run one after the other. */
export const userKeyOf = ({ showId, userId }: { showId: number; userId: number }) => `${showId} user ${userId}`;

/** A number that is unique for each seat of each show. */
export const seatKeyOf = (showId: number, seat: string): number => showId * ALL_SEATS.length + seatIndex(seat);

const wantedKeysOf = (request: ReleaseRequest) => [
  userKeyOf(request),
  ...(request.seats ?? []).map((seat) => seatKeyOf(request.showId, seat)),
];

export const listSeats = (seats: readonly string[]): string => seats.map(seatIndex).join(',');

const seatIds = (indexes: number[] | null): string[] => seatsAt(indexes ?? []);

/** "Seat A1 is taken. Seats C4, C5 are out of service." */
function describeHold(blocked: string[], taken: string[], closed: string[], places: RefusedPlaces): string {
  const states: [string[], string][] = [
    [blocked, 'held for you'],
    [taken, 'taken'],
    [closed, 'out of service'],
  ];
  return [...states.flatMap(([seats, state]) => describeSeatState(seats, state)), ...places.sentences].join(' ');
}

export type RefusedPlaces = ReturnType<typeof refusedPlaces>;

/** The code is that of the first reason; undefined if no place was refused as such. */
export function refusedPlaces(row: { wheelchair: number[] | null; companion: number[] | null }) {
  const [wheelchair, companion] = [seatIds(row.wheelchair), seatIds(row.companion)];
  const one = (seats: string[], text: string, more: string) => (seats.length === 1 ? text : more);
  const code: PlaceCode | undefined =
    wheelchair.length > 0 ? 'ACCESSIBLE_PLACE' : companion.length > 0 ? 'COMPANION_PLACE' : undefined;
  return {
    code,
    seats: [...wheelchair, ...companion],
    sentences: [
      ...describeSeatState(
        wheelchair,
        one(wheelchair, 'a wheelchair space, without a seat', 'wheelchair spaces, without seats'),
      ),
      ...describeSeatState(
        companion,
        `${one(companion, 'a companion seat, which goes', 'companion seats, which go')} with a wheelchair space`,
      ),
    ],
  };
}

/** Returns one sentence, or none if there are no seats. */
export function describeSeatState(seats: readonly string[], state: string): string[] {
  if (seats.length === 0) return [];
  return [seats.length === 1 ? `Seat ${seats[0]} is ${state}.` : `Seats ${seats.join(', ')} are ${state}.`];
}

function holdAnswer(showId: number, row: HoldRow): SeatBlockResponse | Refusal | typeof AGAIN {
  const conflicts = seatIds(row.conflicts);
  const closed = conflicts.filter((seat) => row.held?.includes(seatIndex(seat)));
  const places = refusedPlaces(row);
  const taken = conflicts.filter((seat) => !closed.includes(seat) && !places.seats.includes(seat));
  const code = places.code ? { code: places.code } : {};
  const closedSeats = closed.length > 0 ? { closedSeats: closed } : {};
  const refusal = { success: false, showId, blocked: [], conflicts, ...closedSeats, ...code, expiresAt: null };
  const noSeats = { success: false, showId, blocked: [], conflicts: [], expiresAt: null };
  switch (row.outcome) {
    case 'HELD': {
      const blocked = seatIds(row.held).filter((seat) => !closed.includes(seat));
      const message = describeHold(blocked, taken, closed, places);
      const expiresAt = row.held_until.toISOString();
      return { success: true, showId, blocked, conflicts, ...closedSeats, ...code, expiresAt, message };
    }
    case 'NONE':
      return { ...refusal, message: describeHold([], taken, closed, places) };
    case 'TOO_MANY':
      return { ...refusal, message: TOO_MANY_SEATS_MESSAGE };
    case 'NO_SHOW':
      return { ...noSeats, message: 'Show not found' };
    case 'STARTED':
      return { ...noSeats, message: new Refusal('SHOW_STARTED').message };
    case 'CANCELLED':
      return { ...noSeats, message: new Refusal('SHOW_CANCELLED').message };
    case 'WAITING':
      return { ...noSeats, message: new Refusal('WAITING').message, code: 'WAITING' };
    case 'NO_USER':
      return new Refusal('UNAUTHENTICATED');
    case 'AGAIN':
      return AGAIN;
  }
}

export type Seating = ReturnType<typeof openSeating>;

interface SeatingOptions {
  pool: Pool;
  /** Its own pool, so that seat changes never wait behind reads. */
  ledgerPool?: Pool;
  /** Shared with this server's bookings and cancellations. */
  commits?: SeatCommits;
  /** The waiting room is off if `roomLimit` is 0 or missing. */
  config: { holdSeconds: number; holdMaxSeconds: number; holdGraceSeconds: number; roomLimit?: number };
  /** Called with the number of joins that shared one read. */
  onJoins?: (size: number) => void;
}

export function openSeating({
  pool,
  ledgerPool = pool,
  commits = openSeatCommits({ ledgerPool }),
  config,
  onJoins,
}: SeatingOptions) {
  const { holdSeconds, holdMaxSeconds, holdGraceSeconds, roomLimit = 0 } = config;

  const hold = commits<HoldRequest, HoldRow, SeatBlockResponse>({
    name: 'hold',
    contentionKeysOf: wantedKeysOf,
    prepare(batch, lockWaitMs) {
      const showIds = batch.map(({ showId }) => showId);
      const statement = holdSeats(
        {
          showIds,
          userIds: batch.map(({ userId }) => userId),
          seatLists: batch.map(({ seats }) => listSeats(seats)),
          areInRoom: batch.map(({ isInRoom }) => isInRoom),
          contested: findContested(batch, wantedKeysOf),
          areAccessible: batch.map(({ accessible = false }) => accessible),
        },
        {
          holdSeconds,
          holdMaxSeconds,
          leaseSeconds: leaseSeconds(holdGraceSeconds),
          lockWaitMs,
          hasLines: roomLimit > 0,
        },
      );
      return { statement, decide: (rows) => rows.map((row, index) => holdAnswer(showIds[index] as number, row)) };
    },
  });

  const release = commits<ReleaseRequest, ReleaseRow, string[]>({
    name: 'release',
    contentionKeysOf: wantedKeysOf,
    prepare(batch, lockWaitMs) {
      const contested = findContested(batch, (request) => [userKeyOf(request)]);
      const now = batch.filter((_, index) => !contested[index]);
      const statement = releaseHolds(
        now.map(({ showId }) => showId),
        now.map(({ userId }) => userId),
        now.map(({ seats }) => (seats ? listSeats(seats) : '')),
        lockWaitMs,
      );
      return {
        statement,
        decide(rows) {
          const released = new Map(rows.map((row) => [now[row.place - 1], row.released]));
          return batch.map((request, index) => (contested[index] ? AGAIN : seatIds(released.get(request) ?? null)));
        },
      };
    },
  });

  return {
    holdSeats: (request: HoldRequest) => hold({ ...request, seats: inSeatOrder(request.seats) }),
    /** Returns the released seats. */
    releaseHolds: release,
    /** Releases holds that have expired or whose lease has ended. Returns the number of freed seats. */
    releaseExpiredHolds: () => releaseExpired(ledgerPool, holdGraceSeconds),
    /** Tells rooms and waitlists that places of shows about to start are ordinary seats. Returns the number of shows. */
    releasePlaces: () => releasePlaces(ledgerPool),
    /** Starts a new epoch, because versions went backwards during this one. */
    startEpochAfter: (epoch: string) => startEpochAfter(pool, epoch),
    ...openLeases(ledgerPool, holdGraceSeconds),
    ...openSnapshots(pool, onJoins),
  };
}
