import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { databaseUrl, freshDatabase, openTestApp } from '../../../test/test-app.ts';
import { ensureAdministrator } from './administrators.ts';

const testApp = await openTestApp();
const { db } = testApp;

let count = 0;
/** Signs up with someone else's address. */
async function squat(role: 'USER' | 'ADMIN' = 'USER') {
  count += 1;
  const account = { name: 'Mallory', email: `CEO${count}@example.com`, password: 'matinee' };
  const { body } = await testApp.call('POST', '/auth/signup', { body: account });
  const { token, user } = body.data as { token: string; user: { id: number } };
  if (role === 'ADMIN') await db.updateTable('users').set({ role }).where('id', '=', user.id).execute();
  return { ...account, id: user.id, token };
}

const logIn = async (email: string, password: string) =>
  (await testApp.call('POST', '/auth/login', { body: { email, password } })).body.code ?? 'OK';
const roleOf = async (id: number) =>
  (await db.selectFrom('users').select('role').where('id', '=', id).executeTakeFirstOrThrow()).role;

/** Waits until the token is refused, because another process ended it. */
async function untilRefused(token: string): Promise<void> {
  while ((await testApp.call('GET', '/movies', { token })).status !== 401);
}

describe('ADMIN_EMAIL', () => {
  const ensure = (email: string, password?: string) =>
    ensureAdministrator(db, { email, name: 'Administrator', password, renew: 'unless administrator' });

  it('creates the administrator once and changes nothing at the next start', async () => {
    const first = await ensure('boss@example.com');
    expect(first.outcome).toBe('created');
    expect(await logIn('boss@example.com', first.generatedPassword ?? '')).toBe('OK');
    expect(await ensure('BOSS@example.com', 'another password')).toEqual({ user: first.user, outcome: 'unchanged' });
  });

  it('replaces the password of an account it promotes', async () => {
    const squatter = await squat();
    await testApp.call('POST', '/profile/totp', { token: squatter.token, body: squatter });
    const { outcome, generatedPassword } = await ensure(squatter.email.toLowerCase());
    expect([outcome, await roleOf(squatter.id)]).toEqual(['renewed', 'ADMIN']);
    await untilRefused(squatter.token);
    expect(await logIn(squatter.email, squatter.password)).toBe('INVALID_CREDENTIALS');
    expect(await logIn(squatter.email, generatedPassword ?? '')).toBe('OK');
    expect(
      await db.selectFrom('second_factors').select('user_id').where('user_id', '=', squatter.id).execute(),
    ).toEqual([]);
    const recorded = await db
      .selectFrom('audit_log')
      .select(['actor_id', 'before', 'after'])
      .where('entity_id', '=', squatter.id)
      .where('action', '=', 'UPDATE')
      .execute();
    expect(recorded).toEqual([{ actor_id: null, before: { role: 'USER' }, after: { role: 'ADMIN', password: 'new' } }]);
  });

  it('uses ADMIN_PASSWORD if set, and refuses a weak one', async () => {
    const squatter = await squat();
    await expect(ensure(squatter.email, 'password123')).rejects.toThrow('ADMIN_PASSWORD');
    expect(await ensure(squatter.email, 'a long matinee')).toMatchObject({ outcome: 'renewed' });
    expect(await logIn(squatter.email, 'a long matinee')).toBe('OK');
  });

  it('creates one administrator when several servers start at once', async () => {
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => ensure('many@example.com', 'a long matinee')));
    expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(['created', ...Array(3).fill('unchanged')]);
  });
});

describe('npm run admin', () => {
  const program = fileURLToPath(new URL('../../admin.ts', import.meta.url));

  const runAdmin = (...words: string[]) => runAdminWith({ DATABASE_URL: databaseUrl(testApp) }, ...words);

  async function runAdminWith(variables: Record<string, string>, ...words: string[]) {
    const child = spawn(process.execPath, [program, ...words], {
      env: { ...process.env, ...variables },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    const [code] = await once(child, 'close');
    return { code, output };
  }

  it('refuses an existing account, and with --existing gives it a new password and ends its logins', async () => {
    const squatter = await squat();
    const refused = await runAdmin(squatter.email);
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('--existing') });
    expect(await roleOf(squatter.id)).toBe('USER');

    const { code, output } = await runAdmin(squatter.email, '--existing');
    const password = /shown only this once: (\S+)/.exec(output)?.[1] ?? '';
    expect([code, await roleOf(squatter.id)]).toEqual([0, 'ADMIN']);
    await untilRefused(squatter.token);
    expect(await logIn(squatter.email, squatter.password)).toBe('INVALID_CREDENTIALS');
    expect(await logIn(squatter.email, password)).toBe('OK');
  });

  it('creates an administrator and names the database, without its password, and leaves an existing one unchanged', async () => {
    const { host, port, database } = testApp.connection;
    const url = databaseUrl(testApp).replace('@', ':secret@');
    const created = await runAdminWith({ DATABASE_URL: url }, 'new@example.com');
    expect(created).toMatchObject({ code: 0, output: expect.stringContaining('Created the administrator') });
    expect(created.output).toContain(`in the database ${database} at ${host}:${port}. The password`);
    expect(created.output).not.toContain('secret');
    const again = await runAdmin('new@example.com');
    expect(again).toMatchObject({ code: 0, output: expect.stringContaining('already an administrator') });
    expect((await runAdmin('nonsense')).code).toBe(1);
  });

  it('creates no database, warns about a misspelled setting and says what to do', async () => {
    const dataDir = join(tmpdir(), `moviebooking-nowhere-${randomUUID()}`);
    const embedded = await runAdminWith({ DATA_DIR: dataDir, DATABSE_URL: 'x' }, 'new@example.com');
    expect(embedded.code).toBe(1);
    expect(embedded.output.trim().split('\n')).toEqual([
      'DATABSE_URL is not a setting and has no effect. Did you mean DATABASE_URL?',
      `There is no MovieBooking database in the data folder ${dataDir}. Run this command with the server's settings ` +
        '(DATA_DIR or DATABASE_URL), or start the server first: npm start',
    ]);
    expect(existsSync(dataDir)).toBe(false);

    const empty = await freshDatabase('template0');
    const own = await runAdminWith({ DATABASE_URL: databaseUrl(empty) }, 'new@example.com');
    expect(own).toMatchObject({
      code: 1,
      output: expect.stringContaining('No server has been started on the database'),
    });
    const { rows } = await empty.pool.query(`select from pg_tables where schemaname in ('public', 'ledger')`);
    expect(rows).toEqual([]);
  });
});
