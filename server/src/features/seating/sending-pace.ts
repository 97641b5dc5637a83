/**
 * How fast rooms are sent changes: at once while sending leaves the server time for everything else. After a round that
 * took long the next one, of whichever room, waits for a share of that time; what is published meanwhile goes into that round
 * together. A server that is late even for that has more to do than it can: the share doubles until it keeps up, so that
 * bookings go first and what is told of them comes a little later.
 */
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';

const LEAST_SHARE = 0.5;
const MOST_SHARE = 8;
const MOST_REST_MS = 250;
const LATE_MS = 20;

export interface SendingPace {
  /** Waits until the next round may begin. */
  wait(): Promise<void>;
  /** Sends one round. */
  send(round: () => void): void;
}

export function createSendingPace(): SendingPace {
  let restUntil = 0;
  let share = LEAST_SHARE;

  async function rest(): Promise<void> {
    const until = restUntil;
    await pause(until - performance.now(), undefined, { ref: false });
    const isLate = performance.now() - until > LATE_MS;
    // Whichever room wakes first decides for all that rested with it.
    if (until === restUntil) share = isLate ? Math.min(MOST_SHARE, share * 2) : Math.max(LEAST_SHARE, share / 2);
  }

  return {
    wait: () => (restUntil - performance.now() > 1 ? rest() : turn()),
    send(round) {
      const began = performance.now();
      round();
      const ended = performance.now();
      restUntil = Math.min(Math.max(restUntil, ended) + (ended - began) * share, ended + MOST_REST_MS);
    },
  };
}
