/** A start replaces the demo passwords that earlier versions published, and prints the new ones. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { hashPassword } from '../src/features/auth/passwords.ts';
import { startServer } from './running-server.ts';
import { databaseUrl, freshDatabase } from './test-app.ts';
import { whenOver } from './when-over.ts';

const email = 'admin@moviebooking.example';

it.each([[{ SEED_DEMO: 'true', TRUST_PROXY: 'true' }], [{ SEED_DEMO: 'false' }]])(
  'replaces the published password with %j',
  async (variables) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'moviebooking-demo-'));
    whenOver(() => rm(dataDir, { recursive: true, force: true }));
    const database = await freshDatabase();
    // The database is not empty, so no demo data is added.
    await database.db.insertInto('cinemas').values({ name: 'Regal', city: null }).execute();
    await database.db
      .insertInto('users')
      .values({ email, name: 'Meera', role: 'ADMIN', password_hash: await hashPassword('demo-admin') })
      .execute();
    const server = await startServer({ DATABASE_URL: databaseUrl(database), DATA_DIR: dataDir, ...variables });
    const logIn = async (password: string) => {
      const answer = await fetch(`${server.url}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password }),
      });
      return answer.status;
    };
    expect(await logIn('demo-admin')).toBe(401);
    if (variables.SEED_DEMO === 'true') {
      await expect.poll(server.printed, { timeout: 60_000 }).toContain(`Administrator: ${email}  password: `);
      const printed = /password: (\S+)/.exec(server.printed())?.[1] ?? '';
      expect(await logIn(printed)).toBe(200);
    } else expect(server.printed()).not.toContain(email);
    server.process.kill('SIGTERM');
    await server.ended;
  },
);
