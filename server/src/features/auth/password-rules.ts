/**
 * Password rules. Customers need six characters, which the contract's schemas check. STAFF and ADMIN need more. Any account
 * may be promoted later, so the database stores for each whether its password would do (`has_weak_password`).
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Role, STAFF_PASSWORD_MIN } from '@moviebooking/contract/accounts';
import { Refusal } from '../../platform/errors/refusal.ts';
import { normalEmail } from '../../platform/security/email-key.ts';

/**
 * The 10,000 passwords of ten or more characters that were found most often in breaches, each as the first four bytes of the
 * SHA-256 of its lower case, sorted. They come from the 10-million-password list of SecLists (MIT licence, Copyright (c)
 * Daniel Miessler). One in 430,000 other passwords is refused with them.
 */
const breachedPasswords = readFileSync(new URL('./breached-passwords.bin', import.meta.url));
const HASH_BYTES = 4;

function isBreached(plain: string): boolean {
  const hash = createHash('sha256').update(plain).digest().readUInt32BE();
  let [from, to] = [0, breachedPasswords.length / HASH_BYTES];
  while (from < to) {
    const middle = (from + to) >> 1;
    const found = breachedPasswords.readUInt32BE(middle * HASH_BYTES);
    if (found === hash) return true;
    if (found < hash) from = middle + 1;
    else to = middle;
  }
  return false;
}

/** Words that attackers try first at a cinema. The name of the site and the parts of the user's address are added to them. */
const SITE_WORDS = [
  'moviebooking',
  'booking',
  'cinemas',
  'cinema',
  'movies',
  'movie',
  'films',
  'film',
  'theatre',
].concat([
  'theater',
  'screen',
  'tickets',
  'ticket',
  'seats',
  'seat',
  'shows',
  'show',
  'administrator',
  'admin',
  'manager',
  'staff',
]);

const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{M}]{3,}/gu) ?? [];

let brandWords: string[] = [];

/** Forbids passwords made of the site's name. Call it when the program starts. */
export function forbidInPasswords(brand: string): void {
  brandWords = [brand.toLowerCase().replaceAll(/[^\p{L}\p{M}]/gu, ''), ...wordsIn(brand)];
}

/** Tells whether nothing but digits and signs is left without those words. */
function isMadeOfKnownWords(plain: string, address: string): boolean {
  const words = [...brandWords, ...SITE_WORDS, ...wordsIn(address)].toSorted((a, b) => b.length - a.length);
  const letters = plain.replaceAll(/[^\p{L}\p{M}]/gu, '');
  return letters !== '' && words.reduce((left, word) => (word ? left.replaceAll(word, '') : left), letters) === '';
}

/** Returns why the password is too weak for STAFF or ADMIN, or undefined. */
export function weaknessOf(password: string, email: string): string | undefined {
  if ([...password].length < STAFF_PASSWORD_MIN) return `Password must be at least ${STAFF_PASSWORD_MIN} characters`;
  const plain = password.toLowerCase();
  const address = normalEmail(email);
  if (plain === address || plain === address.slice(0, address.lastIndexOf('@'))) {
    return 'Password must not be the email address';
  }
  if (isMadeOfKnownWords(plain, address))
    return 'Password must not consist of the names of this site or of your address';
  return isBreached(plain) ? 'This password is too common' : undefined;
}

/** Refuses a new password that is too weak for the account's role. `path` names the input field. */
export function checkPassword(password: string, { email, role }: { email: string; role: Role }, path: string): void {
  const message = role === 'USER' ? undefined : weaknessOf(password, email);
  if (message) throw new Refusal('VALIDATION_FAILED', message, { errors: [{ path, message }] });
}
