import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { DAY_MS, factoryFor, fromNow, HOUR_MS } from '../../../test/factory.ts';
import { openTestApp, type TestApp } from '../../../test/test-app.ts';
import { addUpTotals } from './totals.sql.ts';

async function open() {
  const testApp = await openTestApp();
  return { ...testApp, admin: await testApp.addUser({ role: 'ADMIN' }), make: factoryFor(testApp.db) };
}

describe('totals', () => {
  /** Adds up the bookings themselves and compares. */
  async function expectExact({ pool }: TestApp, timeZone = 'Asia/Kolkata') {
    const { rows } = await pool.query(
      `with truth as (
         select key.dimension, key.day, key.ref_id, status, count(*)::int as bookings,
           sum(cardinality(b.seats))::int as seats, sum(b.total_paise)::int as paise
         from bookings b join shows s on s.id = show_id join screens c on c.id = screen_id,
           lateral (
             select count(*)::int as lead from unnest(array[1, 3, 6, 12, 24, 48, 168]) as hours
             where date_bin('15 minutes', b.created_at, '2000-01-01Z') + interval '15 minutes' + hours * interval '1 hour' <= starts_at
           ) as ahead,
           lateral (values ('all', b.created_at, 0), ('movie', b.created_at, movie_id), ('cinema', b.created_at, cinema_id),
             ('show', starts_at, s.id), ('hour', starts_at, extract(hour from starts_at at time zone $1)::int),
             ('lead', b.created_at, lead), ('movie lead', b.created_at, movie_id * 8 + lead),
             ('cinema lead', b.created_at, cinema_id * 8 + lead)
           ) as k (dimension, moment, ref_id),
           lateral (select k.dimension, (k.moment at time zone $1)::date as day, k.ref_id) as key
         group by 1, 2, 3, 4
       ), kept as (
         select dimension, day, ref_id, status, sum(bookings)::int as bookings, sum(seats)::int as seats,
           sum(paise)::int as paise
         from current_totals group by 1, 2, 3, 4 having sum(bookings) <> 0 or sum(seats) <> 0 or sum(paise) <> 0
       )
       (table truth except table kept) union all (table kept except table truth)`,
      [timeZone],
    );
    expect(rows).toEqual([]);
  }

  it('stay exact through sales, cancellations, moves and adding up, in any order', async () => {
    const testApp = await open();
    const { make, addUser, pool, call, admin, db } = testApp;
    const { id: userId } = await addUser();
    const screens = [await make.screen(await make.cinema('A')), await make.screen(await make.cinema('B'))];
    const movieId = await make.movie();
    const showIds = await Promise.all([1, 2, 3].map(() => make.show({ movieId, screenId: screens[0] as number })));
    for (let step = 0; step < 30; step += 1) {
      const showId = showIds[step % 3] as number;
      const seats = [`${'ABCDEFGHIJ'[step % 10]}${1 + (step % 3)}`];
      const bookingId = await make.booking({ showId, userId, seats, createdAt: fromNow(step * step * HOUR_MS) });
      if (step % 4 === 0) await make.cancel(bookingId);
      if (step % 7 === 0) await addUpTotals(pool);
      if (step % 5 === 0) {
        const body = { movieId, screenId: screens[step % 2], price: step, startTime: fromNow((20 + step) * DAY_MS) };
        expect((await call('PUT', `/shows/${showId}`, { token: admin.token, body })).status).toBe(200);
      }
      await expectExact(testApp);
    }
    const gone = await make.booking({ showId: showIds[0] as number, userId, seats: ['J9'] });
    await make.cancel(gone);
    await db.deleteFrom('bookings').where('id', '=', gone).execute();
    await expectExact(testApp);
    await pool.query('select ledger.rebuild_totals()');
    await expectExact(testApp);
  });

  it('stay exact when a show moves during a rebuild', async () => {
    const testApp = await open();
    const { pool, connection, make } = testApp;
    const { id: userId } = await testApp.addUser();
    const showId = await make.show({ startsAt: fromNow(3 * DAY_MS) });
    await make.booking({ showId, userId });
    // Holds the rebuild between deleting and adding up.
    const other = new pg.Client(connection);
    await other.connect();
    await other.query('begin');
    await other.query('select from total_changes for update');
    const rebuilt = pool.query('select ledger.rebuild_totals()');
    const waiting = async () =>
      (await other.query(`select count(*)::integer as n from pg_locks where not granted`)).rows[0].n;
    await expect.poll(waiting).toBe(1);
    let isMoved = false;
    const moved = pool
      .query(`update shows set starts_at = starts_at + interval '1 day' where id = $1`, [showId])
      .then(() => {
        isMoved = true;
      });
    await expect.poll(async () => isMoved || (await waiting()) === 2).toBe(true);
    await other.query('commit');
    await other.end();
    await Promise.all([rebuilt, moved]);
    await expectExact(testApp);
  });

  it('follow TIME_ZONE into another time zone', async () => {
    const testApp = await open();
    const { id: userId } = await testApp.addUser();
    const showId = await testApp.make.show();
    await testApp.make.booking({ showId, userId, createdAt: new Date('2026-03-31T20:00:00Z') });
    await expectExact(testApp, 'Asia/Kolkata');
    await testApp.pool.query(`select ledger.set_totals_time_zone('America/New_York')`);
    await expectExact(testApp, 'America/New_York');
  });

  it('are rebuilt when a version with fewer dimensions made them', async () => {
    const testApp = await open();
    const { id: userId } = await testApp.addUser();
    await testApp.make.booking({ showId: await testApp.make.show(), userId });
    await addUpTotals(testApp.pool);
    await testApp.pool.query(`delete from totals where dimension like '%lead'`);
    await testApp.pool.query('update totals_time_zone set dimensions = 5');
    await testApp.pool.query(`select ledger.set_totals_time_zone('Asia/Kolkata')`);
    await expectExact(testApp);
  });

  it('count nothing twice when two servers add up at once', async () => {
    const testApp = await open();
    const { id: userId } = await testApp.addUser();
    const showId = await testApp.make.show();
    for (const seat of ['A1', 'A2', 'A3', 'A4']) {
      await testApp.make.booking({ showId, userId, seats: [seat] });
      await Promise.all([1, 2, 3, 4].map(() => addUpTotals(testApp.pool)));
    }
    await expectExact(testApp);
  });
});
