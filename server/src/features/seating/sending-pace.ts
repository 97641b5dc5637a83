/**
 * How fast rooms are sent changes: at once while sending leaves the server time for everything else. After a round that
 * took long the next one, of whichever room, waits half as long, so that sending takes two thirds of the time at most;
 * what is published meanwhile goes into that round together.
 */
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';

const REST_SHARE = 0.5;

export interface SendingPace {
  /** Waits until the next round may begin. */
  wait(): Promise<void>;
  /** Sends one round. */
  send(round: () => void): void;
}

export function createSendingPace(): SendingPace {
  let restUntil = 0;
  return {
    async wait() {
      const rest = restUntil - performance.now();
      if (rest > 1) await pause(rest, undefined, { ref: false });
      else await turn();
    },
    send(round) {
      const began = performance.now();
      round();
      const ended = performance.now();
      restUntil = Math.max(restUntil, ended) + (ended - began) * REST_SHARE;
    },
  };
}
