import { describe, expect, it } from 'vitest';
import { DAY_MS, factoryFor, fromNow, HOUR_MS } from '../../../test/factory.ts';
import { freshDatabase, openTestApp } from '../../../test/test-app.ts';
import { readAnalytics, readDashboard } from './admin.ts';

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

const idsOf = (body: { data: { id: number }[] }) => body.data.map((item) => item.id);

describe('dashboard', () => {
  it('counts cinemas, movies, screens and coming shows, and today’s bookings that are not cancelled', async () => {
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

  it('an empty database has zeros', async () => {
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

describe('bookings', async () => {
  const { get, make, addUser, call, admin, db, pool } = await openAdminApp();
  const asha = await addUser({ name: 'Asha Rao', email: 'asha@example.com' });
  const zoe = await addUser({ name: 'Zoë "=x+y"', email: 'zoe@example.com' });
  const north = await make.screen(await make.cinema('North Star', 'Delhi'));
  const south = await make.screen(await make.cinema('South Bank', 'Chennai'));
  const [train, river] = [await make.movie('Night Train'), await make.movie('=River, "quoted"')];
  const trainNorth = await make.show({ movieId: train, screenId: north });
  const riverSouth = await make.show({ movieId: river, screenId: south });
  const first = await make.booking({ showId: trainNorth, userId: asha.id, seats: ['A10', 'A2'] });
  const second = await make.booking({ showId: riverSouth, userId: zoe.id, status: 'CANCELLED' });
  const third = await make.booking({
    showId: riverSouth,
    userId: asha.id,
    createdAt: new Date('2026-02-28T18:30:00Z'),
  });
  const fourth = await make.booking({ showId: trainNorth, userId: zoe.id, seats: ['C1'], status: 'CHECKED_IN' });

  it.each([
    ['', [fourth, third, second, first]],
    ['status=CANCELLED', [second]],
    ['status=CHECKED_IN', [fourth]],
    [`movieId=${train}`, [fourth, first]],
    [`movieId=${train}&status=CONFIRMED`, [first]],
    [`cinemaId=1`, [fourth, first]],
    [`movieId=${train}&cinemaId=2`, []],
    [`screenId=${north}`, [fourth, first]],
    [`showId=${riverSouth}`, [third, second]],
    [`userId=${asha.id}`, [third, first]],
    ['date=2026-03-01', [third]],
    ['date=2026-02-28', []],
    ['search=ASHA', [third, first]],
    ['search=zoe%40', [fourth, second]],
    ['search=ZO%C3%8B', [fourth, second]],
    ['search=night%20t', [fourth, first]],
    ['search=south', [third, second]],
    [`search=${first}`, [first]],
    [`search=%23${third}`, [third]],
    ['search=%25', []],
    [`search=asha&status=CONFIRMED&movieId=${river}`, [third]],
  ])('?%s finds %j, newest first, and its total', async (query, expected) => {
    const body = await get(`/admin/bookings?${query}`);
    expect(idsOf(body)).toEqual(expected);
    expect(body.meta.total).toBe(expected.length);
    const page = await get(`/admin/bookings?${query}&limit=1&page=2`);
    expect(idsOf(page)).toEqual(expected.slice(1, 2));
  });

  it('finds the bookings that have certain seats in shows to come, soonest show first', async () => {
    const over = await make.show({ screenId: south, startsAt: fromNow(-HOUR_MS) });
    const ended = await make.booking({ showId: over, userId: asha.id, seats: ['A1'] });
    const find = async (query: string) => {
      const body = await get(`/admin/bookings?${query}`);
      return [idsOf(body), body.meta.total];
    };
    expect(await find('seats=A1')).toEqual([[third], 1]);
    expect(await find('seats=c1,A1,A2')).toEqual([[first, fourth, third], 3]);
    expect(await find('seats=c1,A1,A2&limit=1&page=2')).toEqual([[fourth], 3]);
    expect(await find(`seats=A1,A2&screenId=${south}`)).toEqual([[third], 1]);
    expect(await find('seats=A3')).toEqual([[], 0]);
    const file = await call('GET', '/admin/bookings.csv?seats=A1,A2', { token: admin.token });
    expect(
      file.body
        .split('\r\n')
        .slice(1)
        .map((line: string) => Number.parseInt(line, 10)),
    ).toEqual([...[third, first, Number.NaN]]);
    for (const wrong of ['', 'K1', 'A1,', 'A01', 'A1;A2']) {
      const answer = await call('GET', `/admin/bookings?seats=${wrong}`, { token: admin.token });
      expect([wrong, answer.status]).toEqual([wrong, 400]);
    }
    await make.cancel(ended);
    await db.deleteFrom('bookings').where('id', '=', ended).execute();
  });

  it('a term that fits very many customers finds the same', async () => {
    await pool.query(`insert into users (name, email, password_hash)
      select 'Crowd ' || n, 'crowd' || n || '@example.com', 'x' from generate_series(1, 2001) n`);
    const crowd = await db.selectFrom('users').select('id').where('name', '=', 'Crowd 7').executeTakeFirstOrThrow();
    const booked = await make.booking({ showId: trainNorth, userId: crowd.id, seats: ['J1'] });
    const body = await get('/admin/bookings?search=crowd');
    expect(idsOf(body)).toEqual([booked]);
    expect(body.meta.total).toBe(1);
    const file = await call('GET', '/admin/bookings.csv?search=crowd', { token: admin.token });
    expect(file.body.split('\r\n')).toHaveLength(1 + 2);
    await make.cancel(booked);
    await db.deleteFrom('bookings').where('id', '=', booked).execute();
  });

  it('a booking has its seats in seat order and its user', async () => {
    const { data } = await get(`/admin/bookings?showId=${trainNorth}&userId=${asha.id}`);
    expect(data).toEqual([
      expect.objectContaining({
        bookingId: first,
        seats: ['A2', 'A10'],
        totalPrice: 500,
        user: { id: asha.id, name: 'Asha Rao', email: 'asha@example.com' },
      }),
    ]);
  });

  it('the file for spreadsheets has the same bookings, and no cell is a formula', async () => {
    const answer = await call('GET', `/admin/bookings.csv?movieId=${river}`, { token: admin.token });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.headers['content-disposition']).toBe('attachment; filename="bookings.csv"');
    const [head, ...lines] = answer.body.split('\r\n');
    expect(head.startsWith('\uFEFFBooking ID,Status,')).toBe(true);
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(
      new RegExp(
        `^${third},CONFIRMED,2026-03-01 00:00:00,Asha Rao,asha@example.com,"'=River, ""quoted""",South Bank,Chennai,Screen 1,.*,A1,1,250,250,$`,
      ),
    );
    expect(lines[1]).toContain('"Zoë ""=x+y"""');
    const all = await call('GET', '/admin/bookings.csv', { token: admin.token });
    expect(all.body.split('\r\n')).toHaveLength(4 + 2);
  });
});

it('reads the dashboard and the analytics on one connection each', async () => {
  const [dashboard, analytics] = [await freshDatabase(), await freshDatabase()];
  await readDashboard(dashboard.db, 'Asia/Kolkata');
  await readAnalytics(analytics.db, { days: 30 }, 'Asia/Kolkata');
  expect([dashboard.pool.totalCount, analytics.pool.totalCount]).toEqual([1, 1]);
});

describe('analytics', () => {
  it('has what was sold on each cinema day, how full shows were, and what was cancelled', async () => {
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

  it('has the days before beside it, and who of those who booked did not come', async () => {
    const { get, make, addUser } = await openAdminApp();
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
    const dayBefore = new Date(Date.parse(data.from) - DAY_MS).toISOString().slice(0, 10);
    expect(data.previous.to).toBe(dayBefore);
  });

  describe('of one cinema and one movie', async () => {
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
    ])('?days=7%s sold %i seats, in all of its parts', async (query, seats, movies, cinemas) => {
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

  it('has how long before the show seats were sold, also when the show moves', async () => {
    const { get, make, addUser, db } = await openAdminApp();
    const { id: userId } = await addUser();
    const startsAt = new Date(Math.floor(Date.now() / HOUR_MS - 2) * HOUR_MS);
    const showId = await make.show({ startsAt });
    for (const [row, hours] of [0.01, 1, 1.01, 2.99, 5, 24, 25, 168, 169, 400].entries()) {
      const createdAt = new Date(startsAt.getTime() - hours * HOUR_MS);
      await make.booking({ showId, userId, seats: [`${'ABCDEFGHIJ'[row]}1`], createdAt });
    }
    const seatsByLead = async () => {
      const { data } = await get('/admin/analytics');
      return data.salesByLead.map((step: Record<string, number>) => [step.fromHours, step.toHours, step.seats]);
    };
    expect(await seatsByLead()).toEqual([
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
    expect((await seatsByLead()).map((step: number[]) => step[2])).toEqual([0, 3, 2, 0, 0, 2, 0, 3]);
  });

  it.each(['0', '366', '1.5', 'abc', '-1'])('days=%s is a 400', async (days) => {
    const { call, admin } = sharedApp;
    expect((await call('GET', `/admin/analytics?days=${days}`, { token: admin.token })).status).toBe(400);
  });
});

describe('seat layout', () => {
  it('has all 100 seats and who has them', async () => {
    const { get, make, addUser, call, admin } = sharedApp;
    const ravi = await addUser({ name: 'Ravi', email: 'ravi@example.com' });
    const showId = await make.show({ price: 300 });
    const bookingId = await make.booking({ showId, userId: ravi.id, seats: ['A1', 'A2'], price: 199.99 });
    await make.hold(showId, ravi.id, 'B1', fromNow(HOUR_MS));
    await make.hold(showId, ravi.id, 'B2', fromNow(-HOUR_MS));
    const { data } = await get(`/admin/shows/${showId}/seats`);
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
});

describe('audit log', () => {
  it('has who changed what, latest first', async () => {
    const { get, call, admin, addUser } = await openAdminApp();
    const made = await call('POST', '/cinemas', { token: admin.token, body: { name: 'Old', city: 'Pune' } });
    const { id } = made.body.data;
    const other = await addUser({ role: 'ADMIN', name: 'Bo', email: 'bo@example.com' });
    await call('PUT', `/cinemas/${id}`, { token: other.token, body: { name: 'New' } });
    const refused = await call('POST', '/screens', { token: admin.token, body: { name: 'x', cinemaId: 99 } });
    expect(refused.status).toBe(404);
    const body = await get(`/admin/audit?entity=cinema&entityId=${id}`);
    expect(body.data).toMatchObject([
      {
        action: 'UPDATE',
        entity: 'cinema',
        entityId: id,
        actor: { id: other.id, name: 'Bo', email: 'bo@example.com' },
        before: { name: 'Old', city: 'Pune' },
        after: { name: 'New', city: null },
      },
      { action: 'CREATE', actor: { name: 'Ada' }, before: null, after: { name: 'Old', city: 'Pune' } },
    ]);
    expect((await get('/admin/audit')).meta.total).toBe(2);
    expect(idsOf(await get(`/admin/audit?userId=${admin.id}`))).toHaveLength(1);
  });
});
