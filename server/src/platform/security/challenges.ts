/**
 * Challenges that need no row until they are used: random bytes with an expiry, signed for one purpose. Every server with the
 * same secret accepts them. The caller must store used ones until they expire, because a signature alone permits a replay.
 */
import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { keyBytes, type SecretKeys } from './secrets.ts';

export const CHALLENGE_SECONDS = 300;
const RANDOM_BYTES = 16;
const BODY_BYTES = RANDOM_BYTES + 6;

export type Challenges = ReturnType<typeof createChallenges>;

export function createChallenges({ current, previous }: SecretKeys) {
  const keys = [current, ...previous].map((secret) => hkdfSync('sha256', keyBytes(secret), '', 'challenges', 32));
  const sign = (key: ArrayBuffer, body: Buffer, purpose: string) =>
    createHmac('sha256', Buffer.from(key)).update(body).update(purpose).digest();

  return {
    issue(purpose: string): Buffer<ArrayBuffer> {
      const body = Buffer.alloc(BODY_BYTES, randomBytes(RANDOM_BYTES));
      body.writeUIntBE(Date.now() + CHALLENGE_SECONDS * 1000, RANDOM_BYTES, 6);
      return Buffer.concat([body, sign(keys[0] as ArrayBuffer, body, purpose)]);
    },
    /** `challenge` is base64url. Returns when it expires, or undefined if it has expired or has another purpose. */
    check(challenge: string, purpose: string): Date | undefined {
      const bytes = Buffer.from(challenge, 'base64url');
      if (bytes.length !== BODY_BYTES + 32 || bytes.toString('base64url') !== challenge) return undefined;
      const body = bytes.subarray(0, BODY_BYTES);
      const isOurs = keys.some((key) => timingSafeEqual(sign(key, body, purpose), bytes.subarray(BODY_BYTES)));
      const expiresAt = body.readUIntBE(RANDOM_BYTES, 6);
      return isOurs && expiresAt > Date.now() ? new Date(expiresAt) : undefined;
    },
  };
}
