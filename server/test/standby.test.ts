/** Tests a read-only database: a standby, before connections reach the new primary. */
import { expect, it, vi } from 'vitest';
import { addShow } from './shows.ts';
import { openTestApp } from './test-app.ts';

it('answers changes with 503 until the database accepts writes', async () => {
  const { pool, connection, db, addUser, call } = await openTestApp();
  const { token } = await addUser();
  const showId = await addShow(db);
  const setReadOnly = async (value: 'on' | 'off') => {
    const alter = `alter database ${connection.database} set default_transaction_read_only = ${value}`;
    await pool.query(`begin read write; ${alter}; commit`);
    await pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    );
  };
  const book = () => call('POST', '/bookings', { token, body: { showId, seats: ['A1'] } });

  await setReadOnly('on');
  await vi.waitUntil(async () => (await call('GET', `/bookings/seats/${showId}`, { token })).status === 200, 120_000);
  const refused = await book();
  expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([503, 'UNAVAILABLE', '2']);

  await setReadOnly('off');
  await vi.waitUntil(async () => (await book()).status === 201, 120_000);
});
