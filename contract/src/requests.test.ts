/** What requests may say, beyond what their types say. */
import { describe, expect, test } from 'vitest';
import { confirmationPath, emailAddress, resetPath, signupRequest } from './accounts.ts';
import { adminBookingQuery, analyticsQuery } from './admin.ts';
import { bookingRequest, seatSelection } from './bookings.ts';
import {
  closedSeatsInput,
  movieInput,
  movieQuery,
  screenInput,
  showInput,
  showQuery,
  ticketPrice,
} from './catalogue.ts';
import { listedText, plainCode } from './check-in.ts';
import { seatsRequest, showRef, unblockRequest } from './live.ts';
import { schedulePlan } from './scheduling.ts';
import { NAMED_TWICE_MESSAGE, NO_SEATS_MESSAGE, TOO_MANY_SEATS_MESSAGE } from './seats.ts';

interface Schema {
  safeParse(value: unknown): { success: boolean; error?: { issues: { message: string; path: PropertyKey[] }[] } };
}
const accepts = (schema: Schema, value: unknown) => schema.safeParse(value).success;
const messageOf = (schema: Schema, value: unknown) => schema.safeParse(value).error?.issues[0]?.message;
const pathOf = (schema: Schema, value: unknown) => schema.safeParse(value).error?.issues[0]?.path.join('.');

describe('seats to book', () => {
  test('are one to six different ones, and come out in seat order', () => {
    expect(seatSelection.parse(['b1', 'A10', 'A2'])).toEqual(['A2', 'A10', 'B1']);
    expect(accepts(seatSelection, ['A1', 'A2', 'A3', 'A4', 'A5', 'A6'])).toBe(true);
  });

  test.each([
    [undefined, NO_SEATS_MESSAGE],
    [[], NO_SEATS_MESSAGE],
    [['A1', 'A2', 'A3', 'A4', 'A5', 'A6', 'A7'], TOO_MANY_SEATS_MESSAGE],
    [['A1', 'a1'], NAMED_TWICE_MESSAGE],
  ])('cannot be %j', (seats, message) => {
    expect(messageOf(seatSelection, seats)).toBe(message);
  });

  test('that are no list are told from seats that are missing', () => {
    expect(accepts(seatSelection, 'A1')).toBe(false);
    expect(messageOf(seatSelection, 'A1')).toContain('list');
    expect(messageOf(seatSelection, null)).toBe(messageOf(seatSelection, 'A1'));
  });

  test.each([
    [undefined, true],
    [0, true],
    [199.5, true],
    [600_000, true],
    [600_000.01, false],
    [-1, false],
    [199.505, false],
    ['250', false],
  ])('can be expected to cost %s: %s', (expectedTotal, isValid) => {
    expect(accepts(bookingRequest, { showId: 1, seats: ['A1'], expectedTotal })).toBe(isValid);
  });
});

test('live requests name a show, and seats where they concern some', () => {
  expect(showRef.parse({ showId: 1 })).toEqual({ showId: 1 });
  expect(seatsRequest.parse({ showId: 1, seats: ['a2', 'A1'] })).toEqual({ showId: 1, seats: ['A1', 'A2'] });
  expect(unblockRequest.parse({ showId: 1, seats: ['a1'] })).toEqual({ showId: 1, seats: ['A1'] });
  for (const all of [undefined, null]) expect(unblockRequest.parse({ showId: 1, seats: all }).seats).toBe(all);
  for (const schema of [showRef, seatsRequest, unblockRequest]) expect(accepts(schema, { seats: ['A1'] })).toBe(false);
  expect(accepts(seatsRequest, { showId: 1 })).toBe(false);
});

describe('seats to close', () => {
  test('can be none or all, each once', () => {
    expect(closedSeatsInput.parse({ seats: [] }).seats).toEqual([]);
    expect(closedSeatsInput.parse({ seats: ['b1', 'A10', 'A2'] }).seats).toEqual(['A2', 'A10', 'B1']);
    expect(messageOf(closedSeatsInput, { seats: ['A1', 'a1'] })).toBe(NAMED_TWICE_MESSAGE);
  });
});

describe('a price', () => {
  test.each([0, 199.5, 100_000])('can be %s rupees', (price) => expect(ticketPrice.parse(price)).toBe(price));
  test.each([-1, 100_000.01, 199.505, '250', Number.NaN])('cannot be %s', (price) =>
    expect(accepts(ticketPrice, price)).toBe(false),
  );

  test('of minus zero is zero', () => {
    expect(Object.is(ticketPrice.parse(-0), 0)).toBe(true);
  });

  test('that is missing is told from one that is wrong', () => {
    const missing = messageOf(ticketPrice, undefined);
    expect(messageOf(ticketPrice, null)).toBe(missing);
    expect(messageOf(ticketPrice, '250')).toContain('number of rupees');
  });
});

describe('a show', () => {
  const valid = { movieId: 1, screenId: 1, price: 250, startTime: '2026-11-15T13:30:00Z' };

  test('needs a movie, a screen, a price and a start, and says the same for each that is missing', () => {
    expect(accepts(showInput, valid)).toBe(true);
    const missing = ['movieId', 'screenId', 'price', 'startTime'].flatMap((field) => [
      messageOf(showInput, { ...valid, [field]: undefined }),
      messageOf(showInput, { ...valid, [field]: null }),
    ]);
    expect(new Set(missing)).toEqual(new Set(['All fields are required']));
  });

  test('that names no id says what is wrong with it', () => {
    expect(messageOf(showInput, { ...valid, movieId: 'x' })).not.toBe('All fields are required');
  });
});

describe('a movie', () => {
  const accepted = (fields: object) => movieInput.parse({ title: 'Monsoon', ...fields });

  test('without what is optional has none of it', () => {
    const none = { description: null, durationMin: null, posterUrl: null };
    expect(accepted({})).toMatchObject(none);
    expect(accepted({ description: ' ', durationMin: null, posterUrl: ' ' })).toMatchObject(none);
    expect(accepted({ durationMin: 90 }).durationMin).toBe(90);
  });

  test.each([
    '/posters/monsoon.svg',
    'https://example.com/x.jpg',
    'HTTP://example.com/x.jpg',
    'https://example.com:8080/x.jpg?y=1#z',
  ])('can have the poster %s', (posterUrl) => expect(accepted({ posterUrl }).posterUrl).toBe(posterUrl));

  test.each([
    '//example.com/x.jpg',
    'posters/x.jpg',
    'ftp://example.com/x.jpg',
    'javascript:alert(1)',
    'javascript://x/https://example.com',
    'a https://example.com/x.jpg',
    'https:///x.jpg',
    'https://',
    'https://exa mple.com/x.jpg',
    '/posters\\x.jpg',
    '/posters/\u0007.jpg',
    'https://[x',
    'https://user@example.com/',
    'https://:secret@example.com/',
    `/${'x'.repeat(2048)}`,
  ])('cannot have the poster %j', (posterUrl) =>
    expect(accepts(movieInput, { title: 'Monsoon', posterUrl })).toBe(false),
  );

  test.each([0, 601, 1.5])('cannot last %s minutes', (durationMin) =>
    expect(accepts(movieInput, { title: 'Monsoon', durationMin })).toBe(false),
  );
});

test('a screen may have no capacity', () => {
  const capacityOf = (capacity?: number | null) =>
    screenInput.parse({ name: 'Audi 1', cinemaId: 1, capacity }).capacity;
  expect([capacityOf(), capacityOf(null), capacityOf(120)]).toEqual([null, null, 120]);
});

test('lists are not narrowed by a blank', () => {
  expect(movieQuery.parse({ language: '  ', city: '' })).toMatchObject({ language: undefined, city: undefined });
  expect(movieQuery.parse({ language: ' Hindi ', city: 'Goa ' })).toMatchObject({ language: 'Hindi', city: 'Goa' });
  expect(pathOf(movieQuery, { language: 'x'.repeat(51) })).toBe('language');
  expect(accepts(showQuery, { date: 'today' })).toBe(true);
});

test('bookings can be listed by seats', () => {
  expect(adminBookingQuery.parse({ seats: 'c4,J10' }).seats).toEqual(['C4', 'J10']);
  for (const seats of ['', 'C4,', 'K1', 'C4;C5', 'C11']) expect(accepts(adminBookingQuery, { seats })).toBe(false);
});

test('analytics cover 30 days unless asked otherwise, and a year at most', () => {
  expect(analyticsQuery.parse({}).days).toBe(30);
  expect(['365', '366', '0', 'x'].map((days) => accepts(analyticsQuery, { days }))).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

describe('an email address', () => {
  test.each(['asha@example.com', 'आशा@उदाहरण.भारत'])('can be %s', (email) =>
    expect(emailAddress.parse(` ${email} `)).toBe(email),
  );
  test.each([
    'asha',
    'asha@example',
    'asha.rao@example',
    'asha@example.',
    '@example.com',
    'a b@example.com',
    `${'x'.repeat(250)}@x.in`,
  ])('cannot be %s', (email) => expect(accepts(emailAddress, email)).toBe(false));
});

test.each([
  ['12345', false],
  ['123456', true],
  ['x'.repeat(128), true],
  ['x'.repeat(129), false],
])('a password can be %s: %s', (password, isValid) => {
  expect(accepts(signupRequest, { name: 'Asha', email: 'asha@example.com', password })).toBe(isValid);
});

test('links carry their token behind the #, which browsers send to no server', () => {
  expect([resetPath('t'), confirmationPath('t')]).toEqual(['/reset-password#token=t', '/confirm-email#token=t']);
});

describe('a ticket code', () => {
  test('is read the same however it is typed', () => {
    expect(plainCode('  mb-7-oil0l ')).toBe('MB-7-01101');
  });

  test('stands in the list of its own show only', () => {
    expect(listedText(5, ' mb-o ')).toBe('5:MB-0');
  });
});

describe('a plan of many shows', () => {
  const run = {
    kind: 'run',
    movieId: 1,
    screenIds: [1, 2],
    from: '2026-01-01',
    to: '2026-01-07',
    times: ['18:30', '09:00'],
    price: 250,
  };
  const copy = { kind: 'copy', cinemaId: 1, from: '2026-01-01', days: 7, to: '2026-01-08' };

  test('runs on all days of the week unless asked otherwise', () => {
    expect(schedulePlan.parse(run)).toMatchObject({ weekdays: [1, 2, 3, 4, 5, 6, 7] });
    expect(schedulePlan.parse({ ...run, to: run.from, weekdays: [7] })).toMatchObject({ weekdays: [7] });
  });

  test.each([
    [{ screenIds: [1, 1] }, 'screenIds'],
    [{ weekdays: [1, 1] }, 'weekdays'],
    [{ times: ['18:30', '18:30'] }, 'times'],
    [{ times: ['24:00'] }, 'times.0'],
    [{ to: '2025-12-31' }, 'to'],
    [{ to: '2027-01-02' }, 'to'],
  ])('cannot run with %j', (fields, path) => {
    expect(pathOf(schedulePlan, { ...run, ...fields })).toBe(path);
  });

  test('can run for a year', () => {
    expect(accepts(schedulePlan, { ...run, to: '2027-01-01' })).toBe(true);
  });

  test('copies one day or seven to another date', () => {
    expect(['2026-01-08', '2025-12-01'].map((to) => accepts(schedulePlan, { ...copy, to }))).toEqual([true, true]);
    expect(pathOf(schedulePlan, { ...copy, to: copy.from })).toBe('to');
    expect(pathOf(schedulePlan, { ...copy, days: 2 })).toBe('days');
  });
});
