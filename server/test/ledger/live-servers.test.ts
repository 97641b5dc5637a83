/** Tests show_alive and has_died. */
import pg from 'pg';
import { afterEach, expect, it } from 'vitest';
import { freshDatabase } from '../test-app.ts';

const { connection, pool } = await freshDatabase();
const NAME = 'live a';
const connected: pg.Client[] = [];

afterEach(async () => {
  for (const client of connected.splice(0)) await client.end();
});

/** Runs the statement on a new connection, which stays open until the end of the test. */
async function lock(statement: string, database = connection.database): Promise<pg.Client> {
  const client = new pg.Client({ ...connection, database });
  await client.connect();
  connected.push(client);
  await client.query(statement);
  return client;
}
const hasDied = async (name: string): Promise<boolean> =>
  (await pool.query('select ledger.has_died($1) as answer', [name])).rows[0].answer;

it('a server is alive while one of its connections is open', async () => {
  expect(await hasDied(NAME)).toBe(true);
  const first = await lock(`select ledger.show_alive('${NAME}')`);
  const second = await lock(`select ledger.show_alive('${NAME}')`);
  expect(await hasDied(NAME)).toBe(false);
  await first.end();
  expect(await hasDied(NAME)).toBe(false);
  await second.end();
  await expect.poll(() => hasDied(NAME)).toBe(true);
});

it('a server of a version without the lock never counts as dead', async () => {
  expect(await hasDied('a')).toBe(false);
});

it.each([
  ['of another server', `select ledger.show_alive('live b')`],
  ['for something else', `select pg_advisory_lock(hashtext('another'), hashtext('${NAME}'))`],
  [
    'with one key of the same bits',
    `select pg_advisory_lock((hashtext('live servers')::bigint << 32) | (hashtext('${NAME}')::bigint & 4294967295))`,
  ],
])('a lock %s keeps no server alive', async (_, statement) => {
  await lock(statement);
  expect(await hasDied(NAME)).toBe(true);
});

it('a lock in another database keeps no server alive', async () => {
  await lock(`select pg_advisory_lock(hashtext('live servers'), hashtext('${NAME}'))`, 'postgres');
  expect(await hasDied(NAME)).toBe(true);
});
