/**
 * Applies snapshots and changes to a show's seats. Every message carries the show's version, which each change increments.
 * A known change is ignored, an early one waits for those before it, and an old snapshot is ignored, so the map ends up the
 * same in whatever order messages arrive, over HTTP or the socket. A snapshot of another epoch replaces the map whatever
 * its version: the database was restored from a backup, so versions no longer compare.
 */
import type { UserSummary } from '@moviebooking/contract/accounts';
import type {
  BookingCancelled,
  BookingConfirmed,
  SeatsBlocked,
  SeatsSnapshot,
  SeatsUnblocked,
  ShowCancelled,
} from '@moviebooking/contract/live';
import type { Place } from '../../lib/places.ts';

export interface Hold {
  userId: number;
  expiresAt: string;
}

/** The booking of a seat. Only administrators receive these details. */
export interface SeatBooking {
  bookingId?: number | undefined;
  bookedAt?: string | undefined;
  user?: UserSummary | undefined;
}

export type SeatChange =
  | ({ kind: 'blocked' } & SeatsBlocked)
  | ({ kind: 'unblocked' } & SeatsUnblocked)
  | ({ kind: 'booked' } & BookingConfirmed)
  | ({ kind: 'cancelled' } & BookingCancelled)
  | ({ kind: 'show-cancelled' } & ShowCancelled);

export interface SeatMap {
  epoch?: string | undefined;
  /** Null before the first snapshot; until then changes wait. */
  version: number | null;
  booked: ReadonlyMap<string, SeatBooking>;
  holds: ReadonlyMap<string, Hold>;
  /** Why the show was cancelled; null if it wasn't. */
  cancelReason: string | null;
  /** Out of service and not booked. The server announces changes to them with a snapshot. */
  closed: ReadonlySet<string>;
  /** Wheelchair spaces and companion seats that are not released to everyone yet. Changes to them come with a snapshot, too. */
  places: ReadonlyMap<string, Place>;
  /** Changes that arrived early, by version. */
  waiting: readonly SeatChange[];
}

export type Snapshot = Pick<
  SeatsSnapshot,
  'epoch' | 'version' | 'blockedSeats' | 'closedSeats' | 'wheelchairSeats' | 'companionSeats'
> & {
  /** Seat ids, including those of closed seats, or the bookings if the source has them. */
  booked: Iterable<string> | ReadonlyMap<string, SeatBooking>;
  cancelReason?: string | null;
};

export const UNKNOWN_SEATS: SeatMap = {
  version: null,
  booked: new Map(),
  holds: new Map(),
  cancelReason: null,
  closed: new Set(),
  places: new Map(),
  waiting: [],
};

/** Whether a change is missing, so that a fresh snapshot is needed. */
export const hasGap = (map: SeatMap): boolean => map.waiting.length > 0;

export function applyChange(map: SeatMap, change: SeatChange): SeatMap {
  const isKnown =
    (map.version !== null && change.epoch === map.epoch && change.version <= map.version) ||
    map.waiting.some(({ epoch, version }) => epoch === change.epoch && version === change.version);
  if (isKnown) return map;
  return takeSteps({ ...map, waiting: [...map.waiting, change] });
}

export function applySnapshot(map: SeatMap, snapshot: Snapshot): SeatMap {
  const { epoch, version, booked, blockedSeats, closedSeats, wheelchairSeats = [], companionSeats = [] } = snapshot;
  const isSameEpoch = epoch === map.epoch;
  if (map.version !== null && isSameEpoch && version < map.version) return map;
  const isSameVersion = isSameEpoch && version === map.version;
  const bookings =
    booked instanceof Map
      ? new Map(booked)
      : new Map([...(booked as Iterable<string>)].map((seat) => [seat, (isSameVersion && map.booked.get(seat)) || {}]));
  const closed = new Set(closedSeats);
  for (const seat of closed) bookings.delete(seat);
  const places = new Map<string, Place>([
    ...wheelchairSeats.map((seat) => [seat, 'wheelchair'] as const),
    ...companionSeats.map((seat) => [seat, 'companion'] as const),
  ]);
  const holds = new Map(Object.entries(blockedSeats));
  const cancelReason = snapshot.cancelReason ?? (isSameVersion ? map.cancelReason : null);
  const waiting = map.waiting.filter((change) =>
    change.epoch === epoch ? change.version > version : map.version !== null && isSameEpoch,
  );
  return takeSteps({ epoch, version, booked: bookings, holds, closed, places, cancelReason, waiting });
}

/** Ends a user's expired holds without waiting for the broadcast, which may never arrive. */
export function dropExpiredHolds(map: SeatMap, userId: number, now: number): SeatMap {
  const holds = new Map(
    [...map.holds].filter(([, hold]) => hold.userId !== userId || Date.parse(hold.expiresAt) > now),
  );
  return holds.size === map.holds.size ? map : { ...map, holds };
}

function takeSteps(map: SeatMap): SeatMap {
  const { epoch, version } = map;
  const next = map.waiting.find((change) => change.epoch === epoch && change.version - 1 === version);
  if (!next) return map;
  const waiting = map.waiting.filter((change) => change !== next);
  return takeSteps({ ...step(map, next), version: next.version, waiting });
}

function step(map: SeatMap, change: SeatChange): SeatMap {
  if (change.kind === 'show-cancelled') {
    return { ...map, booked: new Map(), holds: new Map(), cancelReason: change.reason };
  }
  const booked = new Map(map.booked);
  const holds = new Map(map.holds);
  for (const seat of change.seats) {
    switch (change.kind) {
      case 'blocked':
        booked.delete(seat);
        holds.set(seat, { userId: change.userId, expiresAt: change.expiresAt });
        break;
      case 'unblocked':
        holds.delete(seat);
        break;
      case 'booked':
        holds.delete(seat);
        booked.set(seat, { bookingId: change.bookingId, bookedAt: change.bookedAt, user: change.user });
        break;
      case 'cancelled':
        booked.delete(seat);
        break;
    }
  }
  return { ...map, booked, holds };
}
