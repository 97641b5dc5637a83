/**
 * The language of the app, which stays the same until the page is reloaded. boot.js chooses it: the user's, or the one chosen
 * in this browser, or else the browser's. The English texts are in the code; build/translations.ts compiles them and the catalogues.
 */
import { i18n } from '@lingui/core';
import type { Language } from '@moviebooking/contract/accounts';
import { storage } from './storage.ts';

/** boot.js reads this storage key. */
const KEY = 'language';

type Messages = Parameters<typeof i18n.loadAndActivate>[0]['messages'];

declare global {
  /** The texts of the first page and the address of all others; undefined in English. Loaded before the app by boot.js. */
  var catalogue: { messages: Messages; rest?: string } | undefined;
}

const { messages = {}, rest } = globalThis.catalogue ?? {};

export const language: Language = globalThis.document?.documentElement.lang?.startsWith('hi') ? 'hi' : 'en';

/** For Intl. Hindi with Latin digits, as on tickets. */
export const locale = language === 'hi' ? 'hi-IN-u-nu-latn' : 'en-IN';

i18n.loadAndActivate({ locale: language, locales: locale, messages });
// Without the build, as in tests, lingui compiles messages when they are first used.
if (!import.meta.env?.DEV) i18n.setMessagesCompiler((message) => message as never);

let allTexts: Promise<void> | undefined;

/** Loads the texts of all other pages. If that fails, they are English. */
export function loadAllTexts(): Promise<void> | undefined {
  if (rest) allTexts ??= import(/* @vite-ignore */ rest).then((all) => i18n.load(language, all.default), console.warn);
  return allTexts;
}

/**
 * The text in the user's language. The message is a string literal in English, in ICU syntax:
 * t('{count, plural, one {# seat} other {# seats}}', { count }).
 */
export function t(message: string, values?: Record<string, string | number>): string {
  return i18n._(typeof message === 'string' ? message : JSON.stringify(message), values, { message });
}

/** For a sentence of the contract, or another text that isn't in this code. */
export const translationOf = (text: string): string => (i18n.messages[text] as string | undefined) ?? text;

/** The server's refusals in the user's language; undefined in English, which the server speaks. */
export const refusalFor = (code: string | undefined) => i18n.messages[code ?? ''] as string | undefined;

/** Chooses the language in this browser, and draws the page in it. Ignores languages that only a newer release knows. */
export function switchLanguage(chosen: Language | undefined): void {
  if (chosen === language || (chosen !== 'en' && chosen !== 'hi')) return;
  storage.setItem(KEY, chosen);
  // If the browser keeps nothing, the reloaded page would have the same language again.
  if (storage.isKept(KEY)) location.reload();
}
