/**
 * Texts of mails in the language of their reader. A text's English is its key in `server/locales/hi.json`, so English needs no
 * catalogue. A catalogue is read when the first mail needs it, and each text is compiled once.
 */
import { readFileSync } from 'node:fs';
import { setupI18n } from '@lingui/core';
import { type CompiledMessage, compileMessage } from '@lingui/message-utils/compileMessage';
import type { Language } from '@moviebooking/contract/accounts';

/** For Intl. Hindi is written with the digits of tickets: 4, not ४. */
export const LOCALES: Readonly<Record<Language, string>> = { en: 'en-IN', hi: 'hi-IN-u-nu-latn' };

/** Takes the English text, as a literal, in ICU's message format. */
export type Translate = (message: string, values?: Record<string, string | number>) => string;

const compiled = new Map<string, CompiledMessage>();

function compileOnce(message: string): CompiledMessage {
  const found = compiled.get(message) ?? compileMessage(message);
  compiled.set(message, found);
  return found;
}

const catalogueOf = (language: Language): Record<string, string> =>
  language === 'en'
    ? {}
    : JSON.parse(readFileSync(new URL(`../../../locales/${language}.json`, import.meta.url), 'utf8'));

const translators = new Map<Language, Translate>();

export function translatorFor(language: Language): Translate {
  const t = translators.get(language) ?? openTranslator(language);
  translators.set(language, t);
  return t;
}

function openTranslator(language: Language): Translate {
  const messages = { [language]: catalogueOf(language) };
  const i18n = setupI18n({ locale: language, locales: LOCALES[language], messages }).setMessagesCompiler(compileOnce);
  return (message, values = {}) => i18n._(message, Object.fromEntries(Object.entries(values).map(keepBackslashes)));
}

/** Lingui would read a title such as "\u0041" as an escape sequence. */
const keepBackslashes = ([name, value]: [string, string | number]) => [
  name,
  typeof value === 'string' ? value.replaceAll('\\', '\\u005c') : value,
];
