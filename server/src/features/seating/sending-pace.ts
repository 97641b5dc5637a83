/**
 * Paces broadcasts, so that sending to rooms never starves requests. Rooms take turns, each in its own turn of the event
 * loop, and requests are handled in between. Everything published before a room's turn is sent in that turn. After a slow
 * turn, the next room waits for a share of the time it took. While the server is overloaded, the share doubles until it
 * keeps up: bookings go first and their broadcasts follow a little later. A room that has waited too long shares a turn
 * with the room before it.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { utilizationSinceLast } from '../../platform/observability/utilization.ts';

const MIN_SHARE = 0.25;
const MAX_SHARE = 32;
/** Divided among all rooms that wait for a turn. */
const MAX_REST_MS = 500;
const LONG_WAIT_MS = 700;
const BUSY = 0.95;

/** Resolves when the caller's room may send. */
export type SendingPace = () => Promise<void>;

/** `timeSpent` returns the milliseconds spent on sending so far; `utilization` that of the event loop since its last call. */
export function createSendingPace(timeSpent: () => number, utilization = utilizationSinceLast()): SendingPace {
  const waiting: { since: number; go: () => void }[] = [];
  let restUntil = 0;
  let plannedAt = performance.now();
  let accountedFor = timeSpent();
  let share = MIN_SHARE;

  function planRest(): void {
    const spent = timeSpent() - accountedFor;
    if (spent < 1) return;
    accountedFor += spent;
    share = utilization() > BUSY ? Math.min(MAX_SHARE, share * 2) : MIN_SHARE;
    // The time spent lies within the time since the last plan, so the rest may already be over.
    restUntil = Math.max(restUntil, plannedAt) + spent + Math.min(spent * share, MAX_REST_MS / waiting.length);
    plannedAt = performance.now();
  }

  async function giveTurns(): Promise<void> {
    while (waiting.length > 0) {
      await nextTurn();
      planRest();
      const rest = restUntil - performance.now();
      if (rest > 1) await new Promise((resolve) => setTimeout(resolve, rest).unref());
      const longAgo = performance.now() - LONG_WAIT_MS;
      do waiting.shift()?.go();
      while (waiting[0] && waiting[0].since < longAgo);
    }
  }

  return () =>
    new Promise((go) => {
      if (waiting.push({ since: performance.now(), go }) === 1) void giveTurns();
    });
}
