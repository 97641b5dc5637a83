import { describe, expect, it } from 'vitest';
import { DAY_MS, factoryFor, fromNow } from '../../../test/factory.ts';
import { openTestApp, type TestApp } from '../../../test/test-app.ts';

const testApp = await openTestApp();
const make = factoryFor(testApp.db);
const admin = await testApp.addUser({ role: 'ADMIN', name: 'Ada', email: 'ada@example.com' });
const customer = await testApp.addUser();

const write = (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
  testApp.call(method, path, { token: admin.token, body });

describe('cinemas, movies and screens', () => {
  it.each([
    ['/cinemas', { name: ' Regal ', city: '' }, { name: 'Regal', city: null }],
    [
      '/movies',
      { title: 'Monsoon', description: null, durationMin: 142, posterUrl: '/posters/x.svg' },
      { title: 'Monsoon', description: null, durationMin: 142, posterUrl: '/posters/x.svg' },
    ],
    ['/movies', { title: 'Bare', extra: 1 }, { title: 'Bare', description: null, durationMin: null, posterUrl: null }],
  ])(
    'returns the whole object for POST %s, PUT and DELETE, and records each in the audit log',
    async (path, body, expected) => {
      const made = await write('POST', path, body);
      expect(made).toMatchObject({
        status: 201,
        body: { success: true, data: { ...expected, id: expect.any(Number) } },
      });
      const { id } = made.body.data;
      expect((await testApp.call('GET', `${path}/${id}`, { token: customer.token })).body.data).toMatchObject(
        made.body.data,
      );
      const field = 'name' in body ? 'name' : 'title';
      const changed = await write('PUT', `${path}/${id}`, { [field]: 'Renamed' });
      expect(changed).toMatchObject({ status: 200, body: { data: { id, [field]: 'Renamed' } } });
      expect((await write('DELETE', `${path}/${id}`)).status).toBe(200);
      expect((await write('DELETE', `${path}/${id}`)).status).toBe(404);
      expect((await write('PUT', `${path}/${id}`, body)).status).toBe(404);

      const entity = path.slice(1, -1) as 'cinema' | 'movie';
      const trail = await testApp.db
        .selectFrom('audit_log')
        .selectAll()
        .where('entity', '=', entity)
        .where('entity_id', '=', id)
        .orderBy('id')
        .execute();
      expect(trail.map((entry) => entry.action)).toEqual(['CREATE', 'UPDATE', 'DELETE']);
      expect(trail[0]).toMatchObject({ actor_id: admin.id, before: null, after: expected });
      expect(trail[1]).toMatchObject({ before: expected, after: { [field]: 'Renamed' } });
      expect(trail[2]).toMatchObject({ before: { [field]: 'Renamed' }, after: null });
    },
  );

  it('keeps the focus of a poster for clients that do not know it, until the poster changes', async () => {
    const poster = { title: 'Focus', posterUrl: '/posters/x.svg' };
    const { id, ...made } = (await write('POST', '/movies', { ...poster, posterFocus: 30 })).body.data;
    expect(made).toMatchObject({ posterFocus: 30 });
    const change = async (body: object) => (await write('PUT', `/movies/${id}`, body)).body.data.posterFocus;
    expect(await change({ ...poster, title: 'Renamed' })).toBe(30);
    expect(await change({ ...poster, posterUrl: '/posters/y.svg' })).toBe(null);
    expect(await change({ ...poster, posterFocus: 100 })).toBe(100);
    expect(await change({ ...poster, posterFocus: null })).toBe(null);
    for (const posterFocus of [-1, 101, 2.5, '50'])
      expect((await write('PUT', `/movies/${id}`, { ...poster, posterFocus })).status).toBe(400);
  });

  it('clears fields that a PUT does not name', async () => {
    const made = await write('POST', '/movies', { title: 'Full', description: 'Long', durationMin: 90 });
    const changed = await write('PUT', `/movies/${made.body.data.id}`, { title: 'Full' });
    expect(changed.body.data).toMatchObject({ description: null, durationMin: null });
  });

  it('keeps language, format and certificate if a PUT does not name them, and clears them on null', async () => {
    const known = { language: 'Hindi', format: '3D', certificate: 'UA 7+' };
    const { id } = (await write('POST', '/movies', { title: 'Known', ...known, language: ' Hindi ' })).body.data;
    const put = async (body: object) => (await write('PUT', `/movies/${id}`, { title: 'Known', ...body })).body.data;
    expect(await put({})).toMatchObject(known);
    expect(await put({ format: null })).toMatchObject({ ...known, format: null });
    expect(await put({ language: '', certificate: 'A' })).toMatchObject({
      language: null,
      format: null,
      certificate: 'A',
    });
    const { rows } = await testApp.pool.query(
      `select after from audit_log where entity = 'movie' and entity_id = $1 order by id desc limit 1`,
      [id],
    );
    expect(rows[0].after).toMatchObject({ language: null, certificate: 'A' });
  });

  it('requires an existing cinema for a screen', async () => {
    const cinemaId = await make.cinema();
    const made = await write('POST', '/screens', { name: 'Blue', cinemaId, capacity: 1000 });
    expect(made).toMatchObject({ status: 201, body: { data: { cinemaId, capacity: 1000, cinema: { id: cinemaId } } } });
    for (const attempt of [
      write('POST', '/screens', { name: 'Blue', cinemaId: 2_000_000_000 }),
      write('PUT', `/screens/${made.body.data.id}`, { name: 'Blue', cinemaId: 2_000_000_000 }),
    ]) {
      expect(await attempt).toMatchObject({ status: 404, body: { code: 'NOT_FOUND', message: 'Cinema not found' } });
    }
  });

  it.each([
    ['/cinemas', { name: '  ' }, 'Cinema name is required'],
    ['/cinemas', { name: 'x'.repeat(101) }, 'At most 100 characters'],
    ['/cinemas', { name: 'x', city: 7 }, expect.any(String)],
    ['/movies', {}, 'Movie title is required'],
    ['/movies', { title: 'x'.repeat(201) }, 'At most 200 characters'],
    ['/movies', { title: 'x', description: 'x'.repeat(2001) }, 'At most 2000 characters'],
    ['/movies', { title: 'x', durationMin: 0 }, 'Duration must be at least 1 minute'],
    ['/movies', { title: 'x', durationMin: 601 }, 'Duration can be at most 600 minutes'],
    ['/movies', { title: 'x', durationMin: '90' }, expect.any(String)],
    ['/movies', { title: 'x', durationMin: 90.5 }, expect.any(String)],
    ['/movies', { title: 'x', posterUrl: 'javascript:alert(1)' }, expect.stringContaining('poster')],
    ['/movies', { title: 'x', posterUrl: ' JaVaScRiPt:alert(1)' }, expect.stringContaining('poster')],
    ['/movies', { title: 'x', posterUrl: 'data:text/html,x' }, expect.stringContaining('poster')],
    ['/movies', { title: 'x', posterUrl: '//evil.example/x' }, expect.stringContaining('poster')],
    ['/movies', { title: 'x', posterUrl: '/\\evil.example/x' }, expect.stringContaining('poster')],
    ['/movies', { title: 'x', posterUrl: 'java\nscript:alert(1)' }, expect.stringContaining('poster')],
    ['/movies', { title: 'x', posterUrl: 'vbscript:x' }, expect.stringContaining('poster')],
    ['/movies', { title: 'x', posterUrl: `/${'x'.repeat(2048)}` }, 'At most 2048 characters'],
    ['/movies', { title: 'x', language: 'x'.repeat(51) }, 'At most 50 characters'],
    ['/movies', { title: 'x', language: 7 }, expect.any(String)],
    ['/movies', { title: 'x', format: '5D' }, 'A format must be one of 2D, 3D, IMAX, 4DX'],
    ['/movies', { title: 'x', certificate: 'PG' }, expect.stringContaining('A certificate must be one of')],
    ['/screens', { name: 'x' }, 'Screen name and cinema are required'],
    ['/screens', { name: '', cinemaId: 1 }, 'Screen name and cinema are required'],
    ['/screens', { name: 'x', cinemaId: 1, capacity: 1001 }, 'Capacity can be at most 1000'],
    ['/screens', { name: 'x', cinemaId: '1' }, expect.any(String)],
  ])('refuses POST %s %j', async (path, body, message) => {
    const answer = await write('POST', path, body);
    expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED', message } });
  });

  it('returns markup unchanged, as text', async () => {
    const text = `<script>alert('1')</script> & "quotes" <img src=x onerror=alert(1)>`;
    const made = await write('POST', '/movies', { title: text, description: text });
    expect(made.body.data).toMatchObject({ title: text, description: text });
    const read = await testApp.call('GET', `/movies/${made.body.data.id}`, { token: customer.token });
    expect(read.body.data).toMatchObject({ title: text, description: text });
    expect(read.headers['content-type']).toContain('application/json');
    expect(read.headers['x-content-type-options']).toBe('nosniff');
  });
});

describe('shows', () => {
  const at = (time: string) => `2031-05-01T${time}:00Z`;

  it('may run back to back on a screen but never overlap', async () => {
    const [movieId, screenId] = [await make.movie('Two hours', 120), await make.screen()];
    const schedule = (time: string, movie = movieId) =>
      write('POST', '/shows', { movieId: movie, screenId, price: 250.5, startTime: at(time) });
    const first = await schedule('10:00');
    expect(first).toMatchObject({
      status: 201,
      body: { data: { price: 250.5, startTime: '2031-05-01T10:00:00.000Z' } },
    });
    expect((await schedule('12:00')).status).toBe(201);
    expect((await schedule('08:00')).status).toBe(201);
    for (const time of ['10:00', '11:59', '08:01']) {
      expect(await schedule(time)).toMatchObject({ status: 409, body: { code: 'SCREEN_BUSY' } });
    }
    const unknownLength = await make.movie('No duration', null);
    expect((await schedule('14:00', unknownLength)).status).toBe(201);
    expect((await schedule('15:59')).body.code).toBe('SCREEN_BUSY');
    expect((await schedule('16:00')).status).toBe(201);
    const moved = await write('PUT', `/shows/${first.body.data.id}`, {
      movieId,
      screenId,
      price: 0,
      startTime: at('11:00'),
    });
    expect(moved.body.code).toBe('SCREEN_BUSY');
  });

  it('refuses to lengthen a movie into the next show, and frees time when it gets shorter', async () => {
    const [movieId, screenId] = [await make.movie('Stretch', 60), await make.screen()];
    for (const time of ['10:00', '11:00']) {
      await write('POST', '/shows', { movieId, screenId, price: 1, startTime: at(time) });
    }
    for (const durationMin of [61, null]) {
      const longer = await write('PUT', `/movies/${movieId}`, { title: 'Stretch', durationMin });
      expect(longer).toMatchObject({ status: 409, body: { code: 'SCREEN_BUSY' } });
    }
    expect((await write('PUT', `/movies/${movieId}`, { title: 'Stretch', durationMin: 30 })).status).toBe(200);
    const between = await write('POST', '/shows', { movieId, screenId, price: 1, startTime: at('10:30') });
    expect(between.status).toBe(201);
  });

  it.each([
    ['movieId', 2_000_000_000, 'Movie not found'],
    ['screenId', 2_000_000_000, 'Screen not found'],
  ])('refuses an unknown %s', async (field, value, message) => {
    const body = { movieId: await make.movie(), screenId: await make.screen(), price: 1, startTime: at('10:00') };
    const answer = await write('POST', '/shows', { ...body, [field]: value });
    expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND', message } });
  });

  it.each([
    [{ price: 1, startTime: at('10:00') }, 'All fields are required'],
    [{ movieId: 1, screenId: 1, startTime: at('10:00') }, 'All fields are required'],
    [{ movieId: 1, screenId: 1, price: 1, startTime: null }, 'All fields are required'],
    [{ movieId: 1, screenId: 1, price: 1, startTime: '9999-01-01T00:00:00Z' }, "A time can't be after 9998"],
    [{ movieId: 1, screenId: 1, price: -1, startTime: at('10:00') }, "Ticket price can't be negative"],
    [{ movieId: 1, screenId: 1, price: 100_000.01, startTime: at('10:00') }, expect.stringContaining('at most')],
    [{ movieId: 1, screenId: 1, price: 1.005, startTime: at('10:00') }, expect.stringContaining('two decimals')],
    [{ movieId: 1, screenId: 1, price: '5', startTime: at('10:00') }, expect.any(String)],
    [{ movieId: 1, screenId: 1, price: 5, startTime: '2031-05-01 10:00' }, expect.stringContaining('ISO 8601')],
    [{ movieId: 1, screenId: 1, price: 5, startTime: '2031-02-30T10:00:00Z' }, expect.any(String)],
    [{ movieId: 1, screenId: 1, price: 5, startTime: '+275760-09-13T00:00:00Z' }, expect.any(String)],
  ])('refuses %j', async (body, message) => {
    expect(await write('POST', '/shows', body)).toMatchObject({ status: 400, body: { message } });
  });

  it.each(['CONFIRMED', 'CANCELLED'] as const)(
    'keeps its movie but may move once it has a %s booking',
    async (status) => {
      const [screenId, movieId] = [await make.screen(), await make.movie()];
      const showId = await make.show({ screenId, movieId });
      await make.booking({ showId, userId: customer.id, status });
      const body = {
        movieId,
        screenId: await make.screen(),
        price: 300,
        startTime: fromNow(40 * DAY_MS).toISOString(),
      };
      expect(await write('PUT', `/shows/${showId}`, body)).toMatchObject({ status: 200, body: { data: body } });
      expect(await write('PUT', `/shows/${showId}`, { ...body, movieId: await make.movie() })).toMatchObject({
        status: 409,
        body: { code: 'IN_USE' },
      });
      const paid = await testApp.db
        .selectFrom('bookings')
        .select('price_paise')
        .where('show_id', '=', showId)
        .execute();
      expect(paid).toEqual([{ price_paise: 25_000 }]);
    },
  );

  it('is accessible as an administrator says, and stays so for clients that do not know it', async () => {
    const show = { movieId: await make.movie(), screenId: await make.screen(), price: 250, startTime: at('06:00') };
    const { id, ...made } = (await write('POST', '/shows', { ...show, accessibility: ['AD', 'CC'] })).body.data;
    expect(made.accessibility).toEqual(['CC', 'AD']);
    const change = async (body: object) => (await write('PUT', `/shows/${id}`, { ...show, ...body })).body;
    expect((await change({ price: 300 })).data).toMatchObject({ price: 300, accessibility: ['CC', 'AD'] });
    expect((await change({ accessibility: ['ISL'] })).data.accessibility).toEqual(['ISL']);
    const entries = await testApp.db
      .selectFrom('audit_log')
      .select(['before', 'after'])
      .where('entity', '=', 'show')
      .where('entity_id', '=', id)
      .orderBy('id')
      .execute();
    expect(
      entries.map(({ before, after }) =>
        [before, after].map((fields) => (fields as { accessibility?: string[] } | null)?.accessibility),
      ),
    ).toEqual([
      [undefined, ['CC', 'AD']],
      [
        ['CC', 'AD'],
        ['CC', 'AD'],
      ],
      [['CC', 'AD'], ['ISL']],
    ]);
    const expecting = (accessibility: string[]) => change({ accessibility: [], expected: { accessibility } });
    expect((await expecting(['CC', 'AD'])).code).toBe('CHANGED_MEANWHILE');
    expect((await expecting(['ISL'])).data.accessibility).toEqual([]);
    for (const accessibility of [['cc'], ['CC', 'CC'], 'CC', null, [null], ['3D']])
      expect((await write('PUT', `/shows/${id}`, { ...show, accessibility })).status).toBe(400);
    const plain = await write('POST', '/shows', { ...show, startTime: at('03:00') });
    expect(plain.body.data.accessibility).toEqual([]);
  });

  it('may change its movie while it has no bookings, and is deleted with its holds', async () => {
    const [showId, screenId, movieId] = [await make.show(), await make.screen(), await make.movie('Other')];
    const body = { movieId, screenId, price: 1, startTime: at('10:00') };
    expect((await write('PUT', `/shows/${showId}`, body)).body.data.movie.title).toBe('Other');
    await make.hold(showId, customer.id, 'A1', fromNow(DAY_MS));
    expect((await write('DELETE', `/shows/${showId}`)).status).toBe(200);
    expect(await testApp.db.selectFrom('seats').where('show_id', '=', showId).execute()).toEqual([]);
  });
});

describe('two administrators who edit the same item', () => {
  it('refuses the second change of a show, which expects the old fields', async () => {
    const [movieId, screenId] = [await make.movie(), await make.screen()];
    const showId = await make.show({ movieId, screenId });
    const { data: read } = (await testApp.call('GET', `/shows/${showId}`, { token: admin.token })).body;
    const expected = { movieId, screenId, price: read.price, startTime: read.startTime };
    const dearer = { ...expected, price: 350, expected };
    const later = { ...expected, startTime: fromNow(40 * DAY_MS).toISOString(), expected };
    expect(await write('PUT', `/shows/${showId}`, dearer)).toMatchObject({
      status: 200,
      body: { data: { price: 350 } },
    });
    const refused = await write('PUT', `/shows/${showId}`, later);
    expect(refused).toMatchObject({ status: 409, body: { code: 'CHANGED_MEANWHILE' } });
    const { data: now } = (await testApp.call('GET', `/shows/${showId}`, { token: admin.token })).body;
    expect(now).toMatchObject({ price: 350, startTime: read.startTime });
  });

  it('accepts an expected field that was and is null', async () => {
    const { id } = (await write('POST', '/movies', { title: 'Monsoon' })).body.data;
    const expected = { title: 'Monsoon', description: null, durationMin: null, posterUrl: null };
    const change = (title: string) => write('PUT', `/movies/${id}`, { ...expected, title, expected });
    expect((await change('Monsoon Wedding')).status).toBe(200);
    expect((await change('Monsoon Matinee')).status).toBe(409);
  });

  it('lets one of ten concurrent changes win', async () => {
    const { id } = (await write('POST', '/cinemas', { name: 'Regal' })).body.data;
    const change = (n: number) => write('PUT', `/cinemas/${id}`, { name: `Regal ${n}`, expected: { name: 'Regal' } });
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => change(n)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);
  });
});

describe('an item in use', () => {
  it('cannot move to another cinema if it is a screen with sold tickets', async () => {
    const [screenId, cinemaId] = [await make.screen(), await make.cinema('Elsewhere')];
    const showId = await make.show({ screenId });
    const move = () => write('PUT', `/screens/${screenId}`, { name: 'Screen 1', cinemaId });
    await make.booking({ showId, userId: customer.id });
    expect(await move()).toMatchObject({ status: 409, body: { code: 'IN_USE' } });
    const nowhere = await write('PUT', `/screens/${screenId}`, { name: 'Screen 1', cinemaId: 2_000_000_000 });
    expect(nowhere).toMatchObject({ status: 404, body: { message: 'Cinema not found' } });
    await testApp.db.deleteFrom('seats').where('show_id', '=', showId).execute();
    await testApp.db.deleteFrom('bookings').where('show_id', '=', showId).execute();
    expect((await move()).body.data.cinema.name).toBe('Elsewhere');
  });

  it('cannot be deleted, and the refusal says what uses it', async () => {
    const cinemaId = await make.cinema();
    const screenId = await make.screen(cinemaId);
    await make.screen(cinemaId, 'Screen 2');
    const movieId = await make.movie();
    const showId = await make.show({ movieId, screenId });
    await make.booking({ showId, userId: customer.id, status: 'CANCELLED' });
    for (const [path, message] of [
      [`/cinemas/${cinemaId}`, 'This cinema still has 2 screens.'],
      [`/screens/${screenId}`, 'This screen still has 1 show.'],
      [`/movies/${movieId}`, 'This movie still has 1 show.'],
      [`/shows/${showId}`, 'This show still has 1 booking. Cancelled bookings count too.'],
    ] as const) {
      expect(await write('DELETE', path)).toMatchObject({ status: 409, body: { code: 'IN_USE', message } });
    }
  });

  it('lets one of a concurrent deletion and first use win, and refuses the other with the reason', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [movieId, screenId] = [await make.movie(), await make.screen()];
      const startTime = '2031-05-01T10:00:00Z';
      const [deletion, use] = await Promise.all([
        write('DELETE', `/screens/${screenId}`),
        write('POST', '/shows', { movieId, screenId, price: 1, startTime }),
      ]);
      expect([
        [200, 404],
        [409, 201],
      ]).toContainEqual([deletion.status, use.status]);
    }
  });
});

describe('20 administrators who schedule on one screen concurrently', () => {
  async function race({ call, db, addUser }: TestApp) {
    const there = factoryFor(db);
    const screenId = await there.screen();
    const movieIds = [await there.movie('Even', 60), await there.movie('Odd', 90)];
    const admins = await Promise.all(Array.from({ length: 20 }, () => addUser({ role: 'ADMIN' })));
    const answers = await Promise.all(
      admins.map(({ token }, index) =>
        call('POST', '/shows', {
          token,
          body: { movieId: movieIds[index % 2], screenId, price: 1, startTime: at(index % 5) },
        }),
      ),
    );
    const shows = await db.selectFrom('shows').select(['starts_at', 'movie_id']).orderBy('starts_at').execute();
    const ends = shows.map((show) => show.starts_at.getTime() + (show.movie_id === movieIds[0] ? 60 : 90) * 60_000);
    const overlaps = shows.filter((show, index) => index > 0 && show.starts_at.getTime() < (ends[index - 1] ?? 0));
    return { statuses: answers.map((answer) => answer.status), overlaps: overlaps.length, shows: shows.length };
  }
  const at = (slot: number) => new Date(Date.UTC(2031, 4, 1, 10, slot * 30)).toISOString();

  it('never make two shows overlap: all others get SCREEN_BUSY', async () => {
    const { statuses, overlaps, shows } = await race(await openTestApp());
    expect(overlaps).toBe(0);
    expect(shows).toBeGreaterThan(0);
    expect(statuses.filter((status) => status === 201).length).toBe(shows);
    expect(statuses.filter((status) => status === 409).length).toBe(20 - shows);
  });

  it('never overlap or deadlock with a change of the movie duration', async () => {
    const screenId = await make.screen();
    const movieId = await make.movie('Growing', 30);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        index % 4 === 0
          ? write('PUT', `/movies/${movieId}`, { title: 'Growing', durationMin: 30 + index })
          : write('POST', '/shows', { movieId, screenId, price: 1, startTime: at(index) }),
      ),
    );
    expect(answers.every((answer) => [200, 201, 409].includes(answer.status))).toBe(true);
  });
});
