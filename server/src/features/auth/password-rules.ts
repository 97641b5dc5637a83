/**
 * What a password must be. Six characters are enough for a customer, which the contract's schemas check. Whoever is STAFF
 * or ADMIN needs more; the database keeps only whether a password would do (`has_weak_password`), because an account may
 * become either later.
 */
import { readFileSync } from 'node:fs';
import { type Role, STAFF_PASSWORD_MIN } from '@moviebooking/contract/accounts';
import { Refusal } from '../../platform/errors/refusal.ts';
import { normalEmail } from '../../platform/security/email-key.ts';

const commonPasswords = new Set(
  readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('# ')),
);

/** Why a password will not do for STAFF or ADMIN. */
export function weaknessOf(password: string, email: string): string | undefined {
  if ([...password].length < STAFF_PASSWORD_MIN) return `Password must be at least ${STAFF_PASSWORD_MIN} characters`;
  const plain = password.toLowerCase();
  const address = normalEmail(email);
  if (plain === address || plain === address.slice(0, address.lastIndexOf('@'))) {
    return 'Password must not be the email address';
  }
  return commonPasswords.has(plain) ? 'This password is one of the most common ones' : undefined;
}

/** Refuses a new password that is too weak for the account's role; `path` is the field that it came in. */
export function checkPassword(password: string, { email, role }: { email: string; role: Role }, path: string): void {
  const message = role === 'USER' ? undefined : weaknessOf(password, email);
  if (message) throw new Refusal('VALIDATION_FAILED', message, { errors: [{ path, message }] });
}
