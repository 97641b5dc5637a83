/** Tests two servers with PgBouncer in transaction mode and deploy/cluster/pgbouncer.ini. Skipped without PgBouncer. */
import { rmSync } from 'node:fs';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openSeating } from '../src/features/seating/seating.ts';
import { openPool } from '../src/platform/database/database.ts';
import { createTokens } from '../src/platform/http/sessions.ts';
import { SERVING_ROLE } from './global-setup.ts';
import { openSeatMap, untilAllAgree } from './live-seat-map.ts';
import { PGBOUNCER, startPgBouncer, WHY_NOT } from './pgbouncer.ts';
import { freePorts, makeFolder } from './programs.ts';
import { startServer } from './running-server.ts';
import { addShow } from './shows.ts';
import { databaseUrl, freshDatabase } from './test-app.ts';
import { whenOver } from './when-over.ts';

const JWT_SECRET = 'a secret that only the tests of PgBouncer know, long enough';
const PASSWORD = 'of the tests';
const CUSTOMERS = 6;
const ENDS_MS = 120_000;
if (!PGBOUNCER) console.warn(`PgBouncer: not tested, because ${WHY_NOT}.`);

async function openScene() {
  const database = await freshDatabase();
  const { connection, pool, db } = database;
  const folder = makeFolder('pgbouncer');
  const { value: port } = await freePorts().next();
  const start = () => startPgBouncer({ folder, port, primary: connection, password: PASSWORD });
  let pgBouncer = await start();
  whenOver(async () => {
    await pgBouncer.program.kill();
    rmSync(folder, { recursive: true, force: true });
  });
  const pooledUrl = `postgres://${SERVING_ROLE}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/moviebooking`;
  const ownerUrl = databaseUrl(database);
  const variables = {
    ...{ DATABASE_URL: pooledUrl, DATABASE_OWNER_URL: ownerUrl, JWT_SECRET, SEED_DEMO: 'false' },
    DATABASE_DIRECT_URL: databaseUrl({ ...database, connection: { ...connection, user: SERVING_ROLE } }),
  };
  const servers = await Promise.all([1, 2].map(() => startServer(variables)));
  whenOver(async () => {
    for (const server of servers) server.process.kill('SIGKILL');
    await Promise.all(servers.map(({ ended }) => ended));
  });
  const { rows: users } = await pool.query<{ id: number }>(
    `insert into users (name, email, password_hash)
     select 'Asha', n || '@example.com', 'x' from generate_series(1, ${CUSTOMERS}) n returning id`,
  );
  const tokens = createTokens(JWT_SECRET);
  const showId = await addShow(db);
  const seating = openSeating({ pool, config: { holdSeconds: 300, holdMaxSeconds: 900, holdGraceSeconds: 20 } });
  const customers = users.map(({ id }, n) => {
    const { url } = servers[n % servers.length] ?? { url: '' };
    return { url, token: tokens.issue(id), page: openSeatMap(url, tokens.issue(id), showId) };
  });
  whenOver(() => {
    for (const { page } of customers) page.close();
  });
  return {
    ...{ pool, pooledUrl, showId, customers },
    untilRight: () =>
      untilAllAgree(
        customers.map(({ page }) => page),
        () => seating.readSnapshot(showId),
      ),
    async restart() {
      await pgBouncer.program.kill();
      pgBouncer = await start();
    },
  };
}

async function post({ url, token }: { url: string; token: string }, path: string, body?: unknown) {
  const response = await fetch(`${url}/api${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: response.status, body: (await response.json()) as { data: { id: number } } };
}

type Scene = Awaited<ReturnType<typeof openScene>>;
const scene = (PGBOUNCER ? await openScene() : {}) as Scene;

describe.skipIf(!PGBOUNCER)('two servers over PgBouncer in transaction mode', () => {
  it('give each seat one owner, update every page, keep their limits, and recover after PgBouncer is killed', async () => {
    const { pool, pooledUrl, showId, customers, untilRight, restart } = scene;
    const [first, second] = customers as [(typeof customers)[0], (typeof customers)[0]];
    await untilRight();

    const seats = ['A1', 'A2', 'A3'];
    const race = await Promise.all(customers.map((customer) => post(customer, '/bookings', { showId, seats })));
    expect(race.map(({ status }) => status).sort()).toEqual([201, ...Array(CUSTOMERS - 1).fill(409)]);
    await untilRight();
    expect(customers.map(({ page }) => page.map().bookedSeats.join())).toEqual(customers.map(() => 'A1,A2,A3'));

    const held = await first.page.socket.emitWithAck('block-seats', { showId, seats: ['B1'] });
    expect(held).toMatchObject({ success: true, blocked: ['B1'] });
    expect((await post(second, '/bookings', { showId, seats: ['B1'] })).status).toBe(409);
    await untilRight();
    const winner = race.findIndex(({ status }) => status === 201);
    const cancelled = await post(customers[winner] ?? first, `/bookings/cancel/${race[winner]?.body.data.id}`);
    expect(cancelled.status).toBe(200);
    await untilRight();
    expect(second.page.map()).toMatchObject({ bookedSeats: [], blockedSeats: { B1: {} } });

    const pooled = openPool({ connectionString: pooledUrl, isPooled: true, isPrepared: false });
    onTestFinished(() => pooled.end());
    const { rows } = await pooled.query(`
      select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
        current_setting('idle_in_transaction_session_timeout') as idle, current_setting('jit') as jit,
        current_setting('timezone') as timezone`);
    expect(rows).toEqual([{ statement: '5s', lock: '3s', idle: '10s', jit: 'off', timezone: 'UTC' }]);
    const named = { name: 'again', text: 'select $1::integer as number', values: [1] };
    for (let n = 0; n < 3; n += 1) expect((await pooled.query(named)).rows).toEqual([{ number: 1 }]);
    const { rows: prepared } = await pooled.query('select from pg_prepared_statements');
    expect(prepared).toEqual([]);

    await restart();
    await vi.waitUntil(
      async () => (await post(second, '/bookings', { showId, seats: ['C1'] })).status === 201,
      ENDS_MS,
    );
    await untilRight();
    const { rows: listening } = await pool.query(
      `select count(*)::integer as listeners from pg_stat_activity
       where datname = current_database() and application_name = 'moviebooking live'`,
    );
    expect(listening[0].listeners).toBe(2);
  });

  it('name the missing setting if they know only PgBouncer', async () => {
    const { pooledUrl } = scene;
    await expect(startServer({ DATABASE_URL: pooledUrl, JWT_SECRET, SEED_DEMO: 'false' })).rejects.toThrow(
      /unsupported startup parameter.* It goes through PgBouncer: set DATABASE_DIRECT_URL/,
    );
  });
});
