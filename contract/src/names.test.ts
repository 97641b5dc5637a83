import { describe, expect, it, test } from 'vitest';
import { emailAddress, profileChange, signupRequest } from './accounts.ts';
import { cinemaInput, movieInput, screenInput } from './catalogue.ts';

const DECEIVING = [
  '\u0007',
  '\n',
  '\r',
  '\t',
  '\u001b',
  '\u0085',
  '\u202e',
  '\u202a',
  '\u2066',
  '\u2069',
  '\u200f',
  '\u2028',
];

/** Soft hyphen, Hangul fillers, Khmer vowels, Mongolian separator, zero-width ones, word joiner, variation selectors, BOM, tags. */
const INVISIBLE = [
  ...['\u00ad', '\u034f', '\u115f', '\u1160', '\u17b4', '\u180b', '\u180e', '\u200b', '\u200c', '\u200d', '\u2060'],
  ...[
    '\u2064',
    '\u206f',
    '\u2800',
    '\u3164',
    '\ufe00',
    '\ufe0f',
    '\ufeff',
    '\uffa0',
    '\ufff9',
    '\u{1d173}',
    '\u{e0001}',
  ],
  ...['\u{e0067}', '\u{e0100}'],
];

const named = (name: string) => [
  signupRequest.safeParse({ name, email: 'asha@example.com', password: 'matinee' }),
  cinemaInput.safeParse({ name }),
  cinemaInput.safeParse({ name: 'Regal', city: name }),
  screenInput.safeParse({ name, cinemaId: 1 }),
  movieInput.safeParse({ title: name }),
];

describe('names of people, cinemas, screens and movies', () => {
  it.each(
    [...DECEIVING, ...INVISIBLE].map((character) => [
      character.codePointAt(0)?.toString(16).padStart(4, '0'),
      character,
    ]),
  )('cannot contain U+%s, inside, around or alone', (_, character) => {
    for (const name of [`As${character}ha`, `Asha${character}`, `${character}Asha`, character])
      expect(named(name).map(({ success }) => success)).toEqual([false, false, false, false, false]);
  });

  it.each([
    ...['Zoë D’Souza', 'क्‍ष और ज्ञ', 'র‍্যাব', '大阪', 'אורי', 'علی', 'می\u200cخواهم', '👩‍👩‍👧 Matinée', '  Asha  '],
    ...['❤️‍🔥', '👩🏽‍🚀', '1️⃣', '葛\u{e0100}城', '300', '?', 'ශ්\u200dරී'],
  ])('can be %s', (name) => {
    expect(named(name).map(({ success }) => success)).toEqual([true, true, true, true, true]);
  });
});

it.each([...['\u200d\u200d', 'क्\u200d\u200dष', 'क\u200cख', 'Asha\u200d🎬', '\u0301', '\u0301\u0302', '1\ufe0f']])(
  'a name cannot be %j: its joiners or variation selectors have no effect, or nothing is visible',
  (name) => {
    expect(named(name).map(({ success }) => success)).toEqual([false, false, false, false, false]);
  },
);

test.each([...DECEIVING.filter((character) => character.trim() !== ''), ...INVISIBLE])(
  'an email address cannot contain %j',
  (character) => {
    for (const address of [
      `as${character}ha@example.com`,
      `asha@exa${character}mple.com`,
      `${character}asha@example.com`,
    ])
      expect(emailAddress.safeParse(address).success).toBe(false);
    expect(emailAddress.safeParse(`asha@example.com${character}`).success).toBe(false);
  },
);

test.each(DECEIVING)('an email address cannot contain %j inside', (character) => {
  expect(emailAddress.safeParse(`as${character}ha@example.com`).success).toBe(false);
});

test.each(['आशा@example.com', ' asha@example.com\n', 'asha@उदाहरण.भारत'])('an email address can be %j', (address) => {
  expect(emailAddress.safeParse(address).success).toBe(true);
});

test.each([
  'Deleted user',
  'DELETED USER',
  '  deleted   user ',
  'Deleteduser',
  'Ｄｅｌｅｔｅｄ　ｕｓｅｒ',
  'Deleted\u00a0user',
  'ⓓeleted user',
])('nobody can be called %j', (name) => {
  for (const parsed of [
    signupRequest.safeParse({ name, email: 'asha@example.com', password: 'matinee' }),
    profileChange.safeParse({ name }),
  ])
    expect(parsed.success).toBe(false);
  expect(cinemaInput.safeParse({ name }).success).toBe(true);
});

test.each(['https://user:password@example.com/x.jpg', 'http://user@example.com/x.jpg', 'https://:secret@example.com/'])(
  'a poster cannot be %s',
  (posterUrl) => expect(movieInput.safeParse({ title: 'Monsoon', posterUrl }).success).toBe(false),
);
