import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { factoryFor } from '../../../test/factory.ts';
import { freshDatabase, openTestApp, type TestDatabase } from '../../../test/test-app.ts';
import { migrate } from './migrations.ts';
import { type FunctionSource, productFunctions } from './sql-functions.ts';

const folder = await mkdtemp(join(tmpdir(), 'moviebooking-functions-'));
afterAll(() => rm(folder, { recursive: true }));

/** A copy of our SQL functions with these files changed or added. */
async function functionsWith(
  files: Record<string, string>,
  version = productFunctions.version,
): Promise<FunctionSource> {
  const copy = await mkdtemp(join(folder, 'copy-'));
  await cp(productFunctions.folder, copy, { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(join(copy, name), text);
  return { folder: copy, version };
}

const answers = (answer: string, type = 'text', parameters = '') =>
  `create or replace function ledger.rule(${parameters}) returns ${type} language sql return ${answer};`;

async function ask({ pool }: TestDatabase, call = 'ledger.rule()'): Promise<unknown> {
  return (await pool.query(`select ${call} as answer`)).rows[0]?.answer;
}

async function appliedAt({ pool }: TestDatabase): Promise<string> {
  const { rows } = await pool.query('select xmin::text from ledger.applied');
  expect(rows).toHaveLength(1);
  return rows[0].xmin;
}

describe('the SQL functions', () => {
  it('are applied again only after a file has changed', async () => {
    const database = await freshDatabase();
    const before = await appliedAt(database);
    await migrate(database.connection);
    expect(await appliedAt(database)).toBe(before);
    await migrate(database.connection, { functions: await functionsWith({ 'rule.sql': answers(`'one'`) }) });
    expect(await ask(database)).toBe('one');
    await migrate(database.connection, { functions: await functionsWith({ 'rule.sql': answers(`'two'`) }) });
    expect(await ask(database)).toBe('two');
  });

  it('may change parameters and results, and removed functions are dropped', async () => {
    const database = await freshDatabase();
    await migrate(database.connection, { functions: await functionsWith({ 'rule.sql': answers(`'one'`) }) });
    await migrate(database.connection, { functions: await functionsWith({ 'rule.sql': answers('2', 'integer') }) });
    expect(await ask(database)).toBe(2);
    const withParameter = await functionsWith({ 'rule.sql': answers('n + 1', 'integer', 'n integer') });
    await migrate(database.connection, { functions: withParameter });
    expect(await ask(database, 'ledger.rule(2)')).toBe(3);
    await expect(ask(database)).rejects.toThrow('does not exist');
    await migrate(database.connection);
    await expect(ask(database, 'ledger.rule(2)')).rejects.toThrow('does not exist');
  });

  it('are applied once by servers that start at the same time', async () => {
    const database = await freshDatabase();
    const functions = await functionsWith({
      'rule.sql': `create table if not exists applications (id integer generated always as identity);
        insert into applications default values; ${answers(`'one'`)}`,
    });
    await Promise.all(Array.from({ length: 10 }, () => migrate(database.connection, { functions })));
    expect((await database.pool.query('select from applications')).rows).toHaveLength(1);
  });

  it('a broken file changes nothing, and the error names it', async () => {
    const database = await freshDatabase();
    await migrate(database.connection, { functions: await functionsWith({ 'rule.sql': answers(`'one'`) }) });
    const broken = await functionsWith({ 'rule.sql': answers(`'two'`), 'wrong.sql': 'create function nonsense' });
    await expect(migrate(database.connection, { functions: broken })).rejects.toThrow(
      /Cannot migrate the database: functions\/wrong\.sql: syntax error/,
    );
    expect(await ask(database)).toBe('one');
  });

  it('an older server refuses to start with newer functions, unless the files are the same', async () => {
    const database = await freshDatabase();
    await migrate(database.connection, { functions: await functionsWith({ 'rule.sql': answers(`'new'`) }, '9.10.0') });
    const older = await functionsWith({ 'rule.sql': answers(`'old'`) }, '9.9.1');
    await expect(migrate(database.connection, { functions: older })).rejects.toThrow(
      'MovieBooking 9.10.0 uses this database, and this is 9.9.1, whose SQL functions are older. Start 9.10.0 or newer.',
    );
    expect(await ask(database)).toBe('new');
    await migrate(database.connection, { functions: await functionsWith({ 'rule.sql': answers(`'new'`) }, '9.9.1') });
    await migrate(database.connection, {
      functions: await functionsWith({ 'rule.sql': answers(`'newer'`) }, '9.10.1'),
    });
    expect(await ask(database)).toBe('newer');
  });

  it('the newer of two servers that start at the same time wins', async () => {
    const database = await freshDatabase();
    const older = await functionsWith({ 'rule.sql': answers(`'old'`) }, '9.9.1');
    const newer = await functionsWith({ 'rule.sql': answers(`'new'`) }, '9.10.0');
    for (const versions of [
      [older, newer],
      [newer, older],
    ]) {
      await Promise.allSettled(versions.map((functions) => migrate(database.connection, { functions })));
      expect(await ask(database)).toBe('new');
    }
  });

  it('a running server continues booking', async () => {
    const testApp = await openTestApp();
    const { token } = await testApp.addUser();
    const make = factoryFor(testApp.db);
    const source = await readFile(join(productFunctions.folder, 'seats/book-seats.sql'), 'utf8');
    const statuses: number[] = [];
    let isOver = false;
    const book = async () => {
      while (!isOver) {
        const showId = await make.show();
        const answer = await testApp.call('POST', '/bookings', { token, body: { showId, seats: ['A1', 'A2'] } });
        statuses.push(answer.status);
      }
    };
    const booking = Promise.all(Array.from({ length: 8 }, book));
    for (let round = 0; round < 4; round += 1) {
      const functions = await functionsWith({ 'book-seats.sql': `${source}-- change ${round}` });
      await migrate(testApp.connection, { functions });
    }
    isOver = true;
    await booking;
    expect(new Set(statuses)).toEqual(new Set([201]));
    expect(statuses.length).toBeGreaterThan(20);
  });
});
