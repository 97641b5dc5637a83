/**
 * Limits on how many requests one user or address may send: by user where one is known, else by address. Refused requests
 * (401, 403, 404) have a tighter limit of their own, and wrong passwords the tightest (login-guesses.ts). Apart from those,
 * counts are kept per server: with n servers behind a balancer the limits are n times as wide.
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
} as const;

export type LimitName = keyof typeof LIMITS;

export interface RateLimits extends GuessLimits {
  /** Counts one more in this minute for a user or an address, or refuses with RATE_LIMITED and the seconds to wait. */
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
