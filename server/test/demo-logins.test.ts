/** A start decides whether the known demo passwords work, says so, and takes them away where others could use them. */
import { expect, it } from 'vitest';
import { hashPassword } from '../src/features/auth/passwords.ts';
import { demoLogins } from '../src/features/demo/demo-data.ts';
import { startServer } from './running-server.ts';
import { databaseUrl, freshDatabase } from './test-app.ts';

const { email, password, name, role } = demoLogins.admin;

it.each([
  [{ SEED_DEMO: 'true' }, 'on, for this machine only', 200],
  [{ SEED_DEMO: 'true', TRUST_PROXY: 'true' }, 'off, because TRUST_PROXY is set', 401],
  [{ SEED_DEMO: 'true', TRUST_PROXY: '10.0.0.0/8' }, 'off, because TRUST_PROXY is set', 401],
  [{ SEED_DEMO: 'false' }, 'off, because SEED_DEMO is false', 401],
])('with %j they are %s', async (variables, decision, status) => {
  const database = await freshDatabase();
  // With data of its own, so that no demo data is added.
  await database.db.insertInto('cinemas').values({ name: 'Regal', city: null }).execute();
  await database.db
    .insertInto('users')
    .values({ email, name, role, password_hash: await hashPassword(password) })
    .execute();
  const server = await startServer({ DATABASE_URL: databaseUrl(database), ...variables });
  await expect.poll(server.printed, { timeout: 60_000 }).toContain(`Demo logins: ${decision}`);
  const login = await fetch(`${server.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  expect(login.status).toBe(status);
  server.process.kill('SIGTERM');
  await server.ended;
});
