import { describe, expect, it } from 'vitest';
import { factoryFor } from '../../../test/factory.ts';
import { openTestApp } from '../../../test/test-app.ts';

describe('calendar months', async () => {
  const { call, addUser, db } = await openTestApp({ TIME_ZONE: 'Asia/Kolkata' });
  const make = factoryFor(db);
  const admin = await addUser({ role: 'ADMIN' });
  const { id: userId } = await addUser();
  const [north, formula] = [await make.cinema('North Star', 'Delhi'), await make.cinema('=1+1', 'Pune; "old"')];
  const showIn = async (cinemaId: number, movie: string) =>
    make.show({ screenId: await make.screen(cinemaId), movieId: await make.movie(movie) });
  const [train, river] = [await showIn(north, 'Night Train'), await showIn(formula, 'River')];
  // 1 October starts at 18:30 UTC on 30 September.
  const lastSecond = new Date('2025-10-31T18:29:59Z');
  await make.booking({
    showId: train,
    userId,
    seats: ['A1', 'A2'],
    price: 199.99,
    createdAt: new Date('2025-09-30T18:30:00Z'),
  });
  await make.booking({ showId: train, userId, seats: ['B1'], status: 'CANCELLED', createdAt: lastSecond });
  await make.booking({ showId: river, userId, seats: ['C1'], createdAt: lastSecond });
  await make.booking({ showId: river, userId, seats: ['D1', 'D2'], createdAt: new Date('2025-10-31T18:30:00Z') });
  await make.booking({ showId: river, userId, seats: ['E1'], createdAt: new Date('2025-09-30T18:29:59Z') });
  const get = (path: string) => call('GET', path, { token: admin.token });
  const linesOf = async (query: string): Promise<string[]> => {
    const { status, body } = await get(`/admin/analytics/month-end.csv?${query}`);
    expect(status, JSON.stringify(body)).toBe(200);
    return body.split('\r\n');
  };

  it('covers a month in cinema days and compares it with the month before', async () => {
    const { body } = await get('/admin/analytics?month=2025-10');
    expect(body.data).toMatchObject({
      ...{ days: 31, month: '2025-10', from: '2025-10-01', to: '2025-10-31' },
      totals: { bookings: 2, seats: 3, revenue: 649.98, cancellations: 1 },
      previous: { from: '2025-09-01', to: '2025-09-30', totals: { bookings: 1, seats: 1, revenue: 250 } },
    });
    expect(body.data.byDay).toHaveLength(31);
    expect(body.data.previous.byDay).toHaveLength(30);
    expect(body.data.previous.byDay.at(-1)).toEqual({
      ...{ date: '2025-09-30', bookings: 1, seats: 1, revenue: 250, cancellations: 0 },
    });
    const last = await get('/admin/analytics?days=7');
    expect(last.body.data).toMatchObject({ days: 7, month: null, previous: { byDay: { length: 7 } } });
  });

  it('exports a row per day, quiet days included', async () => {
    const [head, ...days] = await linesOf('month=2025-10');
    expect(head).toBe('\uFEFFDate,Bookings,Seats,Revenue (INR),Cancelled bookings,Cancelled seats,Cancelled (INR)');
    expect(days).toHaveLength(31 + 1);
    expect(days[0]).toBe('2025-10-01,1,2,399.98,0,0,0');
    expect(days[1]).toBe('2025-10-02,0,0,0,0,0,0');
    expect(days[30]).toBe('2025-10-31,1,1,250,1,1,250');
  });

  it('exports a row per day and cinema, without cells that a spreadsheet would run as formulas', async () => {
    expect((await linesOf('month=2025-10&by=cinema')).slice(1)).toEqual([
      '2025-10-01,North Star,Delhi,1,2,399.98,0,0,0',
      `2025-10-31,'=1+1,"Pune; ""old""",1,1,250,0,0,0`,
      '2025-10-31,North Star,Delhi,0,0,0,1,1,250',
      '',
    ]);
    const { headers } = await get('/admin/analytics/month-end.csv?month=2025-10&by=cinema');
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toBe('attachment; filename="sales-2025-10-by-cinema.csv"');
    expect(headers['cache-control']).toBe('no-store');
  });

  it('ends the running month today', async () => {
    const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'Asia/Kolkata' });
    const lines = await linesOf(`month=${today.slice(0, 7)}`);
    expect(lines.at(-2)).toMatch(new RegExp(`^${today},`));
    const { body } = await get(`/admin/analytics?month=${today.slice(0, 7)}`);
    expect(body.data.to).toBe(today);
    expect(body.data.previous.from.slice(8)).toBe('01');
  });

  it.each(['2025-13', '2025-1', '1969-12', '9998-12', 'now', ''])('rejects month=%s', async (month) => {
    for (const path of ['/admin/analytics', '/admin/analytics/month-end.csv']) {
      const { status, body } = await get(`${path}?month=${month}`);
      expect([path, status, body.code]).toEqual([path, 400, 'VALIDATION_FAILED']);
    }
  });
});
