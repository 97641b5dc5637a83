import { expect, it } from 'vitest';
import { factoryFor, fromNow, HOUR_MS } from '../../../test/factory.ts';
import { addShows } from '../../../test/shows.ts';
import { openTestApp } from '../../../test/test-app.ts';

const testApp = await openTestApp();
const make = factoryFor(testApp.db);
const customer = await testApp.addUser();
const readSeatMap = (showId: number) => testApp.call('GET', `/bookings/seats/${showId}`, { token: customer.token });

it('concurrent requests for the seat maps of many shows each get their own show [BOOK-10]', async () => {
  const showIds = await addShows(testApp.db, 70);
  const seatOf = (index: number) => `${'ABCDEFG'[Math.floor(index / 10)]}${1 + (index % 10)}`;
  for (const [index, showId] of showIds.entries()) {
    if (index % 2 === 0) await make.booking({ showId, userId: customer.id, seats: [seatOf(index)] });
    else await make.hold(showId, customer.id, seatOf(index), fromNow(HOUR_MS));
  }
  const [unknown, ...maps] = await Promise.all([999_999, ...showIds].map(readSeatMap));
  expect(unknown).toMatchObject({ status: 404, body: { message: 'Show not found' } });
  for (const [index, { body }] of maps.entries()) {
    const isBooked = index % 2 === 0;
    const seat = seatOf(index);
    expect(body).toMatchObject({
      ...{ success: true, version: 0, bookedSeats: isBooked ? [seat] : [] },
      show: { id: showIds[index], availableSeats: 99, _count: { bookings: isBooked ? 1 : 0 } },
      seatMap: { [seat]: { id: seat, isBooked, isBlocked: !isBooked } },
    });
    expect(Object.keys(body.blockedSeats)).toEqual(isBooked ? [] : [seat]);
    expect(Object.keys(body.seatMap)).toHaveLength(100);
  }
});

it('a seat map is never older than its request, under concurrent reads too [BOOK-10]', async () => {
  const [showId = 0] = await addShows(testApp.db, 1);
  let isOver = false;
  const onlookers = Array.from({ length: 5 }, async () => {
    while (!isOver) await readSeatMap(showId);
  });
  for (const seat of ['A1', 'A2', 'A3', 'A4', 'A5']) {
    await testApp.call('POST', '/bookings', { token: customer.token, body: { showId, seats: [seat] } });
    expect((await readSeatMap(showId)).body.seatMap[seat].isBooked).toBe(true);
  }
  isOver = true;
  await Promise.all(onlookers);
});
