/** An authenticator app. Knows no test runner. */
import { Secret, TOTP } from 'otpauth';

const PERIOD_MS = 30_000;

/** A code works once, and clocks may differ by a step: the next one can be used right after the current one. */
export function codeOf(secret: string, which: 'current' | 'next' = 'current'): string {
  const timestamp = Date.now() + (which === 'next' ? PERIOD_MS : 0);
  return new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) }).generate({ timestamp });
}
