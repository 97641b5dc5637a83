import type { Show } from '@moviebooking/contract/catalogue';
import { describe, expect, it } from 'vitest';
import { DAY_MS, factoryFor, fromNow } from '../../../test/factory.ts';
import { openOtherServer } from '../../../test/other-server.ts';
import { openTestApp } from '../../../test/test-app.ts';

const testApp = await openTestApp();
const make = factoryFor(testApp.db);
const admin = await testApp.addUser({ role: 'ADMIN' });
const customer = await testApp.addUser();

const otherServer = await openOtherServer(testApp);
const other = {
  get: async (path: string) =>
    (await otherServer.inject({ url: `/api${path}`, headers: { authorization: `Bearer ${admin.token}` } })).json().data,
};

const get = async (path: string) => {
  const answer = await testApp.call('GET', path, { token: customer.token });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data;
};
const change = async (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => {
  const { status, body: answer } = await testApp.call(method, path, { token: admin.token, ...(body ? { body } : {}) });
  expect(status, JSON.stringify(answer)).toBeLessThan(300);
  return answer.data;
};

describe("an administrator's change", () => {
  it('appears in the next response of the same server, wherever it shows, and soon on other servers', async () => {
    const cinemaId = await make.cinema('Cached Regal');
    const screenId = await make.screen(cinemaId, 'Cached screen');
    const movieId = await make.movie('Cached');
    const showId = await make.show({ movieId, screenId });
    const paths = {
      movies: '/movies?search=cached',
      movie: `/movies/${movieId}`,
      cinemas: '/cinemas?search=cached',
      cinema: `/cinemas/${cinemaId}`,
      screens: '/screens?search=cached',
      screen: `/screens/${screenId}`,
      shows: `/shows?movieId=${movieId}`,
      show: `/shows/${showId}`,
    };
    const both = async () => {
      const here = JSON.stringify(await Promise.all(Object.values(paths).map((path) => get(path))));
      const there = async () => JSON.stringify(await Promise.all(Object.values(paths).map(other.get)));
      return { here, there };
    };
    const expectEverywhere = async (expected: string) => {
      const { here, there } = await both();
      expect(here).toContain(expected);
      await expect.poll(there).toBe(here);
    };

    await expectEverywhere('"title":"Cached"');
    await change('PUT', `/movies/${movieId}`, { title: 'Cached, renamed', durationMin: 100 });
    await expectEverywhere('"title":"Cached, renamed"');
    await change('PUT', `/cinemas/${cinemaId}`, { name: 'Cached Plaza' });
    await expectEverywhere('"name":"Cached Plaza"');
    await change('PUT', `/screens/${screenId}`, { name: 'Cached studio', cinemaId });
    await expectEverywhere('"name":"Cached studio"');
    await change('PUT', `/shows/${showId}`, { movieId, screenId, price: 311, startTime: fromNow(9 * DAY_MS) });
    await expectEverywhere('"price":311');
    const [planned] = (
      await change('POST', '/admin/schedule', {
        shows: [{ movieId, screenId, price: 99, startTime: fromNow(11 * DAY_MS) }],
      })
    ).showIds;
    await expectEverywhere(`"id":${planned}`);
    await change('DELETE', `/shows/${planned}`);
    await expectEverywhere('"_count":{"shows":1}');
  });

  it('does not wait for a concurrent change of the catalogue', async () => {
    const [first, second] = [await make.movie('First'), await make.movie('Second')];
    const open = await testApp.pool.connect();
    try {
      await open.query('begin');
      await open.query(`update movies set title = 'First, changed' where id = ${first}`);
      await change('PUT', `/movies/${second}`, { title: 'Second, changed' });
      expect(await get(`/movies/${first}`)).toMatchObject({ title: 'First' });
      await open.query('commit');
      await expect.poll(() => get(`/movies/${first}`)).toMatchObject({ title: 'First, changed' });
      await expect.poll(() => other.get(`/movies/${first}`)).toMatchObject({ title: 'First, changed' });
    } finally {
      open.release();
    }
  });
});

describe('available seats', () => {
  it('are right within a second of every booking, cancellation, hold and expiry, on every server', async () => {
    const movieId = await make.movie('Counted');
    const showId = await make.show({ movieId });
    const leftIn = async (read: (path: string) => Promise<{ shows: Show[] }>) =>
      (await read(`/movies/${movieId}`)).shows.map(({ availableSeats, _count }) => [availableSeats, _count.bookings]);
    const expectLeft = async (seats: number, bookings: number) => {
      await expect.poll(() => leftIn(get)).toEqual([[seats, bookings]]);
      await expect.poll(() => leftIn(other.get)).toEqual([[seats, bookings]]);
      expect((await get(`/shows/${showId}`)).availableSeats).toBe(seats);
    };

    await expectLeft(100, 0);
    const body = { showId, seats: ['A1', 'A2'] };
    const booked = await testApp.call('POST', '/bookings', { token: customer.token, body });
    await expectLeft(98, 1);
    await make.hold(showId, admin.id, 'B1', fromNow(DAY_MS));
    await expectLeft(97, 1);
    await testApp.call('POST', `/bookings/cancel/${booked.body.id}`, { token: customer.token });
    await expectLeft(99, 0);
    await testApp.pool.query(`update seats set held_until = now() where show_id = ${showId}`);
    await expectLeft(100, 0);
  });

  it('a show disappears from a cached list at the instant it starts', async () => {
    const movieId = await make.movie('Starting');
    const startsAt = fromNow(1000);
    await make.show({ movieId, startsAt });
    const tomorrow = fromNow(DAY_MS);
    const later = await make.show({ movieId, startsAt: tomorrow });
    let isOver = false;
    while (!isOver) {
      const askedAt = Date.now();
      const [movie, list, movies, moviesInPune] = await Promise.all([
        get(`/movies/${movieId}`),
        get(`/shows?movieId=${movieId}&limit=1`),
        get('/movies?search=Starting'),
        get('/movies?search=Starting&city=Pune'),
      ]);
      isOver = askedAt > startsAt.getTime() + 300;
      if (askedAt < startsAt.getTime()) continue;
      expect(movie.shows.map(({ id }: Show) => id)).toEqual([later]);
      expect(list.map(({ id }: Show) => id)).toEqual([later]);
      for (const [listed] of [movies, moviesInPune]) expect(listed.nextShowTime).toBe(tomorrow.toISOString());
    }
  });
});

describe('the ETag of a response', () => {
  const ask = (path: string, tag?: unknown) =>
    testApp.call('GET', path, {
      token: customer.token,
      ...(tag === undefined ? {} : { headers: { 'if-none-match': String(tag) } }),
    });

  it('saves sending the response again', async () => {
    const movieId = await make.movie('Tagged');
    const path = `/movies/${movieId}`;
    const { headers } = await ask(path);
    expect(headers).toMatchObject({ 'cache-control': 'private, no-cache', etag: expect.stringMatching(/^"[\w-]+"$/) });
    for (const tag of [headers.etag, `W/${headers.etag}`, `"other", ${headers.etag}`, '*']) {
      expect(await ask(path, tag)).toMatchObject({ status: 304, body: '', headers: { etag: headers.etag } });
    }
    expect(await ask(path, '"other"')).toMatchObject({ status: 200, body: { data: { id: movieId } } });
    await change('PUT', path, { title: 'Tagged again' });
    expect(await ask(path, headers.etag)).toMatchObject({ status: 200, body: { data: { title: 'Tagged again' } } });
  });

  it('is useless without a login', async () => {
    const { headers } = await ask('/cinemas');
    const { status } = await testApp.call('GET', '/cinemas', { headers: { 'if-none-match': String(headers.etag) } });
    expect(status).toBe(401);
  });
});
