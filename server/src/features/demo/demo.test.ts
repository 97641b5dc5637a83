import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { freshDatabase } from '../../../test/test-app.ts';
import { whenOver } from '../../../test/when-over.ts';
import { openDatabase, withoutTimeLimits } from '../../platform/database/database.ts';
import { fillWithDemoData } from './demo.ts';
import { demoMovies } from './demo-movies.ts';

const ZONE = 'Asia/Kolkata';
const { db, pool, connection } = await freshDatabase();
const dataDir = await mkdtemp(join(tmpdir(), 'moviebooking-demo-'));
whenOver(() => rm(dataDir, { recursive: true, force: true }));
const settings = { timeZone: ZONE, dataDir };

async function countRows() {
  const { rows } = await pool.query(`
    select (select count(*)::int from movies) as movies,
           (select count(*)::int from cinemas) as cinemas,
           (select count(*)::int from screens) as screens,
           (select count(*)::int from shows) as shows,
           (select count(distinct (screen_id, (starts_at at time zone '${ZONE}')::date))::int from shows
            where starts_at > now()) as coming_screen_days,
           (select count(*)::int from bookings where created_at > now() - interval '30 days') as bookings,
           (select count(*)::int from bookings where created_at > now() - interval '1 day') as bookings_today,
           (select coalesce(sum(cardinality(seats)), 0)::int from bookings where status <> 'CANCELLED') as sold,
           (select count(*)::int from seats) as seats`);
  return rows[0];
}

describe('demo data', () => {
  it('fills an empty database once, even when several servers start together', async () => {
    const filled = await withoutTimeLimits(connection, (pools) =>
      Promise.all([1, 2, 3].map(() => fillWithDemoData(openDatabase(pools), settings))),
    );
    expect(filled.filter(Boolean)).toHaveLength(1);
    const counts = await countRows();
    expect(counts).toMatchObject({ movies: 26, cinemas: 6, screens: 18 });
    expect(counts.coming_screen_days).toBeGreaterThanOrEqual(18 * 10);
    expect(counts.bookings).toBeGreaterThan(500);
    expect(counts.bookings_today).toBeGreaterThan(20);
    expect(counts.sold).toBe(counts.seats);
  });

  it('is busy tonight: shows are 30 to 95 % sold, one is sold out and one is filling up', async () => {
    const { rows } = await pool.query(`
      select count(seats.seat)::int as sold from shows left join seats on seats.show_id = shows.id
      where starts_at > now() and (starts_at at time zone '${ZONE}')::date = (now() at time zone '${ZONE}')::date
      group by shows.id order by sold desc`);
    const sold = rows.map((row) => row.sold);
    if (sold.length >= 6) expect([sold[0], sold[1]]).toEqual([100, 90]);
    for (const seats of sold.slice(2)) expect(seats >= 30 && seats < 75).toBe(true);
  });

  it('has totals that agree with its bookings, show by show', async () => {
    const totals = (source: string) => pool.query(`select ref_id, status, ${source} group by 1, 2 order by 1, 2`);
    const { rows } = await totals(
      `sum(bookings)::int as bookings, sum(seats)::int as seats from current_totals where dimension = 'show'`,
    );
    const counted = await totals(
      `count(*)::int as bookings, sum(cardinality(seats))::int as seats
       from (select show_id::bigint as ref_id, status, seats from bookings) as made`,
    );
    expect(rows.length).toBeGreaterThan(500);
    expect(rows).toEqual(counted.rows);
  });

  it('has a poster for every movie', () => {
    for (const { slug } of demoMovies) {
      expect(existsSync(new URL(`../../../../web/public/posters/${slug}.svg`, import.meta.url)), slug).toBe(true);
    }
  });

  it('has upcoming shows, however old the data folder is', async () => {
    await sql`update shows set starts_at = starts_at - interval '400 days'`.execute(db);
    expect((await countRows()).coming_screen_days).toBe(0);
    await fillWithDemoData(db, settings);
    expect((await countRows()).coming_screen_days).toBeGreaterThanOrEqual(18 * 10);
    const before = await countRows();
    await fillWithDemoData(db, settings);
    expect(await countRows()).toEqual(before);
  });

  it('gives movies of earlier demo data the focus of their posters, and leaves those that were chosen', async () => {
    await sql`update movies set poster_focus = case id % 2 when 0 then 99 end`.execute(db);
    await fillWithDemoData(db, settings);
    const { rows } = await pool.query('select id, title, poster_focus from movies order by id');
    for (const { id, title, poster_focus } of rows)
      expect(poster_focus, title).toBe(
        id % 2 === 0 ? 99 : demoMovies.find((movie) => movie.title === title)?.posterFocus,
      );
  });

  it('leaves a database with other data alone', async () => {
    const own = await freshDatabase();
    await own.db.insertInto('cinemas').values({ name: 'My own', city: null }).execute();
    expect(await fillWithDemoData(own.db, settings)).toBe(false);
    const { rows } = await own.pool.query(
      'select (select count(*) from shows) + (select count(*) from movies) as made',
    );
    expect(rows[0].made).toBe(0);
  });
});
