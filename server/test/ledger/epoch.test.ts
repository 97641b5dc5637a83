/** Tests check_epoch, start_epoch and place. */
import { expect, it } from 'vitest';
import { freshDatabase } from '../test-app.ts';

const { pool } = await freshDatabase();
const check = async (): Promise<string> => (await pool.query('select ledger.check_epoch() as epoch')).rows[0].epoch;

it('stays the same for one database', async () => {
  const first = await check();
  expect(first).toMatch(/^[0-9a-f]{8}$/);
  expect(await check()).toBe(first);
  await pool.query(`update ledger.epoch set place = 'elsewhere'`);
  const second = await check();
  expect(second).toMatch(/^[0-9a-f]{8}$/);
  expect(second).not.toBe(first);
  expect(await check()).toBe(second);
});

it.each([
  ['the tables of seats are truncated', 'truncate seats'],
  ['its row was written by another transaction, as by restoring a dump', 'update ledger.epoch set epoch = epoch'],
])('ends when %s', async (_, statement) => {
  const before = await check();
  await pool.query(statement);
  expect(await check()).not.toBe(before);
});

it('is not ended again by a server that saw the previous one', async () => {
  const before = await check();
  await pool.query(`select ledger.start_epoch('00000000')`);
  expect(await check()).toBe(before);
});
