/** Opens a second server that shares only the database with a test app. */
import { buildApp } from '../src/app.ts';
import { openDatabase, openPool } from '../src/platform/database/database.ts';
import type { Api } from '../src/platform/http/http.ts';
import { createLogger } from '../src/platform/observability/logger.ts';
import { SECRETS, type TestApp } from './test-app.ts';
import { whenOver } from './when-over.ts';

/** Closes at the end of the test or file that opened it. */
export async function openOtherServer({ connection, config }: TestApp): Promise<Api> {
  const pool = openPool(connection);
  const logger = createLogger(config.logLevel);
  const app = await buildApp({ config, logger, pool, connection, db: openDatabase(pool), secrets: SECRETS });
  whenOver(async () => {
    await app.close();
    await pool.end();
  });
  return app;
}
