import { describe, expect, it } from 'vitest';
import { factoryFor, fromNow, HOUR_MS } from '../../../test/factory.ts';
import { openConnection } from '../../../test/live-connection.ts';
import { openTestApp } from '../../../test/test-app.ts';
import { whenOver } from '../../../test/when-over.ts';

const testApp = await openTestApp();
const make = factoryFor(testApp.db);
const admin = await testApp.addUser({ role: 'ADMIN' });
const asha = await testApp.addUser();

const get = async (path: string, { token } = asha) => (await testApp.call('GET', path, { token })).body;
const put = (path: string, body: unknown, { token } = admin) => testApp.call('PUT', path, { token, body });
const post = (path: string, body: unknown) => testApp.call('POST', path, { token: asha.token, body });
const book = (showId: number, seats: string[], accessible?: boolean) =>
  post('/bookings', { showId, seats, accessible });

async function addHall(startsAt?: Date) {
  const screenId = await make.screen();
  const showId = await make.show({ screenId, ...(startsAt ? { startsAt } : {}) });
  expect((await put(`/screens/${screenId}/seat-marks`, { wheelchair: ['J1'], companion: ['J2'] })).status).toBe(200);
  return { screenId, showId };
}

describe('the marks of a screen', () => {
  it('are read and replaced as two lists, in seat order, by administrators [PLACE-1]', async () => {
    const screenId = await make.screen(await make.cinema('Plaza'), 'Screen 9');
    const path = `/screens/${screenId}/seat-marks`;
    expect((await get(path, admin)).data).toEqual({ screenId, wheelchair: [], companion: [] });
    const data = { screenId, wheelchair: ['J1', 'J10'], companion: ['J2'] };
    expect(await put(path, { wheelchair: ['j10', 'J1'], companion: ['J2'] })).toMatchObject({
      status: 200,
      body: { data },
    });
    expect((await get(path, admin)).data).toEqual(data);
    const stale = { wheelchair: [], companion: [], expected: { companion: [] } };
    expect(await put(path, stale)).toMatchObject({ status: 409, body: { code: 'CHANGED_MEANWHILE' } });
    const audit = (await get(`/admin/audit?entity=screen&entityId=${screenId}`, admin)).data;
    expect(audit).toMatchObject([
      {
        ...{ action: 'UPDATE', name: 'Plaza, Screen 9', actor: { id: admin.id } },
        before: { wheelchairPlaces: null, companionPlaces: null },
        after: { wheelchairPlaces: 'J1, J10', companionPlaces: 'J2' },
      },
    ]);
    expect((await testApp.call('DELETE', `/screens/${screenId}`, { token: admin.token })).status).toBe(200);
  });

  it.each([
    [{ wheelchair: ['J1'] }, /list of seat ids/],
    [{ wheelchair: ['J1'], companion: ['K1'] }, /A seat must be a row letter/],
    [{ wheelchair: ['J1', 'j1'], companion: [] }, /listed twice/],
    [{ wheelchair: ['J1'], companion: ['J1'] }, /can't be both/],
  ])('refuse %j', async (body, message) => {
    const answer = await put(`/screens/${await make.screen()}/seat-marks`, body);
    expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
    expect(answer.body.message).toMatch(message);
  });

  it('need an administrator and an existing screen', async () => {
    const body = { wheelchair: [], companion: [] };
    expect((await put(`/screens/${await make.screen()}/seat-marks`, body, asha)).status).toBe(403);
    expect(await put('/screens/2000000000/seat-marks', body)).toMatchObject({
      status: 404,
      body: { message: 'Screen not found' },
    });
    const path = '/screens/2000000000/seat-marks';
    expect((await testApp.call('GET', path, { token: admin.token })).status).toBe(404);
  });
});

describe('places for wheelchairs and companions', () => {
  it('are in every seat map, and are not counted as available [PLACE-1] [PLACE-6]', async () => {
    const { showId } = await addHall();
    const places = { wheelchairSeats: ['J1'], companionSeats: ['J2'] };
    expect(await get(`/bookings/seats/${showId}`)).toMatchObject({
      ...places,
      bookedSeats: [],
      show: { availableSeats: 98 },
    });
    const layout = (await get(`/admin/shows/${showId}/seats`, admin)).data;
    expect(layout).toMatchObject({
      ...places,
      show: { availableSeats: 98, sellableSeats: 100 },
      stats: { available: 100 },
    });
    expect((await get(`/shows/${showId}`)).data.availableSeats).toBe(98);
    await book(showId, ['J1'], true);
    expect(await get(`/bookings/seats/${showId}`)).toMatchObject({
      ...places,
      bookedSeats: ['J1'],
      show: { availableSeats: 98 },
    });
    expect((await get(`/shows/${showId}`)).data.availableSeats).toBe(98);
  });

  it('are booked knowingly, and together [PLACE-2] [PLACE-4]', async () => {
    const { showId } = await addHall();
    expect(await book(showId, ['J1'])).toMatchObject({
      status: 409,
      body: { code: 'ACCESSIBLE_PLACE', conflicts: ['J1'], message: 'Seat J1 is a wheelchair space, without a seat.' },
    });
    expect(await book(showId, ['J2'], true)).toMatchObject({
      status: 409,
      body: {
        ...{ code: 'COMPANION_PLACE', conflicts: ['J2'] },
        message: 'Seat J2 is a companion seat, which goes with a wheelchair space.',
      },
    });
    expect((await book(showId, ['J1', 'J2'], true)).status).toBe(201);
    expect(await book(showId, ['J1', 'J2'])).toMatchObject({ body: { code: 'SEATS_BOOKED', conflicts: ['J1', 'J2'] } });
    expect((await post('/bookings', { showId, seats: ['A1'], accessible: 'yes' })).status).toBe(400);
  });

  it('can be changed, but not so that a companion place is left [PLACE-5]', async () => {
    const { showId } = await addHall();
    const { id } = (await book(showId, ['J1', 'J2'], true)).body.data;
    const change = (body: object) => post(`/bookings/${id}/change`, body);
    expect(await change({ release: ['J1'], take: [] })).toMatchObject({
      status: 409,
      body: { code: 'COMPANION_PLACE', conflicts: ['J2'] },
    });
    expect((await change({ release: ['J1', 'J2'], take: ['A1', 'A2'] })).status).toBe(200);
    expect(await change({ release: ['A1'], take: ['J1'] })).toMatchObject({
      status: 409,
      body: { code: 'ACCESSIBLE_PLACE', conflicts: ['J1'] },
    });
    expect((await change({ release: ['A1', 'A2'], take: ['J1', 'J2'], accessible: true })).status).toBe(200);
  });

  it('can be cancelled, whatever is left [PLACE-5]', async () => {
    const { showId } = await addHall();
    const { id } = (await book(showId, ['J1'], true)).body.data;
    expect((await book(showId, ['J2'])).status).toBe(201);
    expect((await post(`/bookings/cancel/${id}`, {})).status).toBe(200);
  });

  it('are held over the live connection with the same conditions, and rooms are sent them [PLACE-2] [PLACE-3]', async () => {
    const { showId, screenId } = await addHall();
    await testApp.app.listen({ port: 0 });
    const { port } = testApp.app.server.address() as { port: number };
    const connection = await openConnection(port, asha.token);
    whenOver(() => connection.close());
    expect(await connection.ask('join-show', { showId })).toMatchObject({
      wheelchairSeats: ['J1'],
      companionSeats: ['J2'],
    });
    const hold = (seats: string[], accessible?: boolean) =>
      connection.ask('block-seats', { showId, seats, ...(accessible === undefined ? {} : { accessible }) });
    expect(await hold(['J1', 'A1'])).toMatchObject({
      ...{ success: true, blocked: ['A1'], conflicts: ['J1'], code: 'ACCESSIBLE_PLACE' },
      message: 'Seat A1 is held for you. Seat J1 is a wheelchair space, without a seat.',
    });
    expect(await hold(['J2'])).toMatchObject({ success: false, conflicts: ['J2'], code: 'COMPANION_PLACE' });
    expect(await hold(['J1', 'J2'], true)).toMatchObject({ success: true, blocked: ['J1', 'J2'], conflicts: [] });
    await put(`/screens/${screenId}/seat-marks`, { wheelchair: [], companion: [] });
    await expect.poll(() => connection.ask('get-seat-availability', { showId })).toMatchObject({ wheelchairSeats: [] });
  });

  it('are ordinary seats when the show starts soon [PLACE-6]', async () => {
    const { showId } = await addHall(fromNow(1.9 * HOUR_MS));
    expect(await get(`/bookings/seats/${showId}`)).toMatchObject({
      ...{ wheelchairSeats: [], companionSeats: [] },
      show: { availableSeats: 100 },
    });
    expect((await get(`/shows/${showId}`)).data.availableSeats).toBe(100);
    expect((await book(showId, ['J2'])).status).toBe(201);
    expect((await book(showId, ['J1'])).status).toBe(201);
  });
});

it('ACCESSIBLE_RELEASE_HOURS says how soon that is, and fractions work [PLACE-6]', async () => {
  const { call, addUser, db } = await openTestApp({ ACCESSIBLE_RELEASE_HOURS: '0.5' });
  const { token } = await addUser();
  const showOf = async (minutes: number) => {
    const showId = await factoryFor(db).show({ startsAt: fromNow(minutes * 60_000) });
    await factoryFor(db).places(showId, ['J1'], []);
    return (await call('GET', `/bookings/seats/${showId}`, { token })).body.wheelchairSeats;
  };
  expect([await showOf(31), await showOf(29)]).toEqual([['J1'], []]);
});
