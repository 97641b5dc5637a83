/**
 * Limits on how many requests one user or address may send. Guessing passwords is limited by address and by account; a
 * right password gives its point back, so only wrong guesses count. Everything else is limited generously, by user where
 * one is known.
 * Counts are kept per server: with n servers behind a balancer the limits are n times as wide.
 */
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { Refusal } from './refusal.ts';

const LIMITS = {
  loginByAddress: { points: 20, duration: 60 },
  loginByAccount: { points: 20, duration: 900 },
  signupByAddress: { points: 60, duration: 60 },
  signupByAccount: { points: 10, duration: 60 },
  request: { points: 1200, duration: 60 },
} as const;

export type LimitName = keyof typeof LIMITS;

export interface RateLimits {
  /** Takes one point, or refuses with RATE_LIMITED and the seconds to wait. */
  take(limit: LimitName, key: string): Promise<void>;
  giveBack(limit: LimitName, key: string): Promise<void>;
}

const unlimited: RateLimits = { take: async () => {}, giveBack: async () => {} };

export function createRateLimits(enabled: boolean): RateLimits {
  if (!enabled) return unlimited;
  const limiters = Object.fromEntries(
    Object.entries(LIMITS).map(([name, limit]) => [name, new RateLimiterMemory(limit)]),
  ) as Record<LimitName, RateLimiterMemory>;
  return {
    async take(limit, key) {
      try {
        await limiters[limit].consume(key);
      } catch (rejection) {
        if (!(rejection instanceof RateLimiterRes)) throw rejection;
        throw new Refusal('RATE_LIMITED', undefined, {
          retryAfterSeconds: Math.max(1, Math.ceil(rejection.msBeforeNext / 1000)),
        });
      }
    },
    async giveBack(limit, key) {
      await limiters[limit].reward(key);
    },
  };
}
