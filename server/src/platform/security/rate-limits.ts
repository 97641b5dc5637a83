/**
 * Rate limits per user, or per address if the user is unknown. Refused requests (401, 403, 404) have a tighter limit, and wrong
 * passwords the tightest (password-guesses.ts). Only the latter are shared; other counts are kept per worker, so n workers or
 * servers allow n times as much.
 */

import type { Pool } from '../database/database.ts';
import { Refusal } from '../errors/refusal.ts';
import { networkOf } from './client-address.ts';
import { createGuessLimits, type GuessLimits } from './password-guesses.ts';
import { createWindowCounter } from './window-counter.ts';

const MINUTE = 60;
const LIMITS = {
  request: 1200,
  refused: 600,
  signupByAddress: 60,
  /** Pictures and pages made for link previews, which take much more work than a request. */
  preview: 60,
} as const;

export type LimitName = keyof typeof LIMITS;

export interface RateLimits extends GuessLimits {
  /** Counts a request in the current minute. Throws RATE_LIMITED with the seconds to wait if that exceeds the limit. */
  take(limit: LimitName, key: string): void;
}

export const unlimited: RateLimits = {
  take: () => {},
  limitGuesses: (_, check) => check(),
  limitCodes: (_, check) => check(),
};

export function createRateLimits(enabled: boolean, pool: Pool, onProblem: (error: unknown) => void): RateLimits {
  if (!enabled) return unlimited;
  const counters = {
    request: createWindowCounter(MINUTE),
    refused: createWindowCounter(MINUTE),
    signupByAddress: createWindowCounter(MINUTE),
    preview: createWindowCounter(MINUTE),
  } satisfies Record<LimitName, unknown>;
  return {
    take(limit, key) {
      const who = networkOf(key);
      if (counters[limit].add(who) <= LIMITS[limit]) return;
      throw new Refusal('RATE_LIMITED', undefined, {
        retryAfterSeconds: Math.max(1, counters[limit].secondsLeft(who)),
      });
    },
    ...createGuessLimits(pool, onProblem),
  };
}
