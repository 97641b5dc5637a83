/**
 * The contract's rules for account forms, in plain code: its schemas would add 25 kB of library to the first page.
 * account-rules.test.ts keeps the two in step.
 */
import {
  DELETED_USER_NAME_MESSAGE,
  isDeletedUserName,
  isVisibleAddress,
  problemOfName,
} from '@moviebooking/contract/characters';
import { t, translationOf } from './language.ts';

export const PASSWORD_MIN = 6;
/** For STAFF and ADMIN accounts. The server enforces it. */
export const STAFF_PASSWORD_MIN = 10;
const PASSWORD_MAX = 128;
const NAME_MAX = 100;
const EMAIL_MAX = 254;
const LOOKS_LIKE_AN_ADDRESS = /^[^\s@"]{1,64}@[^\s@]{1,255}\.[^.\s@]+$/u;

const CODE_MAX = 40;

export type Rule = (text: string) => string | undefined;

const atMost = (text: string, max: number) => (text.length > max ? t('At most {max} characters', { max }) : undefined);

const name: Rule = (text) => {
  const problem = problemOfName(text);
  if (problem) return translationOf(problem);
  if (text.trim() === '') return t('Name is required');
  return (
    atMost(text.trim(), NAME_MAX) ?? (isDeletedUserName(text) ? translationOf(DELETED_USER_NAME_MESSAGE) : undefined)
  );
};

const email: Rule = (text) => {
  const address = text.trim();
  if (!isVisibleAddress(text)) return t('Please enter a valid email');
  if (address === '') return t('Email is required');
  return (
    atMost(address, EMAIL_MAX) ?? (LOOKS_LIKE_AN_ADDRESS.test(address) ? undefined : t('Please enter a valid email'))
  );
};

const presentPassword: Rule = (text) => (text === '' ? t('Password is required') : atMost(text, PASSWORD_MAX));

const newPassword: Rule = (text) =>
  text !== '' && text.length < PASSWORD_MIN
    ? t('Password must be at least {min} characters', { min: PASSWORD_MIN })
    : presentPassword(text);

const code: Rule = (text) => (text.trim() === '' ? t('Enter the code') : atMost(text.trim(), CODE_MAX));

export const loginRules = { email, password: presentPassword };
export const codeRules = { code };
export const signupRules = { name, email, password: newPassword };
export const forgotRules = { email };
export const resetRules = { password: newPassword };
export const nameRules = { name };
export const passwordRules = { currentPassword: presentPassword, newPassword };
/** For a logged-in user who has to prove their identity again. */
export const proofRules = { password: presentPassword };
