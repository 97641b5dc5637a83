import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { DAY_MS, factoryFor, fromNow, HOUR_MS } from '../../../test/factory.ts';
import { openConnection } from '../../../test/live-connection.ts';
import { openTestApp } from '../../../test/test-app.ts';
import { dayOf } from '../../platform/time/cinema-day.ts';

const ROWS = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J'];
const ofRow = (row: string, first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => `${row}${first + index}`);

async function openAdminApp() {
  const testApp = await openTestApp();
  const admin = await testApp.addUser({ role: 'ADMIN' });
  const customer = await testApp.addUser({ name: 'Ravi Das' });
  const get = async (path: string) => {
    const answer = await testApp.call('GET', path, { token: admin.token });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body.data;
  };
  const make = factoryFor(testApp.db);
  /** Sells `seats` seats in bookings of five. */
  const sell = async (showId: number, seats: number) => {
    for (let sold = 0; sold < seats; sold += 5) {
      const row = ROWS[Math.floor(sold / 10)] ?? 'A';
      await make.booking({
        showId,
        userId: customer.id,
        seats: sold % 10 === 0 ? ofRow(row, 1, 5) : ofRow(row, 6, 10),
      });
    }
  };
  const close = async (screenId: number, seats: string[]) => {
    const path = `/screens/${screenId}/closed-seats`;
    expect((await testApp.call('PUT', path, { token: admin.token, body: { seats } })).status).toBe(200);
  };
  return { ...testApp, admin, customer, get, make, sell, close };
}

describe('activity', () => {
  it('lists bookings and cancellations by when they happened, and nothing in an empty database', async () => {
    const { get, make, customer } = await openAdminApp();
    expect(await get('/admin/activity')).toEqual([]);
    const showId = await make.show({ startsAt: fromNow(HOUR_MS) });
    const first = await make.booking({ showId, userId: customer.id, seats: ['A1', 'A2'], price: 199.99 });
    const second = await make.booking({ showId, userId: customer.id, seats: ['B1'] });
    await make.cancel(first);
    const activity = await get('/admin/activity');
    expect(activity.map(({ kind, bookingId }: { kind: string; bookingId: number }) => [kind, bookingId])).toEqual([
      ['CANCELLED', first],
      ['BOOKED', second],
      ['BOOKED', first],
    ]);
    expect(activity[0]).toMatchObject({
      customerName: 'Ravi Das',
      seats: 2,
      total: 399.98,
      show: { id: showId, movieTitle: 'Monsoon', cinemaName: 'Regal', screenName: 'Screen 1' },
    });
  });

  it('lists the latest twenty, and upcoming shows that are 80% sold', async () => {
    const { get, make, sell } = await openAdminApp();
    const [full, half, over] = [
      await make.show({ startsAt: fromNow(HOUR_MS) }),
      await make.show({ startsAt: fromNow(HOUR_MS) }),
      await make.show({ startsAt: fromNow(-HOUR_MS) }),
    ];
    await sell(over, 80);
    await sell(half, 75);
    await sell(full, 80);
    const activity = await get('/admin/activity');
    expect(activity).toHaveLength(20);
    const filling = activity.filter(({ kind }: { kind: string }) => kind === 'FILLING');
    expect(filling).toMatchObject([{ show: { id: full }, seats: 80, capacity: 100, bookingId: null, total: null }]);
  });

  it('leaves closed seats out when it decides whether a show is filling up', async () => {
    const { get, make, sell, close } = await openAdminApp();
    const [small, quiet] = [await make.screen(), await make.screen()];
    const [full, half] = [
      await make.show({ screenId: small, startsAt: fromNow(HOUR_MS) }),
      await make.show({ screenId: quiet, startsAt: fromNow(HOUR_MS) }),
    ];
    await sell(full, 40);
    await sell(half, 30);
    for (const screenId of [small, quiet])
      await close(
        screenId,
        ['F', 'G', 'H', 'I', 'J'].flatMap((row) => ofRow(row, 1, 10)),
      );
    const activity = await get('/admin/activity');
    const filling = activity.filter(({ kind }: { kind: string }) => kind === 'FILLING');
    expect(filling).toMatchObject([{ show: { id: full }, seats: 40, capacity: 50 }]);
  });
});

describe('today', () => {
  it('returns zeros and no shows for an empty database', async () => {
    const { get } = await openAdminApp();
    const none = { bookings: 0, seats: 0, revenue: 0 };
    expect(await get('/admin/today')).toEqual({
      date: dayOf(new Date(), 'Asia/Kolkata'),
      sales: { today: none, yesterday: none, weekAgo: none },
      nextShows: [],
      cinemas: [],
    });
  });

  it('compares with the whole of yesterday and of the same day last week, without cancelled bookings', async () => {
    const { get, make, customer } = await openAdminApp();
    const showId = await make.show();
    const sold = { showId, userId: customer.id };
    await make.booking({ ...sold, seats: ['A1', 'A2'], price: 100 });
    await make.booking({ ...sold, seats: ['B1'], createdAt: fromNow(-DAY_MS) });
    await make.booking({ ...sold, seats: ['B2'], createdAt: fromNow(-DAY_MS), status: 'CANCELLED' });
    await make.booking({ ...sold, seats: ['C1', 'C2', 'C3'], createdAt: fromNow(-7 * DAY_MS) });
    await make.booking({ ...sold, seats: ['D1'], createdAt: fromNow(-3 * DAY_MS) });
    expect((await get('/admin/today')).sales).toEqual({
      today: { bookings: 1, seats: 2, revenue: 200 },
      yesterday: { bookings: 1, seats: 1, revenue: 250 },
      weekAgo: { bookings: 1, seats: 3, revenue: 750 },
    });
  });

  it('lists shows that start within 12 hours and the seats they have sold, soonest first', async () => {
    const { get, make, customer } = await openAdminApp();
    const later = await make.show({ startsAt: fromNow(5 * HOUR_MS) });
    const next = await make.show({ startsAt: fromNow(HOUR_MS) });
    await make.show({ startsAt: fromNow(-HOUR_MS) });
    await make.show({ startsAt: fromNow(13 * HOUR_MS) });
    await make.booking({ showId: next, userId: customer.id, seats: ['A1', 'A2'] });
    await make.booking({ showId: next, userId: customer.id, seats: ['A3'], status: 'CANCELLED' });
    await make.hold(next, customer.id, 'J1', fromNow(HOUR_MS));
    const { nextShows } = await get('/admin/today');
    expect(nextShows).toMatchObject([
      { id: next, seats: 2, capacity: 100, movieTitle: 'Monsoon', posterUrl: null },
      { id: later, seats: 0, capacity: 100 },
    ]);
  });

  it('leaves closed seats out of the capacity of shows and cinemas', async () => {
    const { get, make, customer, close } = await openAdminApp();
    const screenId = await make.screen();
    const midday = new Date(`${dayOf(new Date(), 'Asia/Kolkata')}T12:00:00+05:30`);
    const showId = await make.show({ screenId, startsAt: fromNow(HOUR_MS) });
    const elsewhere = await make.screen();
    await make.show({ screenId: elsewhere, startsAt: midday });
    await make.booking({ showId, userId: customer.id, seats: ['A1', 'A2'] });
    await close(screenId, ['A2', 'A3', 'A4', 'A5']);
    await close(elsewhere, ['J9', 'J10']);
    const { nextShows, cinemas } = await get('/admin/today');
    expect(nextShows.find(({ id }: { id: number }) => id === showId)).toMatchObject({ seats: 2, capacity: 97 });
    const { cinema } = (await get(`/screens/${elsewhere}`)) as { cinema: { id: number } };
    expect(cinemas.find(({ id }: { id: number }) => id === cinema.id)).toMatchObject({ seats: 0, capacity: 98 });
  });

  it('lists each cinema with shows today, fullest first', async () => {
    const { get, make, customer, sell } = await openAdminApp();
    const midday = new Date(`${dayOf(new Date(), 'Asia/Kolkata')}T12:00:00+05:30`);
    const [north, south] = [await make.cinema('North Star', 'Delhi'), await make.cinema('South Bank', null)];
    const inNorth = await make.show({ screenId: await make.screen(north), startsAt: midday });
    const inSouth = await make.show({ screenId: await make.screen(south), startsAt: midday });
    await make.show({ screenId: await make.screen(south), startsAt: midday });
    await make.show({ screenId: await make.screen(), startsAt: fromNow(3 * DAY_MS) });
    await sell(inSouth, 20);
    await make.booking({ showId: inNorth, userId: customer.id });
    expect((await get('/admin/today')).cinemas).toEqual([
      { id: south, name: 'South Bank', city: null, shows: 2, seats: 20, capacity: 200 },
      { id: north, name: 'North Star', city: 'Delhi', shows: 1, seats: 1, capacity: 100 },
    ]);
  });
});

describe('watching activity', async () => {
  const { app, admin, customer, make, call } = await openAdminApp();
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;

  it('notifies administrators of a booking for any show, without saying whose', async () => {
    const showId = await make.show({ startsAt: fromNow(HOUR_MS) });
    const connection = await openConnection(port, admin.token);
    expect(await connection.ask('watch-activity', {})).toEqual({ success: true });
    await call('POST', '/bookings', { token: customer.token, body: { showId, seats: ['A1'] } });
    expect(await connection.waitFor('activity')).toBeUndefined();
    connection.close();
  });

  it('notifies them of a cancelled show', async () => {
    const showId = await make.show({ startsAt: fromNow(HOUR_MS) });
    await make.booking({ showId, userId: customer.id });
    const connection = await openConnection(port, admin.token);
    await connection.ask('watch-activity', {});
    await call('POST', `/admin/shows/${showId}/cancel`, { token: admin.token, body: { reason: 'No power' } });
    expect(await connection.waitFor('activity')).toBeUndefined();
    connection.close();
  });

  it('is refused to everyone else', async () => {
    const connection = await openConnection(port, customer.token);
    expect(await connection.ask('watch-activity', {})).toMatchObject({ success: false, code: 'FORBIDDEN' });
    connection.close();
  });
});

it("returns tonight's shows with the state of every seat", async () => {
  const { get, make, db, customer, close, call } = await openAdminApp();
  const cinemaId = await make.cinema('Regal');
  const screenId = await make.screen(cinemaId, 'Audi 1');
  // It runs now, so it is listed just after midnight too.
  const startsAt = fromNow(-HOUR_MS / 60);
  const showId = await make.show({ screenId, startsAt, price: 200 });
  const cancelled = await make.show({ startsAt });
  await make.show({ startsAt: fromNow(3 * DAY_MS) });
  await make.show({ startsAt: fromNow(-2 * DAY_MS) });
  await make.booking({ showId, userId: customer.id, seats: ['A1', 'A2'], price: 200 });
  const used = await make.booking({ showId, userId: customer.id, seats: ['A3'], price: 150.5, status: 'CHECKED_IN' });
  await make.booking({ showId, userId: customer.id, seats: ['A4'], status: 'CANCELLED' });
  await make.hold(showId, customer.id, 'A5', fromNow(HOUR_MS));
  await make.hold(showId, customer.id, 'A6', fromNow(-HOUR_MS));
  await close(screenId, ['A2', 'J10']);
  const conflict = { booking_id: used, scan_id: 'twice', reason: 'ALREADY_CHECKED_IN' as const, scanned_at: startsAt };
  await db.insertInto('scan_conflicts').values(conflict).execute();
  await db
    .updateTable('shows')
    .set({ cancelled_at: startsAt, cancel_reason: 'Fire' })
    .where('id', '=', cancelled)
    .execute();
  const { halls } = await get('/admin/tonight');
  expect(halls).toMatchObject([
    {
      ...{ showId, startTime: startsAt.toISOString(), cinemaName: 'Regal', screenName: 'Audi 1' },
      ...{ isAdmitting: true, seats: `bbc-h${'-'.repeat(94)}x`, revenue: 550.5, conflicts: 1 },
    },
  ]);
  const staff = await call('GET', '/admin/tonight', {
    token: (
      await call('POST', '/auth/signup', { body: { name: 'Noor', email: 'noor@example.org', password: 'matinee' } })
    ).body.data.token,
  });
  expect(staff.status).toBe(403);
});
