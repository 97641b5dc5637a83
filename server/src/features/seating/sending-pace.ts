/**
 * How fast rooms are sent changes: at once while sending leaves the server time for everything else. Rooms have their turns one
 * after the other, each in another turn of the event loop, so that requests are answered in between; what is published until a
 * room's turn goes into it together. After sending that took long the next room waits for a share of that time. While the server
 * is busy all the time it has more to do than it can: the share doubles until it keeps up, so that bookings go first and what is
 * told of them comes a little later. A room that has waited long goes together with the next one.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { utilizationSinceLast } from '../../platform/observability/utilization.ts';

const LEAST_SHARE = 0.25;
const MOST_SHARE = 32;
/** Of all rooms that wait for their turns. */
const MOST_REST_MS = 500;
const LONG_WAIT_MS = 700;
const BUSY = 0.95;

/** Waits until it is the turn of one more room. */
export type SendingPace = () => Promise<void>;

/** `timeSpent` is how many milliseconds have been spent on sending so far; `utilization` is of the time since it was asked last. */
export function createSendingPace(timeSpent: () => number, utilization = utilizationSinceLast()): SendingPace {
  const waiting: { since: number; go: () => void }[] = [];
  let restUntil = 0;
  let plannedAt = performance.now();
  let accountedFor = timeSpent();
  let share = LEAST_SHARE;

  function planRest(): void {
    const spent = timeSpent() - accountedFor;
    if (spent < 1) return;
    accountedFor += spent;
    share = utilization() > BUSY ? Math.min(MOST_SHARE, share * 2) : LEAST_SHARE;
    // What was spent is part of the time since the last plan; the rest may be over already.
    restUntil = Math.max(restUntil, plannedAt) + spent + Math.min(spent * share, MOST_REST_MS / waiting.length);
    plannedAt = performance.now();
  }

  async function giveTurns(): Promise<void> {
    while (waiting.length > 0) {
      await turn();
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
