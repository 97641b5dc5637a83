import { describe, expect, it, test } from 'vitest';
import {
  areDifferent,
  dayText,
  describePage,
  idText,
  instantInput,
  keptNameText,
  nameText,
  numberText,
  optionalNameText,
  optionalText,
  paging,
  requiredText,
  searchText,
  seatId,
  success,
  successPage,
  text,
  withDefault,
} from './http.ts';
import { MAX_ID } from './limits.ts';

interface Schema {
  safeParse(value: unknown): { success: boolean; data?: unknown; error?: { issues: { message: string }[] } };
}
const parse = (schema: Schema, value: unknown) => schema.safeParse(value).data;
const accepts = (schema: Schema, value: unknown) => schema.safeParse(value).success;
const messageOf = (schema: Schema, value: unknown) => schema.safeParse(value).error?.issues[0]?.message;

describe('a number in a path or query', () => {
  const days = numberText(/^\d{1,3}$/, 365, 'Not a number of days');

  it('is read from plain digits within its bounds', () => {
    expect(['1', '030', '365'].map((value) => parse(days, value))).toEqual([1, 30, 365]);
  });

  it.each(['0', '366', '-1', '5abc', '1e3', '0x10', '', ' 1'])('is not %j', (value) => {
    expect(messageOf(days, value)).toBe('Not a number of days');
  });

  it('may be missing where it has a default', () => {
    const withThirty = withDefault(days, 30);
    expect([parse(withThirty, undefined), parse(withThirty, '7')]).toEqual([30, 7]);
  });

  it('is described to clients as a number', () => {
    expect(days.meta()).toMatchObject({ inDocument: { type: 'integer', minimum: 1, maximum: 365 } });
    expect(withDefault(days, 30).meta()).toMatchObject({ inDocument: { default: 30 } });
  });

  it('is an id up to the largest the database can hold', () => {
    expect([parse(idText, '7'), parse(idText, String(MAX_ID))]).toEqual([7, MAX_ID]);
    expect(['0', '07', String(MAX_ID + 1), '12345678901'].map((value) => accepts(idText, value))).not.toContain(true);
  });
});

test('seat ids are read in any case and written in capitals', () => {
  expect(['c4', 'J10', 'a1'].map((value) => parse(seatId, value))).toEqual(['C4', 'J10', 'A1']);
  expect(['K1', 'A0', 'A11', 'A', '1', 'A1 '].map((value) => accepts(seatId, value))).not.toContain(true);
});

test('a list names something twice, or it does not', () => {
  expect([areDifferent([]), areDifferent(['A1', 'A2']), areDifferent(['A1', 'A2', 'A1'])]).toEqual([true, true, false]);
});

describe('a text', () => {
  it.each(['a\0b', '\0', 'half \ud83c', '\udfac half'])('cannot be %j', (value) => {
    for (const schema of [text(), requiredText(9, 'Missing'), optionalText(9)])
      expect(accepts(schema, value)).toBe(false);
  });

  it('says what is wrong with it', () => {
    expect(messageOf(text(), '\0')).toContain('NUL');
    expect(messageOf(text(), '\ud83c')).toContain('half of a character');
    const { error } = nameText(9, 'Missing').safeParse('As\u200bha');
    expect(error?.issues[0]).toMatchObject({ code: 'custom', message: expect.stringContaining('invisible') });
  });

  it('can have whole characters outside the first plane', () => {
    expect(parse(text(), '🎬')).toBe('🎬');
  });

  it('that is required says so when it is missing, and only then', () => {
    const title = requiredText(5, 'Title is required');
    for (const missing of [undefined, null, '', '  ']) expect(messageOf(title, missing)).toBe('Title is required');
    expect(messageOf(title, 7)).not.toBe('Title is required');
    expect([accepts(title, 'x'.repeat(5)), messageOf(title, 'x'.repeat(6))]).toEqual([true, 'At most 5 characters']);
    expect(parse(title, '  Asha ')).toBe('Asha');
  });

  it('without a message of its own says what zod says', () => {
    expect(messageOf(text(), undefined)).toMatch(/expected string/);
  });

  it.each([
    ['text', optionalText],
    ['name', optionalNameText],
  ])('that is an optional %s is null where it is missing or blank', (_, optional) => {
    const schema = optional(5);
    for (const none of [undefined, null, '', '  ']) expect(parse(schema, none)).toBeNull();
    expect(parse(schema, ' Asha ')).toBe('Asha');
    expect(messageOf(schema, 'x'.repeat(6))).toBe('At most 5 characters');
  });

  it('that is kept when it is missing is cleared by null or blanks', () => {
    const city = keptNameText(5);
    expect(city.parse(undefined)).toBeUndefined();
    for (const none of [null, '', '  ']) expect(parse(city, none)).toBeNull();
    expect(parse(city, ' Goa ')).toBe('Goa');
    expect(messageOf(city, 'x'.repeat(6))).toBe('At most 5 characters');
  });

  it('to search for is trimmed, and blank means all', () => {
    expect([undefined, '', '  '].map((value) => searchText.parse(value))).toEqual([undefined, undefined, undefined]);
    expect(parse(searchText, ' Asha ')).toBe('Asha');
    expect([accepts(searchText, 'x'.repeat(200)), accepts(searchText, 'x'.repeat(201))]).toEqual([true, false]);
  });
});

describe('an instant in a request', () => {
  const start = () => instantInput('Start is required');

  it('is in UTC, in a year that calendars and the database can hold', () => {
    for (const value of ['1970-01-01T00:00:00Z', '2026-11-15T13:30:00.000Z', '9998-12-31T23:59:59.999Z'])
      expect(parse(start(), value)).toEqual(new Date(value));
  });

  it.each([
    '1969-12-31T23:59:59Z',
    '9999-01-01T00:00:00Z',
    '2026-11-15',
    '2026-11-15T13:30:00+05:30',
    '2026-02-30T00:00:00Z',
  ])('is not %s', (value) => expect(accepts(start(), value)).toBe(false));

  it('says when it is missing, and what it should look like when it is wrong', () => {
    for (const missing of [undefined, null]) expect(messageOf(start(), missing)).toBe('Start is required');
    const hint = messageOf(start(), 'tomorrow');
    expect(hint).toContain('2026-11-15T13:30:00Z');
    expect(messageOf(start(), '1969-12-31T23:59:59Z')).toContain('1970');
    expect(messageOf(start(), '9999-01-01T00:00:00Z')).toContain('9998');
    expect([messageOf(instantInput(), undefined), messageOf(instantInput(), 'tomorrow')]).toEqual([hint, hint]);
  });
});

test.each([
  ['1970-01-01', true],
  ['9998-12-31', true],
  ['1969-12-31', false],
  ['9999-01-01', false],
  ['2026-02-30', false],
])('a cinema day can be %s: %s', (value, isDay) => {
  expect(accepts(dayText, value)).toBe(isDay);
});

describe('pages', () => {
  it('are the first one and ten items unless asked otherwise, and a hundred items at most', () => {
    expect(paging.parse({})).toEqual({ page: 1, limit: 10 });
    expect(paging.parse({ page: '3', limit: '100' })).toEqual({ page: 3, limit: 100 });
    expect(paging.parse({ limit: '101' }).limit).toBe(100);
    expect(accepts(paging, { page: '0' })).toBe(false);
  });

  it('name in the message what was wrong', () => {
    expect(messageOf(paging, { page: 'x' })).toContain('page');
    expect(messageOf(paging, { limit: 'x' })).toContain('limit');
  });

  it.each([
    [1, 10, 0, { totalPages: 0, hasNextPage: false, hasPrevPage: false }],
    [2, 10, 0, { totalPages: 0, hasNextPage: false, hasPrevPage: false }],
    [1, 10, 10, { totalPages: 1, hasNextPage: false, hasPrevPage: false }],
    [1, 10, 11, { totalPages: 2, hasNextPage: true, hasPrevPage: false }],
    [2, 10, 21, { totalPages: 3, hasNextPage: true, hasPrevPage: true }],
    [3, 10, 21, { totalPages: 3, hasNextPage: false, hasPrevPage: true }],
  ])('page %i of %i items each, %i in all', (page, limit, total, rest) => {
    expect(describePage(page, limit, total)).toEqual({ page, limit, total, ...rest });
  });
});

test('answers are wrapped in success, and pages say which they are', () => {
  expect(success(idText).parse({ success: true, message: 'Done', data: '7' })).toEqual({
    ...{ success: true, message: 'Done', data: 7 },
  });
  const meta = describePage(1, 10, 1);
  expect(successPage(idText).parse({ success: true, data: ['7'], meta })).toEqual({ success: true, data: [7], meta });
  for (const schema of [success(idText), successPage(idText)]) expect(accepts(schema, { success: false })).toBe(false);
});
