import { expect, it, onTestFinished } from 'vitest';
import { databaseUrl, freshDatabase } from '../../../test/test-app.ts';
import { openPool, type Pool, withoutTimeLimits } from './database.ts';
import { startDatabase } from './start-database.ts';

const settingsOf = async (pool: Pool) => {
  const { rows } = await pool.query(`
    select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
      current_setting('idle_in_transaction_session_timeout') as idle, current_setting('jit') as jit,
      current_setting('timezone') as timezone`);
  return rows[0];
};
const SERVING = { statement: '5s', lock: '3s', idle: '10s', jit: 'off', timezone: 'UTC' };
const WITHOUT_LIMITS = { ...SERVING, statement: '0', lock: '0', idle: '0' };

/** A second address of the same database acts as the pooler's. */
async function startPooled() {
  const database = await freshDatabase('template0');
  const name = `server_${database.connection.database}`;
  const serving = databaseUrl({ ...database, connection: { ...database.connection, user: name } });
  const start = () =>
    startDatabase(
      {
        ...{ databaseUrl: serving, databaseDirectUrl: serving, databasePrepared: false },
        ...{ databaseOwnerUrl: databaseUrl(database), dataDir: '', databasePoolSize: 2 },
      },
      { report: () => {}, warn: () => {} },
    );
  const servers = await Promise.all([start(), start(), start()]);
  const [first] = servers;
  onTestFinished(async () => {
    await Promise.all(servers.map(({ close }) => close()));
    await database.pool.query(`drop owned by ${name}; drop role ${name}`);
  });
  return first;
}

it('a pooled connection sends no settings on connect, and its role has them', async () => {
  const { pool, connection, direct } = await startPooled();
  expect(pool.options).not.toHaveProperty('statement_timeout');
  expect(pool.options).not.toHaveProperty('options');
  expect(await settingsOf(pool)).toEqual(SERVING);
  expect(connection).toMatchObject({ isPooled: true, isPrepared: false });
  expect(await withoutTimeLimits(direct, settingsOf)).toEqual(WITHOUT_LIMITS);
});

it('control: a role that never connected through a pooler only has settings sent on connect', async () => {
  const { connection } = await freshDatabase();
  const pools = [openPool({ ...connection, isPooled: true }), openPool(connection)];
  onTestFinished(async () => void (await Promise.all(pools.map((pool) => pool.end()))));
  const [pooled, direct] = await Promise.all(pools.map(settingsOf));
  expect(pooled.statement).toBe('0');
  expect(direct).toEqual(SERVING);
});

it('statements keep their names only if they may be prepared', async () => {
  const { connection } = await freshDatabase();
  const named = { name: 'again', text: 'select $1::integer as number', values: [1] };
  for (const isPrepared of [true, false]) {
    const pool = openPool({ ...connection, max: 1, isPrepared });
    expect((await pool.query(named)).rows).toEqual([{ number: 1 }]);
    const { rows } = await pool.query('select name from pg_prepared_statements');
    expect(rows).toEqual(isPrepared ? [{ name: 'again' }] : []);
    await pool.end();
  }
});
