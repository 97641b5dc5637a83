/**
 * Who has which seat of a show: holds, and the map of what is held and booked. All of it is in the database
 * (server/ledger): any number of servers may call at once, a seat has one owner, and every change is published
 * by the transaction that makes it. Nothing here remembers a seat from one call to the next.
 */
import type { BlockedSeats, SeatMapAnswer } from '@moviebooking/contract/bookings';
import type { SeatBlockResponse, SeatsSnapshot } from '@moviebooking/contract/live';
import { ALL_SEATS, inSeatOrder, seatAt, seatIndex, TOO_MANY_SEATS_MESSAGE } from '@moviebooking/contract/seats';
import type { Pool } from '../../platform/database.ts';
import { AGAIN, createGroupCommit, findContested } from '../../platform/group-commit.ts';
import { Refusal } from '../../platform/refusal.ts';
import { createSharedRead } from '../../platform/shared-read.ts';
import {
  findLockedShows,
  type HoldRow,
  holdSeatsOf,
  releaseExpired,
  releaseHoldsOf,
  renewLeasesOf,
  type SeatsRow,
  selectSeats,
  selectSeatsAndShow,
} from './seating.sql.ts';

const LANES = 2;
const LARGEST_BATCH = 256;
/** How often a server renews the leases of its users; when it dies a hold may outlive its grace by this much. */
export const leaseRenewalSeconds = (holdGraceSeconds: number): number => Math.min(5, holdGraceSeconds / 2);

interface HoldRequest {
  showId: number;
  userId: number;
  seats: string[];
  /** Is the user in the show's room? Then the hold is released when they disconnect and stay away. */
  isInRoom: boolean;
}

interface ReleaseRequest {
  showId: number;
  userId: number;
  /** None means all that the user holds. */
  seats?: string[] | null | undefined;
}

/** For group commits: requests compete for the lock of their show's version. */
export const byShow = (ledgerPool: Pool) => ({
  keyOf: ({ showId }: { showId: number }) => showId,
  findLocked: (showIds: number[]) => findLockedShows(ledgerPool, showIds),
  beginLongWait: () => ledgerPool.beginLongWait(),
  endLongWait: () => ledgerPool.endLongWait(),
});

/** One number for each seat of each show. */
export const markOf = (showId: number, seat: string): number => showId * ALL_SEATS.length + seatIndex(seat);

export const listSeats = (seats: readonly string[]): string => seats.map(seatIndex).join(',');

const seatIds = (places: number[] | null): string[] => (places ?? []).toSorted((a, b) => a - b).map(seatAt);

function sentence(seats: string[], one: string, many: string): string {
  return seats.length === 1 ? `Seat ${seats[0]} ${one}.` : `Seats ${seats.join(', ')} ${many}.`;
}

function holdAnswer(showId: number, row: HoldRow): SeatBlockResponse | Refusal | typeof AGAIN {
  const conflicts = seatIds(row.conflicts);
  const refusal = { success: false, showId, blocked: [], conflicts, expiresAt: null };
  switch (row.outcome) {
    case 'HELD': {
      const blocked = seatIds(row.held);
      const message =
        conflicts.length === 0
          ? sentence(blocked, 'is held for you', 'are held for you')
          : `${sentence(blocked, 'is held for you', 'are held for you')} ${sentence(conflicts, 'is taken', 'are taken')}`;
      return { success: true, showId, blocked, conflicts, expiresAt: row.held_until.toISOString(), message };
    }
    case 'NONE':
      return { ...refusal, message: sentence(conflicts, 'is taken', 'are taken') };
    case 'TOO_MANY':
      return { ...refusal, message: TOO_MANY_SEATS_MESSAGE };
    case 'NO_SHOW':
      return { ...refusal, conflicts: [], message: 'Show not found' };
    case 'STARTED':
      return { ...refusal, conflicts: [], message: new Refusal('SHOW_STARTED').message };
    case 'NO_USER':
      return new Refusal('UNAUTHENTICATED');
    case 'AGAIN':
      return AGAIN;
  }
}

function describeHolds({ held, holders, held_until }: SeatsRow): BlockedSeats {
  return Object.fromEntries(
    held.map((place, index) => [
      seatAt(place),
      { userId: holders[index] ?? 0, expiresAt: held_until[index]?.toISOString() ?? '' },
    ]),
  );
}

interface UserInRoom {
  showId: number;
  userId: number;
}

export interface Seating {
  holdSeats(request: HoldRequest): Promise<SeatBlockResponse>;
  /** Returns the seats that were released. */
  releaseHolds(request: ReleaseRequest): Promise<string[]>;
  /** Releases holds that have expired or whose lease has ended. Returns how many seats that freed. */
  releaseExpiredHolds(): Promise<number>;
  /** These users are connected to these shows' rooms now; their holds live on. */
  renewLeases(users: UserInRoom[]): Promise<void>;
  /** The user's last connection here has left the room, or is gone: the grace begins. */
  startGrace(user: UserInRoom): Promise<void>;
  /** Never older than the call. Refuses when there is no such show. */
  readSnapshot(showId: number): Promise<SeatsSnapshot>;
  /** The answer of GET /bookings/seats as JSON text, made once for all requests that arrive together. */
  readSeatMap(showId: number): Promise<string>;
}

interface Parts {
  pool: Pool;
  /** What changes seats goes over these connections, so that it never waits behind reads. */
  ledgerPool?: Pool;
  config: { holdSeconds: number; holdMaxSeconds: number; holdGraceSeconds: number };
  onBatch?: (verb: 'hold' | 'release', size: number) => void;
}

export function openSeating({ pool, ledgerPool = pool, config, onBatch }: Parts): Seating {
  const { holdSeconds, holdMaxSeconds, holdGraceSeconds } = config;
  const leaseSeconds = holdGraceSeconds + leaseRenewalSeconds(holdGraceSeconds);
  const shared = { ...byShow(ledgerPool), lanes: LANES, largestBatch: LARGEST_BATCH };

  const holdSeats = createGroupCommit<HoldRequest, SeatBlockResponse>({
    ...shared,
    onBatch: (size) => onBatch?.('hold', size),
    async run(batch, lockWaitMs) {
      const contested = findContested(batch, ({ showId, userId, seats }) => [
        `${showId} user ${userId}`,
        ...seats.map((seat) => markOf(showId, seat)),
      ]);
      const showIds = batch.map(({ showId }) => showId);
      const rows = await holdSeatsOf(
        ledgerPool,
        {
          showIds,
          userIds: batch.map(({ userId }) => userId),
          seatLists: batch.map(({ seats }) => listSeats(seats)),
          areInRoom: batch.map(({ isInRoom }) => isInRoom),
          contested,
        },
        { holdSeconds, holdMaxSeconds, leaseSeconds, lockWaitMs },
      );
      return rows.map((row, index) => holdAnswer(showIds[index] as number, row));
    },
  });

  const releaseHolds = createGroupCommit<ReleaseRequest, string[]>({
    ...shared,
    onBatch: (size) => onBatch?.('release', size),
    async run(batch, lockWaitMs) {
      const contested = findContested(batch, ({ showId, userId }) => [`${showId} ${userId}`]);
      const now = batch.filter((_, index) => !contested[index]);
      const rows = await releaseHoldsOf(
        ledgerPool,
        now.map(({ showId }) => showId),
        now.map(({ userId }) => userId),
        now.map(({ seats }) => (seats ? listSeats(seats) : '')),
        lockWaitMs,
      );
      const released = new Map(rows.map((row) => [now[row.place - 1], row.released]));
      return batch.map((request, index) => (contested[index] ? AGAIN : seatIds(released.get(request) ?? null)));
    },
  });

  const readSeatMap = createSharedRead(async (showId: number) => {
    const found = await selectSeatsAndShow(pool, showId);
    if (!found) throw new Refusal('NOT_FOUND', 'Show not found');
    const { seats, show } = found;
    const bookedSeats = seats.booked.map(seatAt);
    const blockedSeats = describeHolds(seats);
    const isBooked = new Set(bookedSeats);
    const seatMap = Object.fromEntries(
      ALL_SEATS.map((id) => [id, { id, isBooked: isBooked.has(id), isBlocked: id in blockedSeats }]),
    );
    const answer: SeatMapAnswer = { success: true, show, seatMap, bookedSeats, blockedSeats, version: seats.version };
    return JSON.stringify(answer);
  });

  const readSnapshot = createSharedRead(async (showId: number): Promise<SeatsSnapshot> => {
    const seats = await selectSeats(pool, showId);
    if (!seats) throw new Refusal('NOT_FOUND', 'Show not found');
    const { version, booked } = seats;
    return { showId, version, bookedSeats: booked.map(seatAt), blockedSeats: describeHolds(seats) };
  });

  return {
    holdSeats: (request) => holdSeats({ ...request, seats: inSeatOrder(request.seats) }),
    releaseHolds,
    releaseExpiredHolds: () => releaseExpired(ledgerPool, holdGraceSeconds),
    renewLeases: (users) => renewLeasesOf(ledgerPool, users, leaseSeconds),
    startGrace: (user) => renewLeasesOf(ledgerPool, [user], holdGraceSeconds),
    readSnapshot,
    readSeatMap,
  };
}
