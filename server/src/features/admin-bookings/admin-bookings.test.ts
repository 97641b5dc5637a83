import { describe, expect, it } from 'vitest';
import { factoryFor, fromNow, HOUR_MS } from '../../../test/factory.ts';
import { openTestApp } from '../../../test/test-app.ts';

const idsOf = (body: { data: { id: number }[] }) => body.data.map((item) => item.id);

describe('bookings', async () => {
  const { call, addUser, db, pool } = await openTestApp();
  const make = factoryFor(db);
  const admin = await addUser({ role: 'ADMIN' });
  const get = async (path: string) => {
    const answer = await call('GET', path, { token: admin.token });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body;
  };
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
  ])('?%s returns %j, newest first, and the total', async (query, expected) => {
    const body = await get(`/admin/bookings?${query}`);
    expect(idsOf(body)).toEqual(expected);
    expect(body.meta.total).toBe(expected.length);
    const page = await get(`/admin/bookings?${query}&limit=1&page=2`);
    expect(idsOf(page)).toEqual(expected.slice(1, 2));
  });

  it('finds bookings by seats of upcoming shows, soonest show first', async () => {
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

  it('filters by the cinema day of the show, with the other filters, in the export too', async () => {
    // 10 May starts at 18:30 UTC on 9 May.
    const [before, show] = [
      await make.show({ screenId: south, movieId: train, startsAt: new Date('2026-05-09T18:00:00Z') }),
      await make.show({ screenId: north, movieId: river, startsAt: new Date('2026-05-09T18:30:00Z') }),
    ];
    const [eve, one, two] = [
      await make.booking({ showId: before, userId: zoe.id, createdAt: new Date('2026-05-01T12:00:00Z') }),
      await make.booking({ showId: show, userId: zoe.id, createdAt: new Date('2026-05-01T12:00:00Z') }),
      await make.booking({ showId: show, userId: asha.id, seats: ['B1'], status: 'CANCELLED' }),
    ];
    for (const [query, expected] of [
      ['showDate=2026-05-10', [two, one]],
      ['showDate=2026-05-09', [eve]],
      ['showDate=2026-05-11', []],
      ['showDate=2026-05-10&date=2026-05-01', [one]],
      [`showDate=2026-05-10&status=CANCELLED&movieId=${river}`, [two]],
      [`showDate=2026-05-10&movieId=${train}`, []],
      ['showDate=2026-05-10&search=zoe', [one]],
    ] as const) {
      const body = await get(`/admin/bookings?${query}`);
      expect([query, idsOf(body), body.meta.total]).toEqual([query, expected, expected.length]);
      const file = await call('GET', `/admin/bookings.csv?${query}`, { token: admin.token });
      expect([query, file.body.split('\r\n').length]).toEqual([query, expected.length + 2]);
    }
    const wrong = await call('GET', '/admin/bookings?showDate=10.5.2026', { token: admin.token });
    expect(wrong.status).toBe(400);
    for (const id of [eve, one]) await make.cancel(id);
    await db.deleteFrom('bookings').where('id', 'in', [eve, one, two]).execute();
  });

  it('searches the same way when the term matches thousands of customers', async () => {
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

  it('returns each booking with its seats in order and its customer', async () => {
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

  it('exports the same bookings as CSV, with no cell a spreadsheet would run as a formula', async () => {
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

describe('tickets and exports', async () => {
  const { call, addUser, db } = await openTestApp();
  const make = factoryFor(db);
  const admin = await addUser({ role: 'ADMIN' });
  const customer = await addUser({ name: 'Zubin Wadia' });

  async function codeOf(bookingId: number): Promise<string> {
    const history = await call('GET', '/bookings/history', { token: customer.token });
    return history.body.data.find(({ id }: { id: number }) => id === bookingId).ticketCode;
  }

  describe('a ticket code', () => {
    it('finds only its booking, in any case, in the list and in the export', async () => {
      const showId = await make.show();
      const id = await make.booking({ showId, userId: customer.id, seats: ['H1'] });
      await make.booking({ showId, userId: customer.id, seats: ['H2'] });
      const search = encodeURIComponent((await codeOf(id)).toLowerCase());
      const found = await call('GET', `/admin/bookings?search=${search}`, { token: admin.token });
      expect(found.body).toMatchObject({ data: [{ id }], meta: { total: 1 } });
      const file = await call('GET', `/admin/bookings.csv?search=${search}`, { token: admin.token });
      expect(file.body.trim().split('\r\n')).toHaveLength(2);
    });

    it('that was never issued finds nothing', async () => {
      const found = await call('GET', '/admin/bookings?search=MB-1-000000000000', { token: admin.token });
      expect(found.body).toMatchObject({ data: [], meta: { total: 0 } });
    });
  });

  it('records an export with the names of the filtered items, and looks the customer up when the log is read', async () => {
    const [movieId, cinemaId] = [await make.movie('Night Train'), await make.cinema('North Star')];
    const query = `movieId=${movieId}&cinemaId=${cinemaId}&userId=${customer.id}`;
    await call('GET', `/admin/bookings.csv?${query}`, { token: admin.token });
    const log = await call('GET', '/admin/audit?action=EXPORT&limit=1', { token: admin.token });
    expect(log.body.data[0].after).toEqual({
      ...{ movieId, movie: 'Night Train', cinemaId, cinema: 'North Star' },
      ...{ userId: customer.id, user: 'Zubin Wadia' },
    });
    const kept = await db.selectFrom('audit_log').select('after').where('action', '=', 'EXPORT').execute();
    expect(JSON.stringify(kept)).not.toContain('Zubin');
  });
});
