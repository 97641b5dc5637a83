import { describe, expect, it } from 'vitest';
import { DAY_MS, factoryFor, fromNow, HOUR_MS } from '../../../test/factory.ts';
import { freshDatabase, openTestApp } from '../../../test/test-app.ts';
import { readAnalytics } from './analytics.ts';
import { readDashboard } from './dashboard.ts';

async function openAdminApp(variables: Record<string, string> = {}) {
  const testApp = await openTestApp(variables);
  const admin = await testApp.addUser({ role: 'ADMIN', name: 'Ada', email: 'ada@example.com' });
  const get = async (path: string) => {
    const answer = await testApp.call('GET', path, { token: admin.token });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body;
  };
  return { ...testApp, admin, get, make: factoryFor(testApp.db) };
}

const sharedApp = await openAdminApp();

describe('dashboard', () => {
  it('counts cinemas, movies, screens, upcoming shows and today’s bookings, without cancelled ones', async () => {
    const { get, make, addUser } = await openAdminApp();
    const customer = await addUser({ name: 'Ravi', email: 'ravi@example.com' });
    const [hit, flop] = [await make.movie('Hit'), await make.movie('Flop')];
    const screenId = await make.screen();
    const show = await make.show({ movieId: hit, screenId });
    const other = await make.show({ movieId: flop, screenId });
    await make.show({ movieId: hit, screenId, startsAt: fromNow(-5 * HOUR_MS) });
    const sold = { userId: customer.id, price: 199.99 };
    await make.booking({ ...sold, showId: show, seats: ['A1', 'A2', 'A3'] });
    await make.booking({ ...sold, showId: show, seats: ['B1'], status: 'CHECKED_IN' });
    await make.booking({ ...sold, showId: other, seats: ['A1'] });
    await make.booking({ ...sold, showId: other, seats: ['C1'], status: 'CANCELLED' });
    await make.booking({ ...sold, showId: show, seats: ['J10'], createdAt: fromNow(-3 * DAY_MS) });
    const { data } = await get('/admin/dashboard');
    expect(data.overview).toEqual({
      totalCinemas: 1,
      totalMovies: 2,
      totalScreens: 1,
      totalShows: 2,
      totalBookings: 3,
      todayRevenue: 999.95,
    });
    expect(data.recentBookings).toHaveLength(5);
    expect(data.recentBookings[1]).toMatchObject({
      status: 'CANCELLED',
      seats: ['C1'],
      seatCount: 1,
      totalPrice: 199.99,
      user: { id: customer.id, name: 'Ravi', email: 'ravi@example.com' },
      movie: { title: 'Flop' },
      show: { price: 199.99, screen: { cinema: { name: 'Regal' } } },
    });
    expect(data.topMovies).toEqual([
      { id: hit, title: 'Hit', posterUrl: null, bookings: 3, seats: 5, revenue: 999.95 },
      { id: flop, title: 'Flop', posterUrl: null, bookings: 1, seats: 1, revenue: 199.99 },
    ]);
  });

  it('returns zeros for an empty database', async () => {
    const { get } = await openAdminApp();
    const { data } = await get('/admin/dashboard');
    expect(data).toEqual({
      overview: {
        totalCinemas: 0,
        totalMovies: 0,
        totalScreens: 0,
        totalShows: 0,
        totalBookings: 0,
        todayRevenue: 0,
      },
      recentBookings: [],
      topMovies: [],
    });
  });
});

it('reads the dashboard and the analytics over one connection each', async () => {
  const [dashboard, analytics] = [await freshDatabase(), await freshDatabase()];
  await readDashboard(dashboard.db, 'Asia/Kolkata');
  await readAnalytics(analytics.db, { days: 30 }, 'Asia/Kolkata');
  expect([dashboard.pool.totalCount, analytics.pool.totalCount]).toEqual([1, 1]);
});

describe('analytics', () => {
  it('reports sales, occupancy and cancellations by cinema day', async () => {
    const { get, make, addUser } = await openAdminApp({ TIME_ZONE: 'Asia/Kathmandu' });
    const { id: userId } = await addUser();
    const screenId = await make.screen();
    const movieId = await make.movie('Hit', 60);
    const played = await make.show({ movieId, screenId, startsAt: fromNow(-2 * DAY_MS) });
    const coming = await make.show({ movieId, screenId, startsAt: fromNow(3 * DAY_MS) });
    await make.booking({ showId: played, userId, seats: ['A1', 'A2'], createdAt: fromNow(-2 * DAY_MS) });
    await make.booking({ showId: coming, userId, seats: ['A1'] });
    await make.booking({ showId: coming, userId, seats: ['B1', 'B2', 'B3'], status: 'CANCELLED' });
    await make.booking({ showId: coming, userId, seats: ['C1'], createdAt: fromNow(-40 * DAY_MS) });
    const { data } = await get('/admin/analytics?days=7');
    const dayOf = (date: Date) => date.toLocaleDateString('sv-SE', { timeZone: 'Asia/Kathmandu' });
    expect(data).toMatchObject({ days: 7, to: dayOf(new Date()), timeZone: 'Asia/Kathmandu' });
    expect(data.byDay).toHaveLength(7);
    expect(data.byDay[0].date).toBe(data.from);
    expect(data.byDay.at(-1)).toEqual({ date: data.to, bookings: 1, seats: 1, revenue: 250, cancellations: 1 });
    expect(data.byDay.find((day: { date: string }) => day.date === dayOf(fromNow(-2 * DAY_MS)))).toMatchObject({
      bookings: 1,
      seats: 2,
      revenue: 500,
    });
    expect(data.totals).toEqual({ bookings: 2, seats: 3, revenue: 750, cancellations: 1, occupancy: 0.02 });
    expect(data.cancellations).toEqual({ bookings: 1, seats: 3, revenue: 750, rate: 1 / 3 });
    expect(data.occupancyByShow.map((show: { showId: number; seats: number }) => [show.showId, show.seats])).toEqual([
      [coming, 2],
      [played, 2],
    ]);
    expect(data.occupancyByHour).toEqual([
      { weekday: expect.any(Number), hour: expect.any(Number), shows: 1, seats: 2, occupancy: 0.02 },
    ]);
    expect(data.topMovies[0]).toMatchObject({ id: movieId, bookings: 2, seats: 3, revenue: 750 });
    expect(data.topCinemas[0]).toMatchObject({ name: 'Regal', bookings: 2 });
    expect(data.noShows).toEqual({ bookings: 1, seats: 2, rate: 1 });
    expect(data.occupancyByScreen).toEqual([
      {
        ...{ screenId, screenName: 'Screen 1', cinemaName: 'Regal', shows: 1, seats: 2, capacity: 100 },
        ...{ occupancy: 0.02, revenue: 500 },
      },
    ]);
    expect((await get('/admin/analytics')).data.byDay).toHaveLength(30);
    expect((await get('/admin/analytics?days=365')).data.byDay).toHaveLength(365);
  });

  it('compares with the period before and counts no-shows', async () => {
    const { get, make, addUser, pool } = await openAdminApp();
    const { id: userId } = await addUser();
    const earlier = fromNow(-9 * DAY_MS);
    const played = await make.show({ startsAt: earlier });
    const sold = { showId: played, userId, createdAt: earlier };
    await make.booking({ ...sold, seats: ['A1', 'A2'], status: 'CHECKED_IN' });
    await make.booking({ ...sold, seats: ['B1'] });
    await make.booking({ ...sold, seats: ['C1'], status: 'CANCELLED' });
    await make.booking({ showId: await make.show(), userId, seats: ['D1'] });
    const { data } = await get('/admin/analytics?days=7');
    expect(data.totals).toMatchObject({ bookings: 1, seats: 1, occupancy: 0 });
    expect(data.noShows).toEqual({ bookings: 0, seats: 0, rate: 0 });
    expect(data.previous).toMatchObject({
      totals: { bookings: 2, seats: 3, revenue: 750, cancellations: 1, occupancy: 0.03 },
      cancellations: { bookings: 1, rate: 1 / 3 },
      noShows: { bookings: 1, seats: 1, rate: 1 / 2 },
    });
    // Of a party of two, one came.
    const party = await make.booking({ ...sold, seats: ['E1', 'E2'] });
    await pool.query(`select ledger.admit_seats($1, '{40}', now(), null, true)`, [party]);
    expect((await get('/admin/analytics?days=7')).data.previous.noShows).toEqual({
      bookings: 1,
      seats: 2,
      rate: 1 / 3,
    });
    const dayBefore = new Date(Date.parse(data.from) - DAY_MS).toISOString().slice(0, 10);
    expect(data.previous.to).toBe(dayBefore);
  });

  describe('for a cinema or a movie', async () => {
    const { get, make, addUser } = await openAdminApp();
    const { id: userId } = await addUser();
    const [north, south] = [await make.cinema('North Star'), await make.cinema('South Bank')];
    const [hit, flop] = [await make.movie('Hit', 60), await make.movie('Flop', 60)];
    let hours = -40;
    for (const [cinemaId, movieId, seats] of [
      [north, hit, ['A1']],
      [north, flop, ['A1', 'A2']],
      [south, hit, ['A1', 'A2', 'A3']],
      [south, flop, ['A1', 'A2', 'A3', 'A4']],
    ] as const) {
      hours += 2;
      const startsAt = fromNow(hours * HOUR_MS);
      const showId = await make.show({ movieId, screenId: await make.screen(cinemaId), startsAt });
      await make.booking({ showId, userId, seats: [...seats], createdAt: startsAt });
      await make.booking({ showId, userId, seats: ['J1'], createdAt: startsAt, status: 'CANCELLED' });
    }

    it.each([
      ['', 10, ['Flop', 'Hit'], ['South Bank', 'North Star']],
      [`&cinemaId=${north}`, 3, ['Flop', 'Hit'], ['North Star']],
      [`&movieId=${hit}`, 4, ['Hit'], ['South Bank', 'North Star']],
      [`&movieId=${hit}&cinemaId=${south}`, 3, ['Hit'], ['South Bank']],
      ['&movieId=2147483647', 0, [], []],
      ['&cinemaId=2147483647', 0, [], []],
    ])('?days=7%s reports %i seats sold in every breakdown', async (query, seats, movies, cinemas) => {
      const { data } = await get(`/admin/analytics?days=7${query}`);
      const sum = (rows: { seats: number }[]) => rows.reduce((all, row) => all + row.seats, 0);
      expect(data.totals).toMatchObject({ seats, revenue: seats * 250 });
      for (const part of [
        'byDay',
        'salesByLead',
        'occupancyByShow',
        'occupancyByHour',
        'occupancyByScreen',
        'topMovies',
        'topCinemas',
      ])
        expect(sum(data[part]), part).toBe(seats);
      expect(data.cancellations.bookings).toBe(data.totals.bookings);
      expect(data.noShows).toMatchObject({ seats, rate: seats > 0 ? 1 : 0 });
      expect(data.topMovies.map(({ title }: { title: string }) => title)).toEqual(movies);
      expect(data.topCinemas.map(({ name }: { name: string }) => name)).toEqual(cinemas);
    });
  });

  it('reports how long before the show seats were sold, even after the show moves', async () => {
    const { get, make, addUser, db } = await openAdminApp();
    const { id: userId } = await addUser();
    const startsAt = new Date(Math.floor(Date.now() / HOUR_MS - 2) * HOUR_MS);
    const showId = await make.show({ startsAt });
    for (const [row, hours] of [0.01, 1, 1.01, 2.99, 5, 24, 25, 168, 169, 400].entries()) {
      const createdAt = new Date(startsAt.getTime() - hours * HOUR_MS);
      await make.booking({ showId, userId, seats: [`${'ABCDEFGHIJ'[row]}1`], createdAt });
    }
    const seatsByHoursAhead = async () => {
      const { data } = await get('/admin/analytics');
      return data.salesByLead.map((step: Record<string, number>) => [step.fromHours, step.toHours, step.seats]);
    };
    expect(await seatsByHoursAhead()).toEqual([
      [0, 1, 2],
      [1, 3, 2],
      [3, 6, 1],
      [6, 12, 0],
      [12, 24, 1],
      [24, 48, 1],
      [48, 168, 1],
      [168, null, 2],
    ]);
    const later = new Date(startsAt.getTime() + HOUR_MS);
    await db.updateTable('shows').set({ starts_at: later }).where('id', '=', showId).execute();
    expect((await seatsByHoursAhead()).map((step: number[]) => step[2])).toEqual([0, 3, 2, 0, 0, 2, 0, 3]);
  });

  it.each(['0', '366', '1.5', 'abc', '-1'])('rejects days=%s', async (days) => {
    const { call, admin } = sharedApp;
    expect((await call('GET', `/admin/analytics?days=${days}`, { token: admin.token })).status).toBe(400);
  });
});
