/**
 * How fast rooms are sent changes: at once while sending leaves the server time for everything else. After sending that took
 * long the next round, of whichever room, waits for a share of that time; what is published meanwhile goes into it together.
 * While the server is busy all the time it has more to do than it can: the share doubles until it keeps up, so that bookings
 * go first and what is told of them comes a little later.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { utilizationSinceLast } from '../../platform/utilization.ts';

const LEAST_SHARE = 0.25;
const MOST_SHARE = 32;
const MOST_REST_MS = 500;
const BUSY = 0.95;

/** Waits until the next round may begin. */
export type SendingPace = () => Promise<void>;

/** `timeSpent` is how many milliseconds have been spent on sending so far; `utilization` is of the time since it was asked last. */
export function createSendingPace(timeSpent: () => number, utilization = utilizationSinceLast()): SendingPace {
  let restUntil = 0;
  let plannedAt = performance.now();
  let accountedFor = timeSpent();
  let share = LEAST_SHARE;

  function planRest(): void {
    const spent = timeSpent() - accountedFor;
    if (spent < 1) return;
    accountedFor += spent;
    share = utilization() > BUSY ? Math.min(MOST_SHARE, share * 2) : LEAST_SHARE;
    const now = performance.now();
    // What was spent is part of the time since the last plan; the rest may be over already.
    restUntil = Math.min(Math.max(restUntil, plannedAt) + spent * (1 + share), now + MOST_REST_MS);
    plannedAt = now;
  }

  return async () => {
    planRest();
    const rest = restUntil - performance.now();
    if (rest > 1) await new Promise((resolve) => setTimeout(resolve, rest).unref());
    else await turn();
  };
}
