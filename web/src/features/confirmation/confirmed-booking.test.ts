import { expect, test } from 'vitest';
import { bookingIn } from './confirmed-booking.ts';

const booking = { id: 7, seats: ['C4', 'C5'], show: { screen: { name: 'Gold' } } };

test('a booking in the navigation state is taken as it is', () => {
  expect(bookingIn({ booking })).toEqual(booking);
});

test('seats as a JSON string and a number only as bookingId are understood', () => {
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
