/** A second server over the database of a test app: with its own connections, and nothing else in common. */
import { afterAll } from 'vitest';
import { buildApp } from '../src/app.ts';
import { openDatabase, openPool } from '../src/platform/database.ts';
import { type Api, createLogger } from '../src/platform/http.ts';
import { SECRETS, type TestApp } from './test-app.ts';

/** Is closed when the test file ends. */
export async function openOtherServer({ connection, config }: TestApp): Promise<Api> {
  const pool = openPool(connection);
  const logger = createLogger(config.logLevel);
  const app = await buildApp({ config, logger, pool, connection, db: openDatabase(pool), secrets: SECRETS });
  afterAll(async () => {
    await app.close();
    await pool.end();
  });
  return app;
}
