import { type Booking, booking } from '@moviebooking/contract/bookings';
import { successPage } from '@moviebooking/contract/http';
import { expect, it } from 'vitest';
import { addShow } from '../../../test/shows.ts';
import { openTestApp } from '../../../test/test-app.ts';

const testApp = await openTestApp();

async function readHistory(token: string, query = ''): Promise<{ data: Booking[]; meta: { total: number } }> {
  const answer = await testApp.call('GET', `/bookings/history${query}`, { token });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}
const book = async (token: string, showId: number, seat: string): Promise<Booking> =>
  (await testApp.call('POST', '/bookings', { token, body: { showId, seats: [seat] } })).body.data;

it('gives each of many concurrent callers their own bookings, with the requested pages [BOOK-9]', async () => {
  const showId = await addShow(testApp.db);
  const users = await Promise.all(Array.from({ length: 70 }, () => testApp.addUser()));
  const owners = users.filter((_, index) => index % 3 > 0);
  const booked = new Map<string, number[]>(users.map(({ token }) => [token, []]));
  for (const [index, { token }] of owners.entries()) {
    for (const seat of [
      `${'ABCDE'[index % 5]}${1 + Math.floor(index / 5)}`,
      `${'FGHIJ'[index % 5]}${1 + Math.floor(index / 5)}`,
    ]) {
      booked.get(token)?.unshift((await book(token, showId, seat)).id);
    }
  }
  const queries = ['', '?limit=1', '?limit=1&page=2', '?page=99999999999999'];
  const parts = [(ids: number[]) => ids, (ids: number[]) => ids.slice(0, 1), (ids: number[]) => ids.slice(1), () => []];
  await Promise.all(
    users.flatMap(({ token }) =>
      queries.map(async (query, index) => {
        const { data, meta } = await readHistory(token, query);
        const mine = booked.get(token) ?? [];
        expect(data.map(({ id }) => id)).toEqual(parts[index]?.(mine));
        expect(meta.total).toBe(mine.length);
      }),
    ),
  );
});

it('is never older than the request, under concurrent reads too [BOOK-9]', async () => {
  const { token } = await testApp.addUser();
  const showId = await addShow(testApp.db);
  let isOver = false;
  const onlookers = Array.from({ length: 5 }, async () => {
    while (!isOver) await readHistory(token);
  });
  for (const seat of ['A1', 'A2', 'A3', 'A4', 'A5']) {
    const { id } = await book(token, showId, seat);
    expect((await readHistory(token)).data[0]).toMatchObject({ id, status: 'CONFIRMED', seats: [seat] });
    await testApp.call('POST', `/bookings/cancel/${id}`, { token });
    expect((await readHistory(token)).data[0]).toMatchObject({ id, status: 'CANCELLED' });
  }
  isOver = true;
  await Promise.all(onlookers);
});

it('has exactly the fields of the contract [BOOK-9]', async () => {
  const { token } = await testApp.addUser();
  const showId = await addShow(testApp.db, { price: 199.99 });
  const made = await book(token, showId, 'C4');
  const answer = await readHistory(token);
  expect(successPage(booking).parse(answer)).toEqual(answer);
  expect(answer.data).toEqual([made]);
});
