/**
 * Every released version's database must start under this version and keep its data. At each release run
 * `WRITE_DUMP=1.2.3 npm test -- server/test/upgrade` to add its dump. Never change a dump afterwards.
 */
import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import type { Booking, SeatMapAnswer } from '@moviebooking/contract/bookings';
import { describe, expect, it } from 'vitest';
import { claimMail } from '../../src/features/outbox/outbox.ts';
import type { Pool } from '../../src/platform/database/database.ts';
import { migrate } from '../../src/platform/database/migrations.ts';
import { startServer } from '../running-server.ts';
import { databaseUrl, freshDatabase, openTestApp } from '../test-app.ts';
import { whenOver } from '../when-over.ts';
import { dumpDatabase } from './dump.ts';
import { addSampleData, customer } from './sample-data.ts';

const here = (file: string) => new URL(file, import.meta.url);
const newVersion = process.env.WRITE_DUMP;

if (newVersion) {
  const testApp = await openTestApp();
  await addSampleData(testApp);
  await testApp.pool.query('update ledger.applied set version = $1', [newVersion]);
  await writeFile(here(`${newVersion}.sql`), await dumpDatabase(testApp.pool));
}

const versions = readdirSync(here('.'))
  .filter((name) => name.endsWith('.sql'))
  .map((name) => name.replace('.sql', ''));

type Row = Record<string, unknown>;

async function readTables(pool: Pool): Promise<Record<string, Row[]>> {
  const { rows } = await pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'schema_migrations' order by 1`,
  );
  const read = async (name: string) =>
    (await pool.query<{ row: Row }>(`select to_jsonb(t) as row from ${name} t order by 1`)).rows.map(({ row }) => row);
  return Object.fromEntries(await Promise.all(rows.map(async ({ name }) => [name, await read(name)])));
}

/** Bookings according to the totals, and the actual ones. */
async function countBookings(pool: Pool): Promise<unknown[]> {
  const { rows } = await pool.query(`
    select (select sum(bookings)::int from current_totals where dimension = 'all') as counted,
      (select count(*)::int from bookings) as stored`);
  return rows;
}

describe.each(versions)('a database of version %s', (version) => {
  it('starts under this version with all its data and accepts bookings', async () => {
    const database = await freshDatabase('template0');
    await database.pool.query(await readFile(here(`${version}.sql`), 'utf8'));
    await database.pool.query('reset all');
    const before = await readTables(database.pool);
    expect(before.bookings).toHaveLength(4);
    await migrate(database.connection);
    expect(await readTables(database.pool)).toMatchObject(before);

    const server = await startServer({ DATABASE_URL: databaseUrl(database), SEED_DEMO: 'false' });
    whenOver(async () => {
      server.process.kill('SIGTERM');
      await server.ended;
    });
    const call = async <Body>(method: string, path: string, token?: string, body?: unknown) => {
      const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) };
      const sent = body === undefined ? {} : { body: JSON.stringify(body) };
      const response = await fetch(`${server.url}/api${path}`, { method, headers, ...sent });
      return { status: response.status, body: (await response.json()) as Body };
    };
    const { email, password } = customer;
    const login = await call<{ data: { token: string } }>('POST', '/auth/login', undefined, { email, password });
    const { token } = login.body.data;
    // Customers who signed up before confirmation existed still get tickets by mail.
    const profile = await call<{ data: { user: { emailConfirmed: boolean } } }>('GET', '/profile', token);
    expect(profile.body.data.user.emailConfirmed).toBe(true);
    expect(
      await database.db.selectFrom('users').select('id').where('email_grandfathered', '=', false).execute(),
    ).toEqual([]);
    const history = (await call<{ data: Booking[] }>('GET', '/bookings/history', token)).body.data;
    expect(history.map(({ status, seats, totalPrice }) => [status, seats, totalPrice])).toEqual([
      ['CONFIRMED', ['C1'], 199.99],
      ['CHECKED_IN', ['J10'], 199.99],
      ['CANCELLED', ['B1', 'B2', 'B3'], 599.97],
      ['CONFIRMED', ['A1', 'A2'], 399.98],
    ]);
    expect(history[1]?.tickets).toMatchObject([{ seat: 'J10', admittedAt: expect.any(String) }]);
    const showId = history[0]?.show.id;
    const seatMap = (await call<SeatMapAnswer>('GET', `/bookings/seats/${showId}`, token)).body;
    expect([seatMap.bookedSeats, Object.keys(seatMap.blockedSeats)]).toEqual([
      ['A1', 'A2', 'C1'],
      ['D4', 'D5'],
    ]);
    const made = await call<Booking>('POST', '/bookings', token, { showId, seats: ['D4', 'E1'] });
    expect([made.status, made.body.seats]).toEqual([201, ['D4', 'E1']]);
    const taken = await call<{ code: string }>('POST', '/bookings', token, { showId, seats: ['A1'] });
    expect(taken.body.code).toBe('SEATS_BOOKED');
    expect(await countBookings(database.pool)).toEqual([{ counted: 5, stored: 5 }]);
  });
});

describe('a queued reset mail that already contains its link', () => {
  const insertMail = `
    insert into outbox (kind, user_id, recipient_id, details)
    values ('password-reset', 1, 1, '{"path": "/reset-password#token=secret"}')`;

  it('loses the link in the upgrade but is still sent', async () => {
    const { connection, pool, db } = await freshDatabase('template0');
    await migrate(connection, {
      async before(client, migrateTo) {
        await migrateTo(26);
        await client.query(insertMail);
      },
    });
    const { rows } = await pool.query('select status, details from outbox');
    expect(rows).toEqual([{ status: 'WAITING', details: {} }]);
    expect(await claimMail(db)).toMatchObject({ kind: 'password-reset', attempts: 1 });
  });
});
