/**
 * The live seat map: handles what users send over their connections, broadcasts what the database publishes, and releases
 * holds that have expired or whose user stays disconnected for longer than the grace period. Every server does this for its
 * own connections and needs no other server. It notices a new epoch of the ledger within two seconds, even if nothing is
 * published.
 */
import {
  type PlaceInLine,
  type SeatsSnapshot,
  seatsRequest,
  showRef,
  unblockRequest,
} from '@moviebooking/contract/live';
import { isUnavailable, type Pool } from '../../platform/database/database.ts';
import type { Notifications } from '../../platform/database/notifications.ts';
import type { Connection, Realtime } from '../../platform/live/realtime.ts';
import { repeat } from '../../platform/process/repeat.ts';
import { findAdmins } from '../auth/acting-roles.ts';
import type { RoomConfig } from '../waiting/places.ts';
import { openWaitingRoom } from '../waiting/waiting.ts';
import { leaseRenewalSeconds } from './leases.ts';
import { createPresence } from './presence.ts';
import { openRooms } from './rooms.ts';
import { type ChangeOfSeats, namesSeats, parseChanges, SEAT_CHANNEL, type SeatChange } from './seat-changes.ts';
import { CHECK_EPOCH, selectUsers } from './seating.sql.ts';
import type { Seating } from './seating.ts';

const RELEASE_EVERY_MS = 250;
const RELEASE_PLACES_EVERY_MS = 1_000;
const RETRY_JOINS_EVERY_MS = 500;

interface LiveDeps {
  realtime: Realtime;
  seating: Seating;
  pool: Pool;
  notifications: Notifications;
  config: RoomConfig;
  /** Called with the changes of all shows. */
  onChanges: (changes: readonly SeatChange[]) => void;
  report: {
    expired: (seats: number) => void;
    snapshot: () => void;
    /** Called every two seconds, unless the listening connection is lost, with the most that it may lag behind. */
    lag: (milliseconds: number) => void;
    interruption: (error: Error) => void;
    problem: (error: unknown) => void;
    /** Called with notifications that this server does not understand. */
    unreadable: (error: unknown) => void;
  };
}

export function openLive({ realtime, seating, pool, notifications, config, onChanges, report }: LiveDeps) {
  const rooms = openRooms({
    realtime,
    ...seating,
    onSnapshot: report.snapshot,
    onProblem: report.problem,
    findUsers: (userIds) => selectUsers(pool, userIds),
    findAdmins: (connections) => findAdmins(pool, connections),
  });
  const presence = createPresence();
  /** Joins to retry, because they failed while the database was unavailable. */
  const pendingJoins = new Map<Connection, number>();

  /** Returns the show that the user has left, or undefined if another of their connections is still in its room. */
  function leaveRoom(connection: Connection): { showId: number; userId: number; mayHoldSeats: boolean } | undefined {
    const { userId } = connection;
    const showId = presence.showOf(connection);
    if (showId === undefined) return undefined;
    const mayHoldSeats = presence.mayHoldSeats(userId, showId);
    presence.remove(connection);
    rooms.leave(connection, showId);
    return presence.isPresent(userId, showId) ? undefined : { showId, userId, mayHoldSeats };
  }

  /** Starts the grace period of the user's holds there. */
  async function leaveWithGrace(connection: Connection): Promise<void> {
    const left = leaveRoom(connection);
    if (left?.mayHoldSeats) await seating.startGrace(left);
  }

  /** A lease that could not be set is renewed within seconds or expires, so no caller waits for it. */
  const setLeaseInBackground = (setting: Promise<void>) => void setting.catch(report.problem);

  function followHolds({ kind, userId, showId, seats }: ChangeOfSeats): void {
    if (!presence.isPresent(userId, showId)) return;
    if (kind === 'held') presence.noteHeld(userId, showId, seats);
    else presence.noteNotHeld(userId, showId, seats);
  }

  function sendOffer({ showId, userId, seats, expiresAt }: Extract<SeatChange, { kind: 'held' }>): void {
    const offer = { showId, seats, expiresAt: new Date(expiresAt).toISOString() };
    for (const connection of realtime.connectionsOf(userId)) connection.send('waitlist-offer', offer);
  }

  const waitingRoom =
    config.roomLimit > 0
      ? openWaitingRoom({
          ...{
            pool,
            notifications,
            config,
            removeFromRoom: leaveRoomAndRelease,
            rejoin,
            onProblem: report.problem,
            onUnreadable: report.unreadable,
          },
          admitToRoom: (connection, showId) =>
            joinRoom(connection, showId).then(() => {}, retryJoin(connection, showId)),
        })
      : undefined;

  async function join(connection: Connection, showId: number): Promise<SeatsSnapshot | PlaceInLine> {
    pendingJoins.delete(connection);
    if (presence.showOf(connection) !== showId) setLeaseInBackground(leaveWithGrace(connection));
    try {
      const place = await waitingRoom?.enter(connection, showId);
      if (!place) return await joinRoom(connection, showId);
      await leaveRoomAndRelease(connection);
      return place;
    } catch (error) {
      retryJoin(connection, showId)(error);
      throw error;
    }
  }

  async function joinRoom(connection: Connection, showId: number): Promise<SeatsSnapshot> {
    const snapshot = await rooms.join(connection, showId);
    if (presence.showOf(connection) !== showId) presence.add(connection, showId);
    const { userId } = connection;
    const held = heldSeatsOf(snapshot, userId);
    presence.noteHeld(userId, showId, held);
    if (held.length > 0) setLeaseInBackground(seating.renewLeases([{ showId, userId }]));
    return snapshot;
  }

  const retryJoin = (connection: Connection, showId: number) => (error: unknown) => {
    presence.remove(connection);
    if (isUnavailable(error) && connection.isConnected()) pendingJoins.set(connection, showId);
  };

  async function rejoin(connection: Connection, showId: number): Promise<void> {
    const answer = await join(connection, showId).catch(() => undefined);
    if (answer && 'code' in answer) connection.send('queue-updated', answer);
  }

  /** Queued users hold no seats. */
  async function leaveRoomAndRelease(connection: Connection): Promise<void> {
    const left = leaveRoom(connection);
    if (left) await seating.releaseHolds(left).catch(report.problem);
  }

  async function retryJoins(): Promise<void> {
    const turns = [...pendingJoins].map(([connection, showId]) =>
      connection.inTurn(async () => {
        if (pendingJoins.get(connection) === showId) await rejoin(connection, showId);
      }),
    );
    await Promise.all(turns);
  }

  realtime.answer('join-show', { payload: showRef, answer: (connection, { showId }) => join(connection, showId) });

  realtime.answer('leave-show', {
    payload: showRef,
    async answer(connection, { showId }) {
      if (pendingJoins.get(connection) === showId) pendingJoins.delete(connection);
      if (presence.showOf(connection) === showId) await leaveWithGrace(connection);
      await waitingRoom?.leave(connection, showId);
      return { success: true };
    },
  });

  realtime.answer('block-seats', {
    payload: seatsRequest,
    respondsWith: 'seat-block-response',
    async answer({ userId }, { showId, seats, accessible }) {
      const isInRoom = presence.isPresent(userId, showId);
      const answer = await seating.holdSeats({ showId, userId, seats, accessible, isInRoom });
      if (isInRoom) presence.noteHeld(userId, showId, answer.blocked);
      return answer;
    },
  });

  realtime.answer('unblock-seats', {
    payload: unblockRequest,
    respondsWith: 'seat-unblock-response',
    outlivesConnection: true,
    async answer({ userId }, { showId, seats }) {
      const unblocked = await seating.releaseHolds({ showId, userId, seats });
      const message = unblocked.length > 0 ? 'These seats are available again.' : "You don't hold any of these seats.";
      return { success: true, showId, unblocked, message };
    },
  });

  realtime.answer('get-seat-availability', {
    payload: showRef,
    respondsWith: 'seat-availability',
    answer: async (connection, { showId }) => ({ success: true, ...(await rooms.readSnapshot(connection, showId)) }),
  });

  realtime.onDisconnect(async (connection) => {
    pendingJoins.delete(connection);
    await leaveWithGrace(connection).catch(report.problem);
    await waitingRoom?.disconnect(connection).catch(report.problem);
  });

  let epoch: unknown;
  const unsubscribe = notifications.subscribe({
    channel: SEAT_CHANNEL,
    onMessage(payload) {
      const changes = parseChanges(payload);
      for (const change of changes) if (namesSeats(change)) followHolds(change);
      rooms.broadcast(changes);
      onChanges(changes);
      for (const change of changes) {
        if (change.kind === 'held' && change.isOffer) sendOffer(change);
        if (change.kind === 'booked') waitingRoom?.noteBooking(change);
        if (change.kind === 'show-cancelled') waitingRoom?.noteCancelledShow(change.showId);
      }
    },
    check: CHECK_EPOCH,
    onChecked(row, tookMs) {
      report.lag(tookMs);
      if (row.epoch !== epoch) rooms.refresh();
      epoch = row.epoch;
    },
    onConnected: rooms.refresh,
    onLost: report.interruption,
    onUnreadable: report.unreadable,
  });
  const stopReleasing = repeat(
    RELEASE_EVERY_MS,
    async () => report.expired(await seating.releaseExpiredHolds()),
    report.problem,
  );
  const stopReleasingPlaces = repeat(
    RELEASE_PLACES_EVERY_MS,
    async () => void (await seating.releasePlaces()),
    report.problem,
  );
  const stopRenewing = repeat(
    leaseRenewalSeconds(config.holdGraceSeconds) * 1000,
    async () => {
      const users = presence.all();
      if (users.length > 0) await seating.renewLeases(users);
    },
    report.problem,
  );
  const stopRetrying = repeat(RETRY_JOINS_EVERY_MS, retryJoins, report.problem);

  return {
    roomCount: rooms.count,
    largestRoom: rooms.largest,
    async close(): Promise<void> {
      unsubscribe();
      await Promise.all([stopReleasing(), stopReleasingPlaces(), stopRenewing(), stopRetrying(), waitingRoom?.close()]);
    },
  };
}

const heldSeatsOf = ({ blockedSeats }: SeatsSnapshot, user: number): string[] =>
  Object.entries(blockedSeats).flatMap(([seat, { userId }]) => (userId === user ? [seat] : []));
