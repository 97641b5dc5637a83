/**
 * Which characters names and email addresses may contain. Any others could make a name look like another one or like
 * nothing, or break a log line. Imports nothing, because the web app's first page uses it too.
 */

/** Control characters, line separators, and characters that change the direction of text. */
const DECEIVING = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;

/** Invisible characters: those that Unicode calls ignorable, and a few that are blank in every font. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb\u{1d159}]/u;

/** Indian scripts select half-forms and conjuncts by a joiner next to a vowel sign or virama. */
const INDIC =
  '\\p{sc=Deva}\\p{sc=Beng}\\p{sc=Guru}\\p{sc=Gujr}\\p{sc=Orya}\\p{sc=Taml}\\p{sc=Telu}\\p{sc=Knda}\\p{sc=Mlym}\\p{sc=Sinh}';
const CURSIVE = '\\p{sc=Arab}\\p{sc=Syrc}';
const PICTURE = '\\p{Extended_Pictographic}';

/** Invisible characters that change how visible ones are written. */
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

/** Returns a sentence about the name's characters if they are not allowed. */
export function problemOfName(name: string): string | undefined {
  if (DECEIVING.test(name)) {
    return "A name can't contain control characters or characters that change the direction of text";
  }
  if (INVISIBLE.test(name.replaceAll(NEEDED, ''))) return "A name can't contain invisible characters";
  if (name.trim() !== '' && !VISIBLE.test(name)) return 'A name needs at least one letter, digit or symbol';
  return undefined;
}

/** The name of deleted accounts, which nobody else may use. */
export const DELETED_USER_NAME = 'Deleted user';

const keyOf = (name: string) => name.normalize('NFKC').toLowerCase().replaceAll(/\s/g, '');

export const isDeletedUserName = (name: string): boolean => keyOf(name) === keyOf(DELETED_USER_NAME);

export const DELETED_USER_NAME_MESSAGE = 'This name is reserved for deleted accounts. Please choose another';

/** Returns whether the address, without spaces around it, has no invisible characters. */
export const isVisibleAddress = (address: string): boolean =>
  !INVISIBLE.test(address) && !/\p{C}/u.test(address.trim());
