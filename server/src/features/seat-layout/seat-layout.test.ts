import { expect, it } from 'vitest';
import { factoryFor, fromNow, HOUR_MS } from '../../../test/factory.ts';
import { openTestApp } from '../../../test/test-app.ts';

const { call, addUser, db } = await openTestApp();
const make = factoryFor(db);

it('returns all 100 seats and the customers who hold or booked them', async () => {
  const admin = await addUser({ role: 'ADMIN' });
  const ravi = await addUser({ name: 'Ravi', email: 'ravi@example.com' });
  const showId = await make.show({ price: 300 });
  const bookingId = await make.booking({ showId, userId: ravi.id, seats: ['A1', 'A2'], price: 199.99 });
  await make.hold(showId, ravi.id, 'B1', fromNow(HOUR_MS));
  await make.hold(showId, ravi.id, 'B2', fromNow(-HOUR_MS));
  const {
    body: { data },
  } = await call('GET', `/admin/shows/${showId}/seats`, { token: admin.token });
  expect(Object.keys(data.seatLayout)).toHaveLength(100);
  const user = { id: ravi.id, name: 'Ravi', email: 'ravi@example.com' };
  expect(data.seatLayout.A1).toEqual({ status: 'booked', bookingId, bookedAt: expect.any(String), user });
  expect(data.seatLayout.B1).toEqual({ status: 'blocked', expiresAt: expect.any(String), user });
  expect(data.seatLayout.B2).toEqual({ status: 'available' });
  expect(data.stats).toEqual({ total: 100, booked: 2, blocked: 1, closed: 0, available: 97, revenue: 399.98 });
  expect(data.show).toMatchObject({ id: showId, price: 300, availableSeats: 97, _count: { bookings: 1 } });
  const unknown = await call('GET', '/admin/shows/2000000000/seats', { token: admin.token });
  expect(unknown).toMatchObject({ status: 404, body: { message: 'Show not found' } });
});
