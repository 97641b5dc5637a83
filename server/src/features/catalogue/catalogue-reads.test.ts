import type { Accessibility } from '@moviebooking/contract/accessibility';
import { describe, expect, it } from 'vitest';
import { DAY_MS, factoryFor, fromNow, HOUR_MS } from '../../../test/factory.ts';
import { openTestApp } from '../../../test/test-app.ts';

const testApp = await openTestApp();
const make = factoryFor(testApp.db);
const customer = await testApp.addUser();

const get = async (path: string) => {
  const answer = await testApp.call('GET', path, { token: customer.token });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
};
const titles = (body: { data: { title: string }[] }) => body.data.map((movie) => movie.title);

describe('movies', () => {
  it('are listed newest first, in pages with the totals of the whole list', async () => {
    for (const title of ['One', 'Two', 'Three']) await make.movie(title);
    const first = await get('/movies?limit=2');
    expect(titles(first)).toEqual(['Three', 'Two']);
    expect(first.meta).toEqual({ page: 1, limit: 2, total: 3, totalPages: 2, hasNextPage: true, hasPrevPage: false });
    const last = await get('/movies?limit=2&page=2');
    expect(titles(last)).toEqual(['One']);
    expect(last.meta).toMatchObject({ hasNextPage: false, hasPrevPage: true });
    const beyond = await get('/movies?limit=2&page=99999999999999');
    expect(beyond).toMatchObject({ data: [], meta: { total: 3, totalPages: 2 } });
    expect((await get('/movies?limit=100000')).meta.limit).toBe(100);
  });

  it('are found by any part of title or description, ignoring case, even outside ASCII', async () => {
    await make.movie('ÉCLAIR à Köln');
    await make.movie('Жар-птица');
    expect(titles(await get(`/movies?search=${encodeURIComponent('éclair À kÖ')}`))).toEqual(['ÉCLAIR à Köln']);
    expect(titles(await get(`/movies?search=${encodeURIComponent('ЖАР')}`))).toEqual(['Жар-птица']);
  });

  it.each(['%', '_', '\\', '100%', 'a_b', 'c\\d', "'"])(
    'treats %s in a search as ordinary characters',
    async (term) => {
      await make.movie(`odd ${term} title`);
      const found = titles(await get(`/movies?search=${encodeURIComponent(term)}`));
      expect(found.length).toBeGreaterThan(0);
      expect(found.every((title) => title.includes(term))).toBe(true);
    },
  );

  it('includes only upcoming shows in one movie, by start time', async () => {
    const movieId = await make.movie('Detail');
    const screenId = await make.screen();
    const later = await make.show({ movieId, screenId, startsAt: fromNow(2 * DAY_MS) });
    const soon = await make.show({ movieId, screenId, startsAt: fromNow(HOUR_MS), price: 199.99 });
    await make.show({ movieId, screenId, startsAt: fromNow(-5 * HOUR_MS) });
    const { data } = await get(`/movies/${movieId}`);
    expect(data).toMatchObject({ id: movieId, title: 'Detail', _count: { shows: 3 } });
    expect(data.shows.map((show: { id: number }) => show.id)).toEqual([soon, later]);
    expect(data.shows[0]).toEqual((await get(`/shows/${soon}`)).data);
    expect(data.shows[0].price).toBe(199.99);
  });
});

describe('filtered movies', () => {
  const facts = (title: string, language: string | null, format: '2D' | 'IMAX' | null) =>
    testApp.db
      .insertInto('movies')
      .values({ title, language, format, certificate: 'UA 13+' })
      .returning('id')
      .executeTakeFirstOrThrow();

  it('have language, format, certificate, the next show, and the lowest upcoming price', async () => {
    const { id: movieId } = await facts('Filtered one', 'Konkani', 'IMAX');
    await facts('Filtered two', 'konkani', '2D');
    await facts('Filtered three', null, null);
    const [goa, panaji] = [await make.cinema('Inox', 'Vasco'), await make.cinema('Samrat', 'Panaji')];
    const startsAt = fromNow(3 * DAY_MS);
    await make.show({ movieId, screenId: await make.screen(goa), startsAt: fromNow(-DAY_MS), price: 10 });
    await make.show({ movieId, screenId: await make.screen(goa), startsAt: fromNow(DAY_MS), price: 300 });
    await make.show({ movieId, screenId: await make.screen(panaji), startsAt, price: 199.5 });

    const { data } = await get('/movies?search=Filtered');
    expect(data).toMatchObject([
      { title: 'Filtered three', language: null, format: null, nextShowTime: null, lowestPrice: null },
      { title: 'Filtered two', certificate: 'UA 13+', nextShowTime: null },
      { title: 'Filtered one', language: 'Konkani', format: 'IMAX', lowestPrice: 199.5 },
    ]);
    expect(data[2].nextShowTime < startsAt.toISOString()).toBe(true);
    expect(titles(await get('/movies?language=KONKANI'))).toEqual(['Filtered two', 'Filtered one']);
    expect(titles(await get('/movies?language=konkani&format=2D&limit=5'))).toEqual(['Filtered two']);
    expect(titles(await get('/movies?language=Konkani&search=two'))).toEqual(['Filtered two']);
    const inPanaji = await get('/movies?city=panaji');
    expect(inPanaji).toMatchObject({
      data: [{ id: movieId, nextShowTime: startsAt.toISOString(), lowestPrice: 199.5 }],
      meta: { total: 1 },
    });
    expect((await get('/movies?city=Nowhere')).data).toEqual([]);
    const { filters } = inPanaji;
    expect(filters.languages.filter((language: string) => /konkani/i.test(language))).toHaveLength(1);
    expect(filters.formats).toEqual(['2D', 'IMAX']);
    expect(filters.cities).toEqual(expect.arrayContaining(['Panaji', 'Vasco']));
    expect((await get(`/movies/${movieId}`)).data).toMatchObject({ format: 'IMAX', certificate: 'UA 13+' });
  });

  it('do not offer a city without upcoming shows', async () => {
    const screenId = await make.screen(await make.cinema('Closed', 'Ghost town'));
    await make.show({ screenId, startsAt: fromNow(-DAY_MS) });
    expect((await get('/movies')).filters.cities).not.toContain('Ghost town');
  });

  it.each(['format=5D', 'format=', `language=${'x'.repeat(51)}`, `city=${'x'.repeat(101)}`])(
    'refuse %s',
    async (query) => {
      const { status } = await testApp.call('GET', `/movies?${query}`, { token: customer.token });
      expect(status).toBe(400);
    },
  );
});

describe('cinemas and screens', () => {
  it('sorts cinemas by name, and the screens of a cinema by name', async () => {
    const zeta = await make.cinema('zeta', 'Nagpur');
    const alpha = await make.cinema('Alpha', null);
    const second = await make.screen(zeta, 'Screen 2');
    const first = await make.screen(zeta, 'screen 1');
    const names = (await get('/cinemas?limit=100')).data.map((cinema: { name: string }) => cinema.name);
    expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b)));
    expect((await get('/cinemas?search=NAG')).data).toEqual([
      { id: zeta, name: 'zeta', city: 'Nagpur', createdAt: expect.any(String), _count: { screens: 2 } },
    ]);
    const { data } = await get(`/cinemas/${zeta}`);
    expect(data.screens.map((screen: { id: number }) => screen.id)).toEqual([first, second]);
    expect((await get(`/cinemas/${alpha}`)).data).toMatchObject({ city: null, screens: [] });
  });

  it('sorts screens by cinema, then name, searches both, and filters by cinema', async () => {
    const cinemaId = await make.cinema('Orpheum', 'Goa');
    const b = await make.screen(cinemaId, 'B');
    const a = await make.screen(cinemaId, 'A');
    await make.show({ screenId: a });
    const expected = [
      {
        id: a,
        name: 'A',
        cinemaId,
        capacity: null,
        cinema: { id: cinemaId, name: 'Orpheum', city: 'Goa' },
        _count: { shows: 1 },
      },
      expect.objectContaining({ id: b, name: 'B', _count: { shows: 0 } }),
    ];
    expect((await get(`/screens?cinemaId=${cinemaId}`)).data).toEqual(expected);
    expect((await get('/screens?search=orph')).data).toEqual(expected);
    expect((await get(`/screens/${a}`)).data).toEqual(expected[0]);
  });
});

describe('shows', () => {
  it('lists upcoming shows first, soonest on top, then past ones, latest on top, across pages', async () => {
    const movieId = await make.movie('Ordered');
    const screenId = await make.screen();
    const at = (hours: number) => make.show({ movieId, screenId, startsAt: fromNow(hours * HOUR_MS) });
    const [oldest, past, late, soon] = [await at(-50), await at(-10), await at(60), await at(3)];
    const ids = async (query: string) =>
      (await get(`/shows?movieId=${movieId}&${query}`)).data.map((show: { id: number }) => show.id);
    expect(await ids('')).toEqual([soon, late, past, oldest]);
    expect(await ids('limit=3&page=1')).toEqual([soon, late, past]);
    expect(await ids('limit=3&page=2')).toEqual([oldest]);
    expect((await get(`/shows?movieId=${movieId}&page=9`)).meta.total).toBe(4);
  });

  it('finds shows by movie, screen and cinema name, and by cinema', async () => {
    const cinemaId = await make.cinema('Plaza Nord');
    const screenId = await make.screen(cinemaId, 'Blue Hall');
    const show = await make.show({ screenId, movieId: await make.movie('Night Train') });
    for (const query of ['search=plaza%20n', 'search=BLUE', 'search=ight%20tr', `cinemaId=${cinemaId}`]) {
      expect((await get(`/shows?${query}`)).data.map((found: { id: number }) => found.id)).toEqual([show]);
    }
    expect((await get('/shows?search=nowhere')).meta.total).toBe(0);
  });

  it('finds accessible shows', async () => {
    const screenId = await make.screen(undefined, 'Accessible');
    const add = async (...accessibility: Accessibility[]) => {
      const id = await make.show({ screenId });
      await testApp.db.updateTable('shows').set({ accessibility }).where('id', '=', id).execute();
      return id;
    };
    const [captioned, both, signed] = [await add('CC'), await add('CC', 'AD'), await add('ISL')];
    await add();
    const ids = async (query: string) =>
      (await get(`/shows?screenId=${screenId}&${query}`)).data.map((show: { id: number }) => show.id);
    expect(await ids('accessibility=CC')).toEqual([captioned, both]);
    expect(await ids('accessibility=AD')).toEqual([both]);
    expect(await ids('accessibility=ISL')).toEqual([signed]);
    expect(await ids('accessibility=OC')).toEqual([]);
    expect((await testApp.call('GET', '/shows?accessibility=cc', { token: customer.token })).status).toBe(400);
  });

  it('counts seats of cancelled bookings and expired holds as available', async () => {
    const showId = await make.show();
    await make.booking({ showId, userId: customer.id, seats: ['A1', 'A2'] });
    await make.booking({ showId, userId: customer.id, seats: ['B1'], status: 'CHECKED_IN' });
    await make.booking({ showId, userId: customer.id, seats: ['C1', 'C2'], status: 'CANCELLED' });
    await make.hold(showId, customer.id, 'D1', fromNow(HOUR_MS));
    await make.hold(showId, customer.id, 'D2', fromNow(-1000));
    const { data } = await get(`/shows/${showId}`);
    expect(data._count.bookings).toBe(2);
    expect(data.availableSeats).toBe(100 - 3 - 1);
    expect(JSON.stringify(data)).not.toContain(customer.email);
  });
});

describe('the date filter', () => {
  it.each([
    ['Asia/Kolkata', '2031-02-28', ['2031-02-27T18:30:00Z', '2031-02-28T18:29:59Z'], '2031-02-28T18:30:00Z'],
    ['Asia/Kathmandu', '2032-02-29', ['2032-02-28T18:15:00Z', '2032-02-29T18:14:59Z'], '2032-02-29T18:15:00Z'],
    ['America/St_Johns', '2031-12-31', ['2031-12-31T03:30:00Z', '2032-01-01T03:29:59Z'], '2032-01-01T03:30:00Z'],
    ['Europe/Berlin', '2031-03-30', ['2031-03-29T23:00:00Z', '2031-03-30T21:59:59Z'], '2031-03-30T22:00:00Z'],
  ])('means a cinema day: in %s, %s includes %j and excludes %s', async (timeZone, day, inside, outside) => {
    const elsewhere = await openTestApp({ TIME_ZONE: timeZone });
    const there = factoryFor(elsewhere.db);
    const { token } = await elsewhere.addUser();
    for (const start of [...inside, outside]) await there.show({ startsAt: new Date(start) });
    const answer = await elsewhere.call('GET', `/shows?date=${day}`, { token });
    const starts = answer.body.data.map((show: { startTime: string }) => show.startTime);
    expect(starts).toEqual(inside.map((start) => new Date(start).toISOString()));
  });
});

describe('the filter of shows', async () => {
  const elsewhere = await openTestApp();
  const there = factoryFor(elsewhere.db);
  const { token } = await elsewhere.addUser();
  const movieId = await there.movie();
  const [left, right] = [await there.screen(), await there.screen()];
  const show = (screenId: number, startsAt: string) => there.show({ movieId, screenId, startsAt: new Date(startsAt) });
  const first = await show(left, '2041-03-01T18:29:00Z');
  const second = await show(right, '2041-03-01T18:30:00Z');
  const third = await show(left, '2041-03-03T18:29:00Z');
  const past = await show(right, '2021-03-01T10:00:00Z');

  it.each([
    ['', [first, second, third, past]],
    [`screenId=${left}`, [first, third]],
    ['from=2041-03-02', [second, third]],
    ['to=2041-03-01', [first, past]],
    ['from=2041-03-02&to=2041-03-03', [second, third]],
    ['from=2041-03-03&to=2041-03-03', [third]],
    ['upcoming=true', [first, second, third]],
    [`upcoming=true&screenId=${right}&to=2041-03-02`, [second]],
  ])('returns the right shows for ?%s', async (query, expected) => {
    const { body } = await elsewhere.call('GET', `/shows?${query}`, { token });
    expect(body.data.map(({ id }: { id: number }) => id)).toEqual(expected);
    expect(body.meta.total).toBe(expected.length);
  });
});

describe('today', () => {
  it.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])('is the cinema day in %s', async (timeZone) => {
    const elsewhere = await openTestApp({ TIME_ZONE: timeZone });
    const there = factoryFor(elsewhere.db);
    const { token } = await elsewhere.addUser();
    const starts = Array.from({ length: 48 }, (_, hour) => fromNow((hour - 24) * HOUR_MS));
    for (const startsAt of starts) await there.show({ startsAt });
    const dayOf = (instant: Date | string) => new Date(instant).toLocaleDateString('sv-SE', { timeZone });
    const today = () => starts.map(dayOf).filter((day) => day === dayOf(new Date()));
    const before = today();
    const answer = await elsewhere.call('GET', '/shows?date=today&limit=100', { token });
    const days = answer.body.data.map(({ startTime }: { startTime: string }) => dayOf(startTime));
    expect(answer.headers['x-time-zone']).toBe(timeZone);
    // Midnight may pass during the request.
    expect([before, today()]).toContainEqual(days);
  });
});

describe('an invalid request', () => {
  it.each([
    '/movies?page=0',
    '/movies?page=1.5',
    '/movies?limit=abc',
    '/movies?limit=-1',
    '/movies?search=a%00b',
    '/screens?cinemaId=1e3',
    '/shows?date=2026-02-30',
    '/shows?date=yesterday',
    '/shows?from=2026-13-01',
    '/shows?to=tomorrow',
    '/shows?upcoming=yes',
    '/shows?screenId=one',
    '/shows?movieId=0x10',
    '/movies/5abc',
    '/movies/0',
    '/shows/2147483648',
  ])('%s gets a 400', async (path) => {
    const answer = await testApp.call('GET', path, { token: customer.token });
    expect(answer).toMatchObject({ status: 400, body: { success: false, code: 'VALIDATION_FAILED' } });
  });

  it.each(['movie', 'cinema', 'screen', 'show'])('gets a 404 for an unknown %s', async (one) => {
    const answer = await testApp.call('GET', `/${one}s/2147483647`, { token: customer.token });
    expect(answer.status).toBe(404);
    expect(answer.body.message.toLowerCase()).toBe(`${one} not found`);
  });
});
