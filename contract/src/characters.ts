/**
 * Which characters names and email addresses may contain. With the others a name could look like another one, look like nothing,
 * or break a line of a log. Imports nothing, because the web app's first page uses it too.
 */

/** Control characters, line separators, and those that change the direction of what follows. */
const DECEIVING = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;

/** Characters of which nothing is seen: Unicode's ignorable ones, and a few that are blank in every font. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb\u{1d159}]/u;

/** Half-forms and conjuncts of Indian scripts are chosen by a joiner before or after a vowel sign or virama. */
const INDIC =
  '\\p{sc=Deva}\\p{sc=Beng}\\p{sc=Guru}\\p{sc=Gujr}\\p{sc=Orya}\\p{sc=Taml}\\p{sc=Telu}\\p{sc=Knda}\\p{sc=Mlym}\\p{sc=Sinh}';
const CURSIVE = '\\p{sc=Arab}\\p{sc=Syrc}';
const PICTURE = '\\p{Extended_Pictographic}';

/** Invisible characters where they change how visible ones are written. */
const NEEDED = new RegExp(
  [
    `(?<=(?=\\p{M})[${INDIC}])[\\u200c\\u200d](?=[${INDIC}])`,
    `(?<=[${INDIC}])[\\u200c\\u200d](?=(?=\\p{M})[${INDIC}])`,
    `(?<=[${CURSIVE}]\\p{M}*)[\\u200c\\u200d](?=[${CURSIVE}])`,
    `(?<=${PICTURE}[\\ufe0f\\p{Emoji_Modifier}]?)\\u200d(?=${PICTURE})`,
    `(?<=${PICTURE})[\\ufe0e\\ufe0f]`,
    '(?<=[0-9#*])\\ufe0f(?=\\u20e3)',
    '(?<=\\p{Unified_Ideograph})[\\ufe00-\\ufe02\\u{e0100}-\\u{e01ef}]',
  ].join('|'),
  'gu',
);

const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** What is wrong with the characters of a name, if anything. */
export function problemOfName(name: string): string | undefined {
  if (DECEIVING.test(name)) {
    return 'A name cannot contain control characters or characters that change the direction of text';
  }
  if (INVISIBLE.test(name.replaceAll(NEEDED, ''))) return 'A name cannot contain invisible characters';
  if (name.trim() !== '' && !VISIBLE.test(name)) return 'A name needs at least one letter, digit or sign';
  return undefined;
}

/** What deleted accounts are called, so nobody else can be. */
export const DELETED_USER_NAME = 'Deleted user';

const keyOf = (name: string) => name.normalize('NFKC').toLowerCase().replaceAll(/\s/g, '');

export const isDeletedUserName = (name: string): boolean => keyOf(name) === keyOf(DELETED_USER_NAME);

export const DELETED_USER_NAME_MESSAGE = 'Deleted accounts have this name. Please choose another one';

/** Whether nothing in the address is invisible; spaces around it do not count. */
export const isVisibleAddress = (address: string): boolean =>
  !INVISIBLE.test(address) && !/\p{C}/u.test(address.trim());
