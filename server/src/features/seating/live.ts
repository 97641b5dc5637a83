/**
 * The live seat map: answers what users send over their connections, broadcasts to rooms what the database publishes, and
 * releases holds in time (expired ones, and those of users who stay disconnected longer than the grace). Every server does
 * all of this for its own connections; none needs to know of another. A new epoch of the ledger is noticed within two
 * seconds, also when nothing is published.
 */
import { type SeatsSnapshot, seatsRequest, showRef, unblockRequest } from '@moviebooking/contract/live';
import { type DatabaseOptions, isUnavailable, type Pool } from '../../platform/database.ts';
import { listenTo } from '../../platform/notifications.ts';
import type { Connection, Realtime } from '../../platform/realtime.ts';
import { leaseRenewalSeconds } from './leases.ts';
import { createPresence } from './presence.ts';
import { openRooms } from './rooms.ts';
import { parseChanges, SEAT_CHANNEL, type SeatChange } from './seat-changes.ts';
import { CHECK_EPOCH, selectRoles, selectUsers } from './seating.sql.ts';
import type { Seating } from './seating.ts';

const RELEASE_EVERY_MS = 400;
const RETRY_JOINS_EVERY_MS = 500;

interface Parts {
  realtime: Realtime;
  seating: Seating;
  pool: Pool;
  connection: DatabaseOptions;
  config: { holdGraceSeconds: number };
  /** Called with all changes, of whichever show. */
  onChanges: (changes: readonly SeatChange[]) => void;
  report: { expired: (seats: number) => void; problem: (error: unknown) => void };
}

export interface Live {
  roomCount: () => number;
  close(): Promise<void>;
}

export function openLive({ realtime, seating, pool, connection: database, config, onChanges, report }: Parts): Live {
  const rooms = openRooms({
    realtime,
    ...seating,
    findUsers: (userIds) => selectUsers(pool, userIds),
    async findAdmins(userIds) {
      const roles = await selectRoles(pool, userIds);
      return new Set(userIds.filter((userId) => roles.get(userId) === 'ADMIN'));
    },
  });
  const presence = createPresence();
  /** Joins that failed because the database was away; they are tried again until it is back. */
  const pendingJoins = new Map<Connection, number>();

  /** Returns the room that the user is no longer in; none while another connection of theirs is in it. */
  function leave(connection: Connection): { showId: number; userId: number } | undefined {
    const showId = presence.remove(connection);
    if (showId === undefined) return undefined;
    rooms.leave(connection, showId);
    return presence.isPresent(connection.userId, showId) ? undefined : { showId, userId: connection.userId };
  }

  /** Nobody waits for it: a lease that could not be set is renewed in a few seconds, or ends by itself. */
  const setLease = (setting: Promise<void>) => void setting.catch(report.problem);

  async function join(connection: Connection, showId: number): Promise<SeatsSnapshot> {
    pendingJoins.delete(connection);
    if (presence.showOf(connection) !== showId) {
      const left = leave(connection);
      if (left) setLease(seating.startGrace(left));
    }
    try {
      const snapshot = await rooms.join(connection, showId);
      if (presence.showOf(connection) !== showId) presence.add(connection, showId);
      if (hasHolds(snapshot, connection.userId)) setLease(seating.renewLeases([{ showId, userId: connection.userId }]));
      return snapshot;
    } catch (error) {
      presence.remove(connection);
      if (isUnavailable(error) && connection.isConnected()) pendingJoins.set(connection, showId);
      throw error;
    }
  }

  async function retryJoins(): Promise<void> {
    const turns = [...pendingJoins].map(([connection, showId]) =>
      connection.inTurn(async () => {
        if (pendingJoins.get(connection) === showId) await join(connection, showId).catch(() => {});
      }),
    );
    await Promise.all(turns);
  }

  realtime.answer('join-show', { payload: showRef, answer: (connection, { showId }) => join(connection, showId) });

  realtime.answer('leave-show', {
    payload: showRef,
    async answer(connection, { showId }) {
      if (pendingJoins.get(connection) === showId) pendingJoins.delete(connection);
      if (presence.showOf(connection) === showId) {
        const left = leave(connection);
        if (left) await seating.startGrace(left);
      }
      return { success: true };
    },
  });

  realtime.answer('block-seats', {
    payload: seatsRequest,
    respondsWith: 'seat-block-response',
    answer: ({ userId }, { showId, seats }) =>
      seating.holdSeats({ showId, userId, seats, isInRoom: presence.isPresent(userId, showId) }),
  });

  realtime.answer('unblock-seats', {
    payload: unblockRequest,
    respondsWith: 'seat-unblock-response',
    outlivesConnection: true,
    async answer({ userId }, { showId, seats }) {
      const unblocked = await seating.releaseHolds({ showId, userId, seats });
      const message = unblocked.length > 0 ? 'The seats are free again.' : 'You hold none of these seats.';
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
    const left = leave(connection);
    if (left) await seating.startGrace(left).catch(report.problem);
  });

  let epoch: unknown;
  const notifications = listenTo({
    connection: database,
    channel: SEAT_CHANNEL,
    onMessage(payload) {
      try {
        const changes = parseChanges(payload);
        rooms.broadcast(changes);
        onChanges(changes);
      } catch (error) {
        report.problem(error);
        rooms.refresh();
      }
    },
    check: CHECK_EPOCH,
    onChecked(row) {
      if (row.epoch !== epoch) rooms.refresh();
      epoch = row.epoch;
    },
    onConnected: rooms.refresh,
    onLost: report.problem,
  });
  const stopReleasing = repeat(
    RELEASE_EVERY_MS,
    async () => report.expired(await seating.releaseExpiredHolds()),
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
    async close() {
      await Promise.all([stopReleasing(), stopRenewing(), stopRetrying(), notifications.close()]);
    },
  };
}

const hasHolds = ({ blockedSeats }: SeatsSnapshot, user: number): boolean =>
  Object.values(blockedSeats).some(({ userId }) => userId === user);

/** Does the work again and again, with a pause after each time; the returned function ends it. */
function repeat(pauseMs: number, work: () => Promise<void>, onError: (error: unknown) => void): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  let isOver = false;
  const next = () => {
    timer = setTimeout(() => {
      running = work()
        .catch(onError)
        .then(() => {
          if (!isOver) next();
        });
    }, pauseMs);
    timer.unref();
  };
  next();
  return async () => {
    isOver = true;
    clearTimeout(timer);
    await running;
  };
}
