/**
 * Password rules. Customers need six characters, which the contract's schemas check. STAFF and ADMIN need more. Any account
 * may be promoted later, so the database stores for each whether its password would do (`has_weak_password`).
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

/** Returns why the password is too weak for STAFF or ADMIN, or undefined. */
export function weaknessOf(password: string, email: string): string | undefined {
  if ([...password].length < STAFF_PASSWORD_MIN) return `Password must be at least ${STAFF_PASSWORD_MIN} characters`;
  const plain = password.toLowerCase();
  const address = normalEmail(email);
  if (plain === address || plain === address.slice(0, address.lastIndexOf('@'))) {
    return 'Password must not be the email address';
  }
  return commonPasswords.has(plain) ? 'This password is too common' : undefined;
}

/** Refuses a new password that is too weak for the account's role. `path` names the input field. */
export function checkPassword(password: string, { email, role }: { email: string; role: Role }, path: string): void {
  const message = role === 'USER' ? undefined : weaknessOf(password, email);
  if (message) throw new Refusal('VALIDATION_FAILED', message, { errors: [{ path, message }] });
}
