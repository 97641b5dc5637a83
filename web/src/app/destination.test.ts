import { beforeAll, describe, expect, test } from 'vitest';
import { destinationIn, destinationState } from './destination.ts';

const ASHA = 1;
const RAVI = 2;

const history = { pathname: '/bookings/history', search: '?page=2', hash: '#past' };
const neverLoggedIn = { hasExpired: false, lastUserId: null };

const leadingTo = (path: unknown) => ({ destination: { path, userId: null } });

beforeAll(() => {
  Object.assign(globalThis, { window: { location: { origin: 'https://tickets.example' } } });
});

test('a login leads to the movies when no page was asked for', () => {
  for (const state of [null, undefined, 'text', {}, { destination: null }, leadingTo(7)])
    expect(destinationIn(state, ASHA)).toBe('/movies');
});

test('a login leads whoever it is to the page of a link, with its search and fragment', () => {
  const state = destinationState(history, neverLoggedIn);
  expect(destinationIn(state, ASHA)).toBe('/bookings/history?page=2#past');
  expect(destinationIn(state, RAVI)).toBe('/bookings/history?page=2#past');
});

test('after an expired session, only the same user returns to the page', () => {
  const state = destinationState(history, { hasExpired: true, lastUserId: ASHA });
  expect(destinationIn(state, ASHA)).toBe('/bookings/history?page=2#past');
  expect(destinationIn(state, RAVI)).toBe('/movies');
  expect(destinationIn(state, undefined)).toBe('/movies');
});

test('after a logout, no page is kept', () => {
  expect(destinationState(history, { hasExpired: false, lastUserId: ASHA })).toBeNull();
});

describe('a destination outside of the app is refused', () => {
  test.each([
    '//evil.example',
    '///evil.example',
    '\\\\evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/.//evil.example',
    '/movies/..//evil.example',
    'https://evil.example',
    'https:evil.example',
    'https:',
    'javascript:alert(1)',
    'data:text/html,x',
    '//',
    '//user@evil.example/movies',
    'http://tickets.example/movies',
  ])('%j', (path) => {
    expect(destinationIn(leadingTo(path), ASHA)).toBe('/movies');
  });

  test('addresses inside it are kept', () => {
    for (const path of ['/shows/7/seats', '/admin/bookings?booking=7', '/movies?search=%2F%2Fevil.example'])
      expect(destinationIn(leadingTo(path), ASHA)).toBe(path);
  });
});
