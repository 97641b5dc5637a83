/** Seats have a separate connection pool, so holds, bookings and cancellations work even if the other pool is stuck. */
import { describe, expect, it } from 'vitest';
import { openBookings } from '../src/features/booking/booking.ts';
import { isUnavailable, openPool, type Pool } from '../src/platform/database/database.ts';
import { openLedgerPool } from '../src/platform/database/ledger-pool.ts';
import { openConnection } from './live-connection.ts';
import { addShow } from './shows.ts';
import { freshDatabase, openTestApp } from './test-app.ts';
import { whenOver } from './when-over.ts';

/** Occupies all connections of the pool until the returned function is called. */
async function occupy(pool: Pool): Promise<() => void> {
  const taken = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  return () => {
    for (const connection of taken) connection.release();
  };
}

describe('while all ordinary connections are stuck', () => {
  it('customers can hold, book, retry and cancel [BOOK-16]', async () => {
    const { app, pool, db, addUser, call } = await openTestApp();
    const { token } = await addUser();
    const showId = await addShow(db);
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as { port: number };
    const connection = await openConnection(port, token);
    const release = await occupy(pool);
    try {
      expect(await connection.ask('block-seats', { showId, seats: ['A1'] })).toMatchObject({ success: true });
      const body = { showId, seats: ['A1', 'A2'] };
      const booked = await call('POST', '/bookings', { token, body, headers: { 'idempotency-key': 'once' } });
      expect(booked.status).toBe(201);
      const again = await call('POST', '/bookings', { token, body, headers: { 'idempotency-key': 'once' } });
      expect(again.body.data.id).toBe(booked.body.data.id);
      const cancelled = await call('POST', `/bookings/cancel/${booked.body.data.id}`, { token });
      expect([cancelled.status, cancelled.body.data.status]).toEqual([200, 'CANCELLED']);
      expect(pool.idleCount).toBe(0);
    } finally {
      release();
      connection.close();
    }
  });

  it('control: over the ordinary connections nothing is booked', async () => {
    const { pool, db } = await freshDatabase();
    const showId = await addShow(db);
    const bookings = openBookings({ pool });
    const release = await occupy(pool);
    const outcome = await bookings.book({ showId, userId: 1, seats: ['A1'], key: undefined }).catch(isUnavailable);
    release();
    bookings.close();
    expect(outcome).toBe(true);
  });
});

describe('pools', () => {
  it('refuse immediately if too many callers wait for a connection', async () => {
    const { connection } = await freshDatabase();
    const pool = openPool({ ...connection, max: 1, connectionTimeoutMillis: 0 });
    whenOver(() => pool.end());
    const release = await occupy(pool);
    const waiting = Array.from({ length: 1000 }, () => pool.query('select 1'));
    const refusal = { code: 'UNAVAILABLE', details: { retryAfterSeconds: 2 } };
    await expect(pool.query('select 1')).rejects.toMatchObject(refusal);
    await expect(pool.connect()).rejects.toMatchObject(refusal);
    release();
    expect(await Promise.all(waiting)).toHaveLength(1000);
    expect((await pool.query('select 1')).rowCount).toBe(1);
  });

  it('that exceed max_connections stop the start with a sentence', async () => {
    const { pool, connection } = await freshDatabase();
    const open = (databasePoolSize: number, ledgerPoolSize: number) =>
      openLedgerPool(pool, { connection, config: { databasePoolSize, ledgerPoolSize }, onIdleError: () => {} });
    await expect(open(60, 50)).rejects.toThrow(
      'DATABASE_POOL_SIZE (60), LEDGER_POOL_SIZE (50) and 1 more are 111 connections, and this PostgreSQL allows at most 97 in total.',
    );
    await (await open(60, 36)).end();
    await pool.query(`alter database ${connection.database} connection limit 20`);
    await expect(open(10, 20)).rejects.toThrow('at most 20');
  });
});
