/** Opens what every command of the server stands on: a running, migrated PostgreSQL and the secret that signs tokens. */
import type { Config } from '../config.ts';
import { type Database, type DatabaseOptions, openDatabase, openPool, type Pool } from './database.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { explainFileError } from './embedded-postgres-home.ts';
import { migrate } from './migrations.ts';
import { keptSecret } from './secrets.ts';
import { StartError } from './start-error.ts';

export interface RunningDatabase {
  db: Database;
  pool: Pool;
  connection: DatabaseOptions;
  jwtSecret: string;
  close(): Promise<void>;
}

interface Options {
  report: (step: string) => void;
  warn: (problem: string) => void;
  joinRunning?: boolean;
}

export async function startDatabase(
  config: Config,
  { report, warn, joinRunning = false }: Options,
): Promise<RunningDatabase> {
  const embedded = config.databaseUrl
    ? undefined
    : await startEmbeddedPostgres({ dataDir: config.dataDir, report, onLost: warn, joinRunning });
  const connection: DatabaseOptions = embedded ? embedded.connection : { connectionString: config.databaseUrl ?? '' };
  let closing = false;
  const pool = openPool({ ...connection, onIdleError: (error) => closing || warn(error.message) });
  const close = async () => {
    closing = true;
    await pool.end();
    await embedded?.stop();
  };
  try {
    if (config.databaseUrl) await checkReachable(pool);
    report('Bringing the database up to date');
    await migrate(connection);
    const jwtSecret = config.jwtSecret ?? readSecret(config.dataDir);
    return { db: openDatabase(pool), pool, connection, jwtSecret, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function checkReachable(pool: Pool): Promise<void> {
  try {
    await pool.query('select 1');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(
      `The PostgreSQL of DATABASE_URL cannot be used: ${reason}. Check that it is running and that the address is right.`,
    );
  }
}

function readSecret(dataDir: string): string {
  try {
    return keptSecret(dataDir);
  } catch (error) {
    throw explainFileError(error, dataDir);
  }
}
