/**
 * Uses docs/openapi.json like an outside developer: with a client's types generated from it (server/test/generated/api.ts),
 * without a cast. The type check proves that this compiles, and this test that it works.
 */
import type { AddressInfo } from 'node:net';
import createClient from 'openapi-fetch';
import { expect, it } from 'vitest';
import { factoryFor } from './factory.ts';
import type { paths } from './generated/api.ts';
import { openTestApp } from './test-app.ts';

const testApp = await openTestApp();
await testApp.app.listen({ port: 0, host: '127.0.0.1' });
const { port } = testApp.app.server.address() as AddressInfo;
const make = factoryFor(testApp.db);

it('a generated client logs in, finds a show, books and cancels', async () => {
  const movieId = await make.movie('Monsoon');
  const showId = await make.show({ movieId, price: 199.99 });
  const client = createClient<paths>({ baseUrl: `http://127.0.0.1:${port}` });
  const account = { email: 'asha@example.com', password: 'correct horse' };
  await client.POST('/api/auth/signup', { body: { ...account, name: 'Asha Rao' } });

  const login = await client.POST('/api/auth/login', { body: account });
  const token = login.data?.data.token ?? '';
  client.use({ onRequest: ({ request }) => request.headers.set('authorization', `Bearer ${token}`) });

  const listed = await client.GET('/api/movies', { params: { query: { page: 1, limit: 5 } } });
  expect(listed.data?.data.map(({ id }) => id)).toEqual([movieId]);
  const movie = await client.GET('/api/movies/{id}', { params: { path: { id: movieId } } });
  const show = movie.data?.data.shows[0];
  expect(show).toMatchObject({ id: showId, price: 199.99, availableSeats: 100 });

  const wanted = { showId: show?.id ?? 0, seats: ['C4', 'C5', 'C6'] };
  const booked = await client.POST('/api/bookings', {
    params: { header: { 'idempotency-key': 'of a stranger' } },
    body: wanted,
  });
  expect(booked.data?.data).toMatchObject({ seats: wanted.seats, status: 'CONFIRMED', totalPrice: 599.97 });
  const taken = await client.POST('/api/bookings', { body: wanted });
  expect([taken.error?.code, taken.error?.conflicts]).toEqual(['SEATS_BOOKED', wanted.seats]);

  const id = booked.data?.data.id ?? 0;
  const cancelled = await client.POST('/api/bookings/cancel/{id}', { params: { path: { id } } });
  expect(cancelled.data?.data.status).toBe('CANCELLED');
  const history = await client.GET('/api/bookings/history');
  expect(history.data?.data.map(({ status }) => status)).toEqual(['CANCELLED']);
});

it('a generated client rejects a number sent as text', async () => {
  const client = createClient<paths>({ baseUrl: `http://127.0.0.1:${port}` });
  // @ts-expect-error: the document says that an id is a number
  const { error } = await client.GET('/api/movies/{id}', { params: { path: { id: '5abc' } } });
  expect(error?.code).toBe('UNAUTHENTICATED');
});
