import { expect, test } from 'vitest';
import type { ReceivedBooking } from '../../lib/bookings.ts';
import { bookingIn as bookingOf, confirmationState } from './confirmed-booking.ts';

const ASHA = 1;
const RAVI = 2;
const booking = { id: 7, seats: ['C4', 'C5'], show: { screen: { name: 'Gold' } } };
const bookingIn = (state: object | string | null | undefined) =>
  bookingOf(typeof state === 'object' ? { userId: ASHA, ...state } : state, ASHA);

test('a booking in the navigation state is taken as it is', () => {
  expect(bookingIn({ booking })).toEqual(booking);
});

test('the navigation state holds no ticket code and is for its owner only', () => {
  const codes = { ticketCode: 'MB-7-SECRET', tickets: [{ seat: 'C4', code: 'MB-ABCDEFGH-SECRET', admittedAt: null }] };
  const state = confirmationState(ASHA, { ...booking, ...codes } as unknown as ReceivedBooking);
  expect(JSON.stringify(state)).not.toContain('SECRET');
  expect(bookingOf(state, ASHA)).toEqual(booking);
  expect(bookingOf(state, RAVI)).toBeNull();
  expect(bookingOf({ booking }, RAVI)).toBeNull();
});

test('accepts seats as a JSON string, and bookingId instead of id', () => {
  const { id, ...rest } = booking;
  expect(bookingIn({ booking: { ...rest, bookingId: id, seats: '["C4","C5"]' } })).toMatchObject({
    id: 7,
    seats: ['C4', 'C5'],
  });
  expect(bookingIn({ booking: { ...booking, seats: '{broken' } })?.seats).toEqual([]);
});

test.each([
  null,
  undefined,
  'text',
  {},
  { booking: null },
  { booking: {} },
  { booking: { id: 'x' } },
  { booking: { id: 7 } },
])('%j is no booking', (state) => {
  expect(bookingIn(state)).toBeNull();
});
