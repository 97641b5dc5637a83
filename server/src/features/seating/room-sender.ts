/**
 * Sends one room its messages in order of version. A change that the room has already received, also as part of a
 * snapshot, is not sent again. A snapshot closes gaps, replaces changes when there are more messages than the
 * connections can take, and is never older than what the room has received. Before the administrators' room is sent who
 * booked, everyone who is no longer an administrator is removed from it.
 *
 * Versions count within an epoch of the ledger (docs/decisions/0016). When changes come from another epoch, the room
 * gets a snapshot. When versions go backwards within one epoch, the ledger's past has changed, and this server begins a
 * new epoch.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { UserSummary } from '@moviebooking/contract/accounts';
import type { SeatsSnapshot, ShowCancelled } from '@moviebooking/contract/live';
import { isUnavailable } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors/refusal.ts';
import type { Connection, Realtime } from '../../platform/live/realtime.ts';
import { type ChangeOfSeats, namesSeats, type SeatChange } from './seat-changes.ts';
import { createSendingPace } from './sending-pace.ts';

/** Above this many messages in one round, the room gets a snapshot instead of changes. */
const MAX_MESSAGES = 5000;
/** A snapshot is about as large as this many changes. Reading it pays off only above MIN_MESSAGES_TO_REPLACE. */
const SNAPSHOT_SIZE_IN_CHANGES = 5;
const MIN_MESSAGES_TO_REPLACE = 500;
const RETRY_MS = 500;

export type Audience = 'customers' | 'admins';

/** A version of a show's seats. */
export interface SeatsVersion {
  epoch?: string | undefined;
  version: number;
}

export interface Room {
  name: string;
  showId: number;
  audience: Audience;
  /** The last version sent to the room. */
  sent: SeatsVersion | undefined;
  /** The last version that the database published. */
  published: SeatsVersion | undefined;
  pending: SeatChange[];
  needsSnapshot: boolean;
  /** Callers waiting for a snapshot that is not older than `sent`. */
  snapshotRequests: PromiseWithResolvers<SeatsSnapshot>[];
  isSending: boolean;
  /** Connections that are still joining. Changes are already tracked for them. */
  joining: number;
}

export interface SenderDeps {
  realtime: Realtime;
  readSnapshot: (showId: number) => Promise<SeatsSnapshot>;
  startEpochAfter: (epoch: string) => Promise<void>;
  findUsers: (userIds: number[]) => Promise<Map<number, UserSummary>>;
  /** Returns those of the connections that may act as an administrator now. */
  findAdmins: (connections: Connection[]) => Promise<Set<Connection>>;
  /** Called when a room was sent a snapshot in place of changes. */
  onSnapshot?: () => void;
  /** Called with errors other than an unreachable database. */
  onProblem?: (error: unknown) => void;
  /** Joins a connection that was removed because its user is no longer an administrator. */
  rejoin: (connection: Connection, showId: number) => Promise<unknown>;
  /** Called when everything pending was sent. */
  onIdle: (room: Room) => void;
}

export const isSameEpoch = (one: SeatsVersion, other: SeatsVersion) => one.epoch === other.epoch;
const isoTime = (milliseconds: number) => new Date(milliseconds).toISOString();

/** The event that precedes a snapshot of a cancelled show. */
export function cancellationIn({
  showId,
  epoch,
  version,
  cancelReason: reason,
}: SeatsSnapshot): ShowCancelled | undefined {
  return reason === undefined ? undefined : { showId, epoch, version, reason };
}

export function createRoomSender(deps: SenderDeps) {
  const { realtime, readSnapshot, startEpochAfter, findUsers, findAdmins, onSnapshot, onProblem, rejoin, onIdle } =
    deps;
  const pace = createSendingPace(realtime.timeSpentSending);

  function start(room: Room): void {
    if (room.isSending) return;
    room.isSending = true;
    void sendAll(room);
  }

  async function sendAll(room: Room): Promise<void> {
    try {
      while (room.needsSnapshot || room.snapshotRequests.length > 0 || room.pending.length > 0) {
        await pace();
        if (realtime.sizeOf(room.name) === 0) skipAll(room);
        else if (room.needsSnapshot || room.snapshotRequests.length > 0) await sendSnapshot(room);
        else await sendChanges(room);
      }
      room.isSending = false;
      onIdle(room);
    } catch (error) {
      if (!isUnavailable(error)) onProblem?.(error);
      room.needsSnapshot = true;
      setTimeout(() => sendAll(room), RETRY_MS).unref();
    }
  }

  /** The room is empty: advances `sent` for connections still joining. */
  function skipAll(room: Room): void {
    room.sent = room.pending.at(-1) ?? room.sent;
    room.pending = [];
    room.needsSnapshot = false;
    for (const { reject } of room.snapshotRequests.splice(0)) reject(new Refusal('UNAVAILABLE'));
  }

  /** Nothing is sent to the room during the read, so the snapshot cannot be older than what was sent. */
  async function readForRoom({ showId, sent }: Room): Promise<SeatsSnapshot> {
    const wentBackwards = (read: SeatsSnapshot) =>
      sent !== undefined && isSameEpoch(read, sent) && read.version < sent.version;
    const snapshot = await readSnapshot(showId);
    if (!wentBackwards(snapshot)) return snapshot;
    await startEpochAfter(snapshot.epoch ?? '');
    const ofNewEpoch = await readSnapshot(showId);
    if (wentBackwards(ofNewEpoch)) throw new Error(`The versions of show ${showId} went backwards and no epoch began`);
    return ofNewEpoch;
  }

  async function sendSnapshot(room: Room): Promise<void> {
    const requests = room.snapshotRequests.splice(0);
    const isForAll = room.needsSnapshot;
    room.needsSnapshot = false;
    try {
      const snapshot = await readForRoom(room);
      if (isForAll || room.sent === undefined || !isSameEpoch(snapshot, room.sent)) {
        const cancellation = cancellationIn(snapshot);
        if (cancellation) realtime.broadcast(room.name, 'show-cancelled', cancellation);
        realtime.broadcast(room.name, 'seats-updated', snapshot);
        onSnapshot?.();
        room.sent = snapshot;
      }
      for (const { resolve } of requests) resolve(snapshot);
      // The requests must be answered before the room is sent anything newer.
      if (requests.length > 0) await nextTurn();
    } catch (error) {
      for (const { reject } of requests) reject(error);
      const isDeleted = error instanceof Refusal && error.code === 'NOT_FOUND';
      if (!isDeleted) throw error;
      room.pending = [];
    }
  }

  async function sendChanges(room: Room): Promise<void> {
    const { sent } = room;
    const changes = room.pending.filter(
      (change) => !sent || !isSameEpoch(change, sent) || change.version > sent.version,
    );
    room.pending = [];
    const isComplete = changes.every((change, index) => {
      const previous = changes[index - 1] ?? sent;
      return !previous || (isSameEpoch(change, previous) && change.version === previous.version + 1);
    });
    const messages = changes.length * realtime.sizeOf(room.name);
    const limit = changes.length > SNAPSHOT_SIZE_IN_CHANGES ? MIN_MESSAGES_TO_REPLACE : MAX_MESSAGES;
    const isTooMuch = changes.length > 1 && messages > limit;
    if (!isComplete || isTooMuch || !changes.every(namesSeats)) {
      room.needsSnapshot = true;
      return;
    }
    const users = room.audience === 'admins' ? await identifyUsers(room, changes) : undefined;
    for (const change of changes) sendChange(room, change, users);
  }

  /** Returns who booked or cancelled. First removes everyone from the room who is no longer an administrator. */
  async function identifyUsers(room: Room, changes: ChangeOfSeats[]): Promise<Map<number, UserSummary> | undefined> {
    const userIds = changes.flatMap(({ kind, userId }) => (kind === 'booked' || kind === 'cancelled' ? [userId] : []));
    if (userIds.length === 0) return undefined;
    const users = await findUsers(userIds);
    const members = realtime.members(room.name);
    const admins = await findAdmins(members);
    for (const connection of members) {
      if (admins.has(connection)) continue;
      connection.leave(room.name);
      void rejoin(connection, room.showId).catch(() => {});
    }
    return users;
  }

  function sendChange(room: Room, change: ChangeOfSeats, users: Map<number, UserSummary> | undefined): void {
    const { showId, epoch, version, seats, userId } = change;
    const common = { showId, epoch, version, seats };
    switch (change.kind) {
      case 'held':
        realtime.broadcast(room.name, 'seats-blocked', { ...common, userId, expiresAt: isoTime(change.expiresAt) });
        break;
      case 'released':
        realtime.broadcast(room.name, 'seats-unblocked', { ...common, userId, reason: change.reason });
        break;
      case 'booked': {
        const user = users?.get(userId);
        realtime.broadcast(room.name, 'booking-confirmed', {
          ...common,
          userId,
          bookedAt: isoTime(change.bookedAt),
          ...(user ? { bookingId: change.bookingId, user } : {}),
        });
        break;
      }
      case 'cancelled':
        realtime.broadcast(room.name, 'booking-cancelled', {
          ...common,
          ...(users ? { bookingId: change.bookingId } : {}),
        });
        break;
    }
    room.sent = change;
  }

  return {
    /** Sends the room everything that is pending, unless that has already begun. */
    start,
    /** Returns this snapshot, or a newer one if the room has received something since it was read. */
    async ensureCurrent(room: Room, snapshot: SeatsSnapshot): Promise<SeatsSnapshot> {
      const { sent } = room;
      if (!sent || (isSameEpoch(snapshot, sent) && snapshot.version >= sent.version)) return snapshot;
      const next = Promise.withResolvers<SeatsSnapshot>();
      room.snapshotRequests.push(next);
      start(room);
      return next.promise;
    },
  };
}
