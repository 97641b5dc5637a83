import { describe, expect, it } from 'vitest';
import { DAY_MS, factoryFor, fromNow, HOUR_MS } from '../../../test/factory.ts';
import { openTestApp } from '../../../test/test-app.ts';

const testApp = await openTestApp();
const make = factoryFor(testApp.db);
const admin = await testApp.addUser({ role: 'ADMIN' });
const asha = await testApp.addUser();

const get = async (path: string, { token } = asha) => {
  const answer = await testApp.call('GET', path, { token });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
};
const put = (path: string, body: unknown) => testApp.call('PUT', path, { token: admin.token, body });
const close = async (screenId: number, ...seats: string[]) => {
  const answer = await put(`/screens/${screenId}/closed-seats`, { seats });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
};
const book = (showId: number, ...seats: string[]) =>
  testApp.call('POST', '/bookings', { token: asha.token, body: { showId, seats } });

async function addShow() {
  const [screenId, movieId] = [await make.screen(), await make.movie()];
  return { screenId, movieId, showId: await make.show({ screenId, movieId }) };
}

describe('seats of a screen that are out of service', () => {
  it('are read and replaced as a list, in seat order, by administrators', async () => {
    const screenId = await make.screen();
    expect((await get(`/screens/${screenId}/closed-seats`, admin)).data).toEqual({ screenId, seats: [] });
    expect(await close(screenId, 'c10', 'C4', 'A1')).toMatchObject({
      message: '3 seats are out of service',
      data: { screenId, seats: ['A1', 'C4', 'C10'] },
    });
    expect((await get(`/screens/${screenId}/closed-seats`, admin)).data.seats).toEqual(['A1', 'C4', 'C10']);
    expect(await close(screenId, 'C4')).toMatchObject({ message: '1 seat is out of service', data: { seats: ['C4'] } });
    expect(await close(screenId)).toMatchObject({ message: 'All seats are in service', data: { seats: [] } });
    expect((await get(`/screens/${screenId}/closed-seats`, admin)).data.seats).toEqual([]);
  });

  it('are left alone by the second of two administrators who edit the same list', async () => {
    const screenId = await make.screen();
    const change = (seats: string[]) => put(`/screens/${screenId}/closed-seats`, { seats, expected: { seats: [] } });
    expect((await change(['C4'])).status).toBe(200);
    expect(await change(['J10'])).toMatchObject({ status: 409, body: { code: 'CHANGED_MEANWHILE' } });
    expect((await get(`/screens/${screenId}/closed-seats`, admin)).data.seats).toEqual(['C4']);
  });

  it.each([
    [{}, /list of seat ids/],
    [{ seats: 'A1' }, /list of seat ids/],
    [{ seats: ['K1'] }, /A seat must be a row letter/],
    [{ seats: ['A01'] }, /A seat must be a row letter/],
    [{ seats: ['A1', 'a1'] }, /listed twice/],
  ])('refuse %j', async (body, message) => {
    const answer = await put(`/screens/${await make.screen()}/closed-seats`, body);
    expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
    expect(answer.body.message).toMatch(message);
  });

  it('need an existing screen, and are deleted with it', async () => {
    expect(await put('/screens/2000000000/closed-seats', { seats: [] })).toMatchObject({
      status: 404,
      body: { message: 'Screen not found' },
    });
    const path = '/screens/2000000000/closed-seats';
    expect((await testApp.call('GET', path, { token: admin.token })).status).toBe(404);
    const screenId = await make.screen();
    await close(screenId, 'A1');
    expect((await testApp.call('DELETE', `/screens/${screenId}`, { token: admin.token })).status).toBe(200);
  });

  it('appear in the audit log as readable lists', async () => {
    const screenId = await make.screen(await make.cinema('Plaza'), 'Screen 9');
    await close(screenId, 'B1', 'B2');
    await close(screenId);
    const { data } = await get(`/admin/audit?entity=screen&entityId=${screenId}`, admin);
    expect(data).toMatchObject([
      { action: 'UPDATE', name: 'Plaza, Screen 9', before: { closedSeats: 'B1, B2' }, after: { closedSeats: null } },
      { action: 'UPDATE', actor: { id: admin.id }, before: { closedSeats: null }, after: { closedSeats: 'B1, B2' } },
    ]);
  });
});

describe('a closed seat', () => {
  it('cannot be booked, and the refusal names it along with the taken seats [CLOSED-1]', async () => {
    const { screenId, showId } = await addShow();
    const ravi = await testApp.addUser();
    await make.booking({ showId, userId: ravi.id, seats: ['A1'] });
    await make.hold(showId, ravi.id, 'A2', fromNow(HOUR_MS));
    await close(screenId, 'A3', 'A4');
    expect(await book(showId, 'A3')).toMatchObject({
      status: 409,
      body: { code: 'SEATS_CLOSED', message: 'Seat A3 is out of service.', conflicts: ['A3'] },
    });
    expect(await book(showId, 'A1', 'A2', 'A3', 'A4', 'A5')).toMatchObject({
      status: 409,
      body: {
        code: 'SEATS_CLOSED',
        message: 'Seat A1 is already booked. Seat A2 is held by another customer. Seats A3, A4 are out of service.',
        conflicts: ['A1', 'A2', 'A3', 'A4'],
      },
    });
    expect(await book(showId, 'A1', 'A2')).toMatchObject({ body: { code: 'SEATS_BOOKED', conflicts: ['A1', 'A2'] } });
    expect((await book(showId, 'A5')).status).toBe(201);
    await close(screenId);
    expect((await book(showId, 'A3')).status).toBe(201);
  });

  it('does not affect other screens [CLOSED-1]', async () => {
    const { showId } = await addShow();
    await close(await make.screen(), 'A1');
    expect((await book(showId, 'A1')).status).toBe(201);
  });

  it('is listed as booked for old clients, as closed for new ones, and never as available [CLOSED-2]', async () => {
    const { screenId, movieId, showId } = await addShow();
    await make.booking({ showId, userId: asha.id, seats: ['C1', 'C2'] });
    await close(screenId, 'C2', 'B7', 'C3');
    const map = await get(`/bookings/seats/${showId}`);
    expect(map).toMatchObject({ bookedSeats: ['B7', 'C1', 'C2', 'C3'], closedSeats: ['B7', 'C3'], blockedSeats: {} });
    expect(map.seatMap.B7).toEqual({ id: 'B7', isBooked: true, isBlocked: false });
    const layout = (await get(`/admin/shows/${showId}/seats`, admin)).data;
    expect(layout.stats).toMatchObject({ total: 100, booked: 2, blocked: 0, closed: 2, available: 96 });
    expect(layout.seatLayout).toMatchObject({
      B7: { status: 'closed' },
      C2: { status: 'booked', user: { id: asha.id } },
    });
    const counts = [
      map.show.availableSeats,
      layout.show.availableSeats,
      (await get(`/shows/${showId}`)).data.availableSeats,
      (await get(`/shows?movieId=${movieId}`)).data[0].availableSeats,
      (await get(`/movies/${movieId}`)).data.shows[0].availableSeats,
    ];
    expect(counts).toEqual([96, 96, 96, 96, 96]);
  });

  it('does not count as sold: occupancy is the booked share of the sellable seats [CLOSED-2]', async () => {
    const { screenId, movieId, showId } = await addShow();
    await make.booking({ showId, userId: asha.id, seats: ['C1', 'C2'] });
    await make.hold(showId, asha.id, 'D1', fromNow(HOUR_MS));
    await close(screenId, 'C2', 'B7', 'C3');
    const shows = [
      (await get(`/bookings/seats/${showId}`)).show,
      (await get(`/admin/shows/${showId}/seats`, admin)).data.show,
      (await get(`/shows/${showId}`)).data,
      (await get(`/shows?movieId=${movieId}`)).data[0],
      (await get(`/movies/${movieId}`)).data.shows[0],
    ];
    expect(
      shows.map(({ soldSeats, sellableSeats, availableSeats }) => [soldSeats, sellableSeats, availableSeats]),
    ).toEqual(shows.map(() => [2, 98, 95]));
  });

  it('stays sold, and becomes closed when its booking is cancelled [CLOSED-2]', async () => {
    const { screenId, showId } = await addShow();
    const { id } = (await book(showId, 'D1', 'D2')).body.data;
    await close(screenId, 'D1');
    expect(await get(`/bookings/seats/${showId}`)).toMatchObject({ bookedSeats: ['D1', 'D2'], closedSeats: [] });
    expect((await get('/bookings/history')).data[0]).toMatchObject({ id, status: 'CONFIRMED', seats: ['D1', 'D2'] });
    expect(await book(showId, 'D1')).toMatchObject({ body: { code: 'SEATS_BOOKED' } });
    const { version } = await get(`/bookings/seats/${showId}`);
    expect((await testApp.call('POST', `/bookings/cancel/${id}`, { token: asha.token })).status).toBe(200);
    expect(await get(`/bookings/seats/${showId}`)).toMatchObject({
      ...{ version: version + 2, bookedSeats: ['D1'], closedSeats: ['D1'] },
      show: { availableSeats: 99 },
    });
    expect(await book(showId, 'D1')).toMatchObject({ body: { code: 'SEATS_CLOSED' } });
  });

  it('loses its holds for upcoming shows, and only those [CLOSED-3]', async () => {
    const { screenId, showId } = await addShow();
    const elsewhere = (await addShow()).showId;
    for (const show of [showId, elsewhere]) {
      await make.hold(show, asha.id, 'E1', fromNow(HOUR_MS));
      await make.hold(show, asha.id, 'E2', fromNow(HOUR_MS));
    }
    await close(screenId, 'E1');
    expect(Object.keys((await get(`/bookings/seats/${showId}`)).blockedSeats)).toEqual(['E2']);
    expect(Object.keys((await get(`/bookings/seats/${elsewhere}`)).blockedSeats)).toEqual(['E1', 'E2']);
  });

  it('gives only upcoming shows their next version, and none if the list is unchanged [CLOSED-3]', async () => {
    const { screenId, showId } = await addShow();
    const over = await make.show({ screenId, startsAt: fromNow(-DAY_MS) });
    const versions = async () =>
      Promise.all([showId, over].map(async (id) => (await get(`/bookings/seats/${id}`)).version));
    await close(screenId, 'E1');
    expect(await versions()).toEqual([1, 0]);
    await close(screenId, 'E1');
    expect(await versions()).toEqual([1, 0]);
    await close(screenId);
    expect(await versions()).toEqual([2, 0]);
  });

  it('follows its screen: a show that moves takes on those of its new screen [CLOSED-4]', async () => {
    const { screenId, movieId, showId } = await addShow();
    const other = await make.screen();
    await close(screenId, 'F1');
    await close(other, 'F2');
    await make.hold(showId, asha.id, 'F2', fromNow(HOUR_MS));
    await make.booking({ showId, userId: asha.id, seats: ['F3'] });
    const { version } = await get(`/bookings/seats/${showId}`);
    const startTime = fromNow(30 * DAY_MS);
    expect((await put(`/shows/${showId}`, { movieId, screenId: other, price: 250, startTime })).status).toBe(200);
    expect(await get(`/bookings/seats/${showId}`)).toMatchObject({
      ...{ version: version + 1, bookedSeats: ['F2', 'F3'], closedSeats: ['F2'], blockedSeats: {} },
      show: { availableSeats: 98 },
    });
    expect((await book(showId, 'F1')).status).toBe(201);
  });
});

describe('a seat that is closed for one show', () => {
  const closeFor = (showId: number, seats: string[], more: object = {}) =>
    put(`/shows/${showId}/closed-seats`, { seats, ...more });

  it('is closed there only, and loses its hold [CLOSED-5]', async () => {
    const { screenId, movieId, showId } = await addShow();
    const other = await make.show({ screenId, movieId });
    await make.hold(showId, asha.id, 'G1', fromNow(HOUR_MS));
    await make.booking({ showId, userId: asha.id, seats: ['G3'] });
    expect(await closeFor(showId, ['G2', 'g1', 'G3'])).toMatchObject({
      status: 200,
      body: { message: '3 seats are out of service', data: { showId, seats: ['G1', 'G2', 'G3'], screenSeats: [] } },
    });
    expect(await get(`/bookings/seats/${showId}`)).toMatchObject({
      ...{ closedSeats: ['G1', 'G2'], bookedSeats: ['G1', 'G2', 'G3'], blockedSeats: {} },
      show: { availableSeats: 97, sellableSeats: 98 },
    });
    expect(await get(`/bookings/seats/${other}`)).toMatchObject({ closedSeats: [], show: { availableSeats: 100 } });
    expect(await book(showId, 'G1')).toMatchObject({ body: { code: 'SEATS_CLOSED', conflicts: ['G1'] } });
    expect((await book(other, 'G1')).status).toBe(201);
    expect((await get(`/admin/shows/${showId}/seats`, admin)).data.stats).toMatchObject({ closed: 2, available: 97 });
    await closeFor(showId, []);
    expect((await book(showId, 'G1')).status).toBe(201);
  });

  it('counts once if its screen closes it too, and stays closed when the screen opens it [CLOSED-5]', async () => {
    const { screenId, showId } = await addShow();
    await close(screenId, 'H1', 'H2');
    await closeFor(showId, ['H2', 'H3']);
    const state = async () => {
      const { closedSeats, show } = await get(`/bookings/seats/${showId}`);
      return [closedSeats.join(), show.availableSeats];
    };
    expect(await state()).toEqual(['H1,H2,H3', 97]);
    expect(await book(showId, 'H1', 'H2', 'H4')).toMatchObject({ body: { conflicts: ['H1', 'H2'] } });
    const read = (await get(`/shows/${showId}/closed-seats`, admin)).data;
    expect(read).toEqual({ showId, seats: ['H2', 'H3'], screenSeats: ['H1', 'H2'] });
    await close(screenId);
    expect(await state()).toEqual(['H2,H3', 98]);
  });

  it('stays closed when its show moves to another screen [CLOSED-5]', async () => {
    const { screenId, movieId, showId } = await addShow();
    await close(screenId, 'F1');
    await closeFor(showId, ['F2']);
    const input = { movieId, screenId: await make.screen(), price: 250, startTime: fromNow(30 * DAY_MS) };
    expect((await put(`/shows/${showId}`, input)).status).toBe(200);
    expect((await get(`/bookings/seats/${showId}`)).closedSeats).toEqual(['F2']);
  });

  it('needs an upcoming show, and the list that the administrator has seen', async () => {
    const { showId } = await addShow();
    await closeFor(showId, ['A1']);
    const over = await make.show({ startsAt: fromNow(-HOUR_MS) });
    const { showId: cancelled } = await addShow();
    await testApp.call('POST', `/admin/shows/${cancelled}/cancel`, { token: admin.token, body: { reason: 'Fire' } });
    const refusals = [
      await closeFor(showId, ['A2'], { expected: { seats: [] } }),
      await closeFor(over, ['A1']),
      await closeFor(cancelled, ['A1']),
      await closeFor(2_000_000_000, ['A1']),
      await testApp.call('PUT', `/shows/${showId}/closed-seats`, { token: asha.token, body: { seats: [] } }),
    ];
    expect(refusals.map(({ status, body }) => `${status} ${body.code}`)).toEqual([
      ...['409 CHANGED_MEANWHILE', '409 SHOW_STARTED', '409 SHOW_CANCELLED', '404 NOT_FOUND', '403 FORBIDDEN'],
    ]);
    expect((await get(`/shows/${showId}/closed-seats`, admin)).data.seats).toEqual(['A1']);
    const { data } = await get(`/admin/audit?entity=show&entityId=${showId}`, admin);
    expect(data).toMatchObject([{ action: 'UPDATE', before: { closedSeats: null }, after: { closedSeats: 'A1' } }]);
  });
});
