import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from '../../../test/fake-browser.ts';
import * as api from './api.ts';

const fetched = vi.fn();

beforeEach(() => {
  fakeBrowser();
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => void vi.unstubAllGlobals());

const answerWith = (body: object) => fetched.mockImplementation(async () => Response.json(body));
const asked = () => fetched.mock.calls.map(([url]) => url);

test("a customer's map is the whole answer", async () => {
  const map = { success: true, version: 4, bookedSeats: [] };
  answerWith(map);
  expect(await api.fetchSeatMap(5)).toEqual(map);
  expect(asked()).toEqual(['/api/bookings/seats/5']);
});

test("an administrator's map is the data of the answer", async () => {
  answerWith({ success: true, data: { version: 4, seatLayout: {} } });
  expect(await api.fetchSeatLayout(5)).toEqual({ version: 4, seatLayout: {} });
  expect(asked()).toEqual(['/api/admin/shows/5/seats']);
});

test("an administrator is shown one user's bookings of one show", async () => {
  answerWith({ success: true, data: [{ id: 9 }], meta: { totalPages: 1 } });
  expect(await new QueryClient().fetchQuery(api.partiesQuery(5, 7))).toEqual([{ id: 9 }]);
  const url = new URL(asked()[0], 'http://localhost');
  expect(url.pathname).toBe('/api/admin/bookings');
  expect(Object.fromEntries(url.searchParams)).toMatchObject({ showId: '5', userId: '7' });
});

test('a booking is sent with its key, and its data is the answer [BOOK-8]', async () => {
  answerWith({ success: true, data: { id: 9 } });
  const request = { showId: 5, seats: ['C4'], expectedTotal: 250 };
  expect(await api.postBooking(request, 'some key')).toEqual({ id: 9 });
  const [url, { method, headers, body }] = fetched.mock.calls[0] as [string, RequestInit];
  expect([url, method, JSON.parse(String(body))]).toEqual(['/api/bookings', 'POST', request]);
  expect(headers).toMatchObject({ 'Idempotency-Key': 'some key' });
});
