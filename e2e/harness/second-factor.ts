/** An authenticator app. Doesn't depend on a test runner. */
import { Secret, TOTP } from 'otpauth';

const PERIOD_MS = 30_000;

/** A code works once, but the server accepts the next one early, so it can be used right after the current one. */
export function codeOf(secret: string, which: 'current' | 'next' = 'current'): string {
  const timestamp = Date.now() + (which === 'next' ? PERIOD_MS : 0);
  return new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) }).generate({ timestamp });
}
