import { describe, expect, it } from 'vitest';
import { buildApp } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import { createLogger } from '../src/platform/observability/logger.ts';
import { freshDatabase, SECRETS } from './test-app.ts';
import { whenOver } from './when-over.ts';

const database = await freshDatabase();
const logger = createLogger('silent');

async function openServer() {
  const app = await buildApp({ ...database, config: readConfig({}), logger, secrets: SECRETS });
  whenOver(() => app.close());
  return {
    async guess(): Promise<number> {
      const payload = { email: 'asha@example.com', password: 'guess-it' };
      return (await app.inject({ method: 'POST', url: '/api/auth/login', payload })).statusCode;
    },
  };
}

describe('wrong passwords on two servers', () => {
  it('count together for 15 minutes', async () => {
    const servers = [await openServer(), await openServer()];
    const statuses: (number | undefined)[] = [];
    for (let n = 0; n < 21; n++) statuses.push(await servers[n % 2]?.guess());
    expect(statuses.filter((status) => status === 401)).toHaveLength(20);
    expect(statuses.at(-1)).toBe(429);

    const third = await openServer();
    expect(await third.guess()).toBe(429);
    await database.pool.query(`update login_guesses set ends_at = ends_at - interval '15 minutes'`);
    expect(await (await openServer()).guess()).toBe(401);
  });

  it('get at most twenty answers, even at the same time', async () => {
    await database.pool.query('delete from login_guesses');
    const servers = [await openServer(), await openServer()];
    const statuses = await Promise.all(Array.from({ length: 60 }, (_, n) => servers[n % 2]?.guess()));
    expect(statuses.filter((status) => status === 401)).toHaveLength(20);
  });
});
