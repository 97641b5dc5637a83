import { existsSync } from 'node:fs';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { freshDatabase, openTestApp } from '../../../test/test-app.ts';
import { openDatabase, withoutTimeLimits } from '../../platform/database.ts';
import { findByPassword } from '../auth/auth.ts';
import { hashPassword } from '../auth/passwords.ts';
import { fillWithDemoData, guardDemoLogins } from './demo.ts';
import { demoLogins } from './demo-data.ts';
import { demoMovies } from './demo-movies.ts';

const ZONE = 'Asia/Kolkata';
const { db, pool, connection } = await freshDatabase();

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
  it('fills an empty database once, also when several servers start together', async () => {
    const filled = await withoutTimeLimits(connection, (pools) =>
      Promise.all([1, 2, 3].map(() => fillWithDemoData(openDatabase(pools), ZONE))),
    );
    expect(filled.filter(Boolean)).toHaveLength(1);
    const counts = await countRows();
    expect(counts).toMatchObject({ movies: 26, cinemas: 6, screens: 18 });
    expect(counts.coming_screen_days).toBeGreaterThanOrEqual(18 * 10);
    expect(counts.bookings).toBeGreaterThan(500);
    expect(counts.bookings_today).toBeGreaterThan(20);
    expect(counts.sold).toBe(counts.seats);
  });

  it('every movie has its poster', () => {
    for (const { slug } of demoMovies) {
      expect(existsSync(new URL(`../../../../web/public/posters/${slug}.svg`, import.meta.url)), slug).toBe(true);
    }
  });

  it('has shows to come however old the data folder is', async () => {
    await sql`update shows set starts_at = starts_at - interval '400 days'`.execute(db);
    expect((await countRows()).coming_screen_days).toBe(0);
    await fillWithDemoData(db, ZONE);
    expect((await countRows()).coming_screen_days).toBeGreaterThanOrEqual(18 * 10);
    const before = await countRows();
    await fillWithDemoData(db, ZONE);
    expect(await countRows()).toEqual(before);
  });

  it('leaves a database that holds other data alone', async () => {
    const own = await freshDatabase();
    await own.db.insertInto('cinemas').values({ name: 'My own', city: null }).execute();
    expect(await fillWithDemoData(own.db, ZONE)).toBe(false);
    const { rows } = await own.pool.query(
      'select (select count(*) from shows) + (select count(*) from movies) as made',
    );
    expect(rows[0].made).toBe(0);
  });

  it('known passwords work only while they are allowed, and a start leaves changed ones alone', async () => {
    const admin = demoLogins.admin;
    expect(await guardDemoLogins(db, true)).toEqual({ known: Object.values(demoLogins), newAdminPassword: undefined });
    expect(await findByPassword(db, admin)).toMatchObject({ role: 'ADMIN' });

    const { known, newAdminPassword } = await guardDemoLogins(db, false);
    expect(known).toEqual([]);
    const numbers = await db.selectFrom('users').select('session_number').where('email', '=', admin.email).execute();
    expect(numbers).toEqual([{ session_number: 1 }]);
    await expect(findByPassword(db, admin)).rejects.toThrow('Invalid email or password');
    await expect(findByPassword(db, demoLogins.customer)).rejects.toThrow('Invalid email or password');
    const changed = { email: admin.email, password: newAdminPassword ?? '' };
    expect(await findByPassword(db, changed)).toMatchObject({ role: 'ADMIN' });

    for (const allowed of [true, false])
      expect(await guardDemoLogins(db, allowed)).toEqual({ known: [], newAdminPassword: undefined });
    expect(await findByPassword(db, changed)).toMatchObject({ role: 'ADMIN' });
    await expect(findByPassword(db, admin)).rejects.toThrow('Invalid email or password');
  });
});

describe('a demo login', async () => {
  const testApp = await openTestApp();
  const { email, password, name, role } = demoLogins.admin;
  await testApp.db
    .insertInto('users')
    .values({ email, name, role, password_hash: await hashPassword(password) })
    .execute();
  const logInWith = async (headers: Record<string, string>, from?: string) => {
    const answer = await testApp.call('POST', '/auth/login', {
      body: { email, password },
      headers,
      ...(from ? { from } : {}),
    });
    return [answer.status, answer.body.code];
  };

  it('is for a person at this machine', async () => {
    expect(await logInWith({})).toEqual([200, undefined]);
    expect(await logInWith({ host: '127.0.0.1:3000' })).toEqual([200, undefined]);
  });

  it.each([
    [{ 'x-forwarded-for': '192.0.2.7' }],
    [{ 'x-forwarded-proto': 'https' }],
    [{ 'x-forwarded-host': 'tickets.example.com' }],
    [{ 'x-real-ip': '192.0.2.7' }],
    [{ forwarded: 'for=192.0.2.7' }],
    [{ via: '1.1 proxy' }],
    [{ host: 'tickets.example.com' }],
  ])('is refused as a wrong password to a request with %j', async (headers) => {
    expect(await logInWith(headers as Record<string, string>)).toEqual([401, 'INVALID_CREDENTIALS']);
  });

  it('is refused to another machine', async () => {
    expect(await logInWith({}, '192.0.2.7')).toEqual([401, 'INVALID_CREDENTIALS']);
  });

  it('is a password like any other to another account', async () => {
    const own = { name: 'Ravi', email: 'ravi@example.com', password };
    for (const [path, body] of Object.entries({ '/auth/signup': own, '/auth/login': own }))
      expect((await testApp.call('POST', path, { body, from: '192.0.2.7' })).body.success).toBe(true);
  });
});
