/** Kills a server, or its connection to the database, between freeing seats and offering them. */
import { expect, it } from 'vitest';
import { createTokens } from '../src/platform/http/sessions.ts';
import { factoryFor } from './factory.ts';
import { addPausePoint, alterFunction, untilWaiting } from './interleaving.ts';
import { startServer } from './running-server.ts';
import { databaseUrl, freshDatabase, JWT_SECRET } from './test-app.ts';
import { whenOver } from './when-over.ts';

const database = await freshDatabase();
const { pool, db } = database;
const make = factoryFor(db);
await addPausePoint(pool);
await alterFunction(pool, 'ledger.settle_waitlists', [/(\n\s+picked := )/, '\n perform ledger.after_pause(1);$1']);
const variables = { DATABASE_URL: databaseUrl(database), JWT_SECRET, SEED_DEMO: 'false' };
const { rows: users } = await pool.query<{ id: number }>(
  `insert into users (name, email, password_hash) values ('Asha', 'a@example.com', 'x'), ('Ravi', 'r@example.com', 'x') returning id`,
);
const [asha, ravi] = users.map(({ id }) => id) as [number, number];

/** Asha cancels the only seat, for which Ravi waits, and this happens while the transaction is between the two. */
async function cancelDuring(strike: (server: Awaited<ReturnType<typeof startServer>>) => Promise<unknown>) {
  const server = await startServer(variables);
  whenOver(() => server.process.kill('SIGKILL'));
  const showId = await make.show();
  await pool.query('insert into closed_seats_of_show select $1, generate_series(1, 99)', [showId]);
  const bookingId = await make.booking({ showId, userId: asha });
  await pool.query(`select ledger.change_waitlists(array[$1::int], array[$2::int], '{1}', 1000)`, [showId, ravi]);
  const holder = await pool.connect();
  await holder.query('select pg_advisory_lock(4711)');
  const answer = fetch(`${server.url}/api/bookings/cancel/${bookingId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${createTokens(JWT_SECRET).issue(asha)}` },
  }).then(
    ({ status }) => status,
    () => 'no answer',
  );
  await untilWaiting(pool, 1);
  await strike(server);
  holder.release(true);
  const told = await answer;
  // The lock of the show is free once the transaction has ended.
  await pool.query('select from seat_versions where show_id = $1 for update', [showId]);
  const { rows } = await pool.query(
    `select b.status, (select offered from waitlist where show_id = $1) as offered,
       (select array_agg(concat_ws(' ', seat, user_id)) from seats where show_id = $1) as seats
     from bookings b where b.id = $2`,
    [showId, bookingId],
  );
  return { told, stored: rows[0] };
}

it('kill -9 of the server leaves the offer, because the database commits both [WAITLIST-5]', async () => {
  const { told, stored } = await cancelDuring(async (server) => {
    server.process.kill('SIGKILL');
    await server.ended;
  });
  expect(told).toBe('no answer');
  expect(stored).toEqual({ status: 'CANCELLED', offered: [0], seats: [`0 ${ravi}`] });
});

it('a lost connection to the database leaves the booking, because neither is committed [WAITLIST-5]', async () => {
  const { stored } = await cancelDuring(() =>
    pool.query(`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%cancel_bookings%'`),
  );
  expect(stored).toEqual({ status: 'CONFIRMED', offered: null, seats: [`0 ${asha}`] });
});
