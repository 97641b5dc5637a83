/**
 * The seat map, live: answers what viewers ask over their sockets, tells rooms what the database publishes, and keeps
 * the ledger's time (expired holds go, holds of people who are gone go after their grace). Every server does all of
 * this for its own sockets; none needs to know of another.
 */
import { type SeatsSnapshot, seatsRequest, showRef, unblockRequest } from '@moviebooking/contract/live';
import { type DatabaseOptions, isUnavailable, type Pool } from '../../platform/database.ts';
import { listenTo } from '../../platform/notifications.ts';
import type { Caller, Realtime } from '../../platform/realtime.ts';
import { Refusal } from '../../platform/refusal.ts';
import { openRooms } from './rooms.ts';
import { selectBookers, selectRoles } from './seating.sql.ts';
import { parseChanges, SEAT_CHANNEL, type Seating, watchPulseSeconds } from './seating.ts';
import { createWatchers } from './watchers.ts';

const SWEEP_MS = 400;
const LET_IN_MS = 500;

interface Parts {
  realtime: Realtime;
  seating: Seating;
  pool: Pool;
  connection: DatabaseOptions;
  config: { holdGraceSeconds: number };
  report: { lapsed: (seats: number) => void; trouble: (error: unknown) => void };
}

export interface Live {
  rooms: () => number;
  close(): Promise<void>;
}

export function openLive({ realtime, seating, pool, connection, config, report }: Parts): Live {
  const rooms = openRooms({
    realtime,
    readSnapshot: seating.readSnapshot,
    findBookers: (userIds) => selectBookers(pool, userIds),
    async findAdministrators(userIds) {
      const roles = await selectRoles(pool, userIds);
      return new Set(userIds.filter((userId) => roles.get(userId) === 'ADMIN'));
    },
  });
  const watchers = createWatchers();
  /** Who asked to join while the database was away; they are let in when it is back. */
  const waiting = new Map<Caller, number>();

  /** Says which watch ended, unless the user still watches the show through another socket. */
  function leave(caller: Caller): { showId: number; userId: number } | undefined {
    const showId = watchers.remove(caller);
    if (showId === undefined) return undefined;
    rooms.quit(caller, showId);
    return watchers.isWatching(caller.userId, showId) ? undefined : { showId, userId: caller.userId };
  }

  async function join(caller: Caller, showId: number): Promise<SeatsSnapshot> {
    waiting.delete(caller);
    try {
      const role = (await selectRoles(pool, [caller.userId])).get(caller.userId);
      if (!role) throw new Refusal('UNAUTHENTICATED');
      const left = leave(caller);
      if (left && left.showId !== showId) await seating.endWatch(left);
      const snapshot = await rooms.enter(caller, showId, role === 'ADMIN' ? 'administrators' : 'customers');
      watchers.add(caller, showId);
      await seating.keepHolds([{ showId, userId: caller.userId }]);
      return snapshot;
    } catch (error) {
      if (isUnavailable(error) && caller.isConnected()) waiting.set(caller, showId);
      throw error;
    }
  }

  async function letIn(): Promise<void> {
    const turns = [...waiting].map(([caller, showId]) =>
      caller.inTurn(async () => {
        if (waiting.get(caller) === showId) await join(caller, showId).catch(() => {});
      }),
    );
    await Promise.all(turns);
  }

  realtime.answer('join-show', { payload: showRef, answer: (caller, { showId }) => join(caller, showId) });

  realtime.answer('leave-show', {
    payload: showRef,
    async answer(caller, { showId }) {
      if (waiting.get(caller) === showId) waiting.delete(caller);
      if (watchers.showOf(caller) === showId) {
        const left = leave(caller);
        if (left) await seating.endWatch(left);
      }
      return { success: true };
    },
  });

  realtime.answer('block-seats', {
    payload: seatsRequest,
    respondsWith: 'seat-block-response',
    answer: ({ userId }, { showId, seats }) =>
      seating.holdSeats({ showId, userId, seats, isWatching: watchers.isWatching(userId, showId) }),
  });

  realtime.answer('unblock-seats', {
    payload: unblockRequest,
    respondsWith: 'seat-unblock-response',
    outlivesSocket: true,
    async answer({ userId }, { showId, seats }) {
      const unblocked = await seating.releaseHolds({ showId, userId, seats });
      const message = unblocked.length > 0 ? 'The seats are free again.' : 'You hold none of these seats.';
      return { success: true, showId, unblocked, message };
    },
  });

  realtime.answer('get-seat-availability', {
    payload: showRef,
    respondsWith: 'seat-availability',
    answer: async (_caller, { showId }) => ({ success: true, ...(await rooms.readSnapshot(showId)) }),
  });

  realtime.onGone(async (caller) => {
    waiting.delete(caller);
    const left = leave(caller);
    if (left) await seating.startGrace(left).catch(report.trouble);
  });

  const notifications = listenTo({
    connection,
    channel: SEAT_CHANNEL,
    onMessage: (payload) => rooms.tell(parseChanges(payload)),
    onConnected: rooms.refresh,
    onLost: report.trouble,
  });
  const stopSweeping = repeat(SWEEP_MS, async () => report.lapsed(await seating.releaseLapsedHolds()), report.trouble);
  const pulseMs = watchPulseSeconds(config.holdGraceSeconds) * 1000;
  const stopPulse = repeat(
    pulseMs,
    async () => {
      const everyone = watchers.all();
      if (everyone.length > 0) await seating.keepHolds(everyone);
    },
    report.trouble,
  );

  const stopLettingIn = repeat(LET_IN_MS, letIn, report.trouble);

  return {
    rooms: rooms.count,
    async close() {
      await Promise.all([stopSweeping(), stopPulse(), stopLettingIn(), notifications.close()]);
    },
  };
}

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
