import { describe, expect, it, test } from 'vitest';
import { emailAddress, signupRequest } from './accounts.ts';
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

const named = (name: string) => [
  signupRequest.safeParse({ name, email: 'asha@example.com', password: 'matinee' }),
  cinemaInput.safeParse({ name }),
  cinemaInput.safeParse({ name: 'Regal', city: name }),
  screenInput.safeParse({ name, cinemaId: 1 }),
  movieInput.safeParse({ title: name }),
];

describe('names of people, cinemas, screens and movies', () => {
  it.each(DECEIVING.map((character) => [character.codePointAt(0)?.toString(16).padStart(4, '0'), character]))(
    'cannot contain U+%s, inside or at the end',
    (_, character) => {
      for (const name of [`As${character}ha`, `Asha${character}`])
        expect(named(name).map(({ success }) => success)).toEqual([false, false, false, false, false]);
    },
  );

  it.each(['Zoë D’Souza', 'क्‍ष और ज्ञ', '大阪', 'אורי', 'علی', '👩‍👩‍👧 Matinée', '  Asha  '])('can be %s', (name) => {
    expect(named(name).map(({ success }) => success)).toEqual([true, true, true, true, true]);
  });
});

test.each(DECEIVING)('an email address cannot contain %j', (character) => {
  expect(emailAddress.safeParse(`as${character}ha@example.com`).success).toBe(false);
  expect(emailAddress.safeParse('आशा@example.com').success).toBe(true);
});

test.each(['https://user:password@example.com/x.jpg', 'http://user@example.com/x.jpg', 'https://:secret@example.com/'])(
  'a poster cannot be %s',
  (posterUrl) => expect(movieInput.safeParse({ title: 'Monsoon', posterUrl }).success).toBe(false),
);
