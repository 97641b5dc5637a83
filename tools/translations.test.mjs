import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ACCESSIBILITY_NAMES } from '../contract/src/accessibility.ts';
import { DELETED_USER_NAME_MESSAGE, problemOfName } from '../contract/src/characters.ts';
import { ERRORS } from '../contract/src/errors.ts';
import { NO_SEATS_MESSAGE, TOO_MANY_SEATS_MESSAGE } from '../contract/src/seats.ts';
import { projectFile } from './project.mjs';
import {
  cataloguesOf,
  compile,
  FOR_STAFF,
  faultsOf,
  keyOf,
  messagesIn,
  messagesOf,
  placeholdersIn,
  sourcesOf,
  untranslatedIn,
} from './translations.mjs';

/** Refusals that only administrators and clients of the API see. */
const NOT_FOR_CUSTOMERS = [
  'MALFORMED_JSON',
  'SCREEN_BUSY',
  'IN_USE',
  'IDEMPOTENCY_MISMATCH',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
];

/** What the web app translates without t(): refusals by their code, and sentences of the contract. */
const OTHERS = {
  web: [
    ...Object.keys(ERRORS).filter((code) => !NOT_FOR_CUSTOMERS.includes(code)),
    ...['\u0000', 'a\u00ad', '\u0300'].map(problemOfName),
    DELETED_USER_NAME_MESSAGE,
    ...Object.values(ACCESSIBILITY_NAMES),
    ...[NO_SEATS_MESSAGE, TOO_MANY_SEATS_MESSAGE],
    // Refusals of a hold, without a code.
    ...[ERRORS.SHOW_STARTED.message, ERRORS.SHOW_CANCELLED.message],
  ],
  server: [],
};

/** Names of headers, and what is logged only. */
const NOT_TEXTS = {
  'web/src/features/auth/language-select.tsx': ['English / हिन्दी', 'English'],
  'web/src/lib/api.ts': ['Bearer'],
  'web/src/lib/server-clock.ts': ['Date'],
  'web/src/lib/socket.ts': [
    ...['Socket not connected', 'Seat blocking timeout', 'Seat unblocking timeout', 'Seat availability timeout'],
  ],
};

const read = (file) => readFileSync(projectFile(file), 'utf8');
const packages = ['web', 'server'].flatMap((name) =>
  Object.entries(cataloguesOf(name)).map(([language, catalogue]) => ({ name, language, catalogue })),
);

it.each(packages)('the catalogue $language of $name translates every text once, and nothing else', (one) => {
  expect(faultsOf(messagesOf(one.name), one.catalogue, OTHERS[one.name])).toEqual([]);
});

describe("the code of customers' pages", () => {
  const files = sourcesOf('web').filter((file) => !FOR_STAFF.test(file));

  it('shows no text that is not passed through t()', () => {
    const found = files.flatMap((file) =>
      untranslatedIn(file, read(file), { ignored: NOT_TEXTS[file] }).map((text) => `${file} shows "${text}"`),
    );
    expect(found).toEqual([]);
  });
});

describe('the scan', () => {
  const CODE = `
    const label = t('Book Seats');
    const text = t('{count, plural, one {# seat} other {# seats}}', { count });
    export const a = <p title="Your seats">Choose {isNew ? 'New seats' : t('Seats')} <b className="flex Big">now</b></p>;
    throw new Error('Socket not connected');`;

  it('finds messages, with their values', () => {
    expect(messagesIn('a.tsx', CODE)).toMatchObject([
      { text: 'Book Seats', values: [] },
      { text: '{count, plural, one {# seat} other {# seats}}', values: ['count'] },
      { text: 'Seats', values: [] },
    ]);
  });

  // biome-ignore lint/suspicious/noTemplateCurlyInString: code that is scanned
  it.each(['t(text)', 't(`Hello ${name}`)', "t('a' + b)"])('refuses %s, which no list could have', (code) => {
    expect(() => messagesIn('a.ts', code)).toThrow('a.ts: pass t() the text itself');
  });

  it('finds texts in elements and attributes that are not translated', () => {
    expect(untranslatedIn('a.tsx', CODE)).toEqual(['Your seats', 'Choose', 'New seats', 'now']);
  });

  it.each([
    ['a text without a translation', {}, /^"Hi, {name}" in a.ts has no translation/],
    ['a translation of nothing', { 'Hi, {name}': 'नमस्ते, {name}', Old: 'पुराना' }, /^"Old" is translated/],
    ['another placeholder', { 'Hi, {name}': 'नमस्ते, {nam}' }, /other placeholders/],
  ])('reports %s', (_what, catalogue, fault) => {
    const [message] = messagesIn('a.ts', "t('Hi, {name}', { name })");
    expect(faultsOf([{ ...message, file: 'a.ts' }], catalogue)).toEqual([expect.stringMatching(fault)]);
  });

  it('reports values that the text does not have, and keys out of order', () => {
    const messages = messagesIn('a.ts', "t('B {n}', { m }); t('A')").map((message) => ({ ...message, file: 'a.ts' }));
    expect(faultsOf(messages, { 'B {n}': 'ब {n}', A: 'अ' })).toEqual([
      'a.ts passes other values than "B {n}" has.',
      '"A" is not in order.',
    ]);
  });

  it('compiles what has placeholders, and leaves the rest as it is', () => {
    expect(compile("You're in")).toBe("You're in");
    expect(keyOf('Hi, {name}')).toBe('["Hi, ",["name"]]');
    expect(placeholdersIn('{n, plural, one {# of {all}} other {#}}')).toEqual(['all', 'n']);
  });
});
