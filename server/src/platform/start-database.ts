/** Opens what every command of the server stands on: a running, migrated PostgreSQL and the secret that signs tokens. */
import {
  type EmbeddedPostgres,
  EmbeddedPostgresError,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from '@moviebooking/embedded-postgres';
import type { Config } from '../config.ts';
import { type Database, type DatabaseOptions, openDatabase, openPool, type Pool } from './database.ts';
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

const SETTING_THAT_HELPS = {
  folder: 'DATA_DIR sets the data folder.',
  server: 'DATABASE_URL sets a PostgreSQL server of your own (15 or newer).',
};

export async function startDatabase(
  config: Config,
  { report, warn, joinRunning = false }: Options,
): Promise<RunningDatabase> {
  const embedded = config.databaseUrl
    ? undefined
    : await startEmbedded({ dataFolder: config.dataDir, report, warn, joinRunning });
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

async function startEmbedded(options: Omit<EmbeddedPostgresOptions, 'application'>): Promise<EmbeddedPostgres> {
  try {
    return await startEmbeddedPostgres({ application: 'MovieBooking', ...options });
  } catch (error) {
    if (!(error instanceof EmbeddedPostgresError)) throw error;
    const setting = error.alternative ? ` ${SETTING_THAT_HELPS[error.alternative]}` : '';
    throw new StartError(`${error.message}${setting}`);
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
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(
      `The secret that signs tokens cannot be kept in the data folder ${dataDir}: ${reason}. Set JWT_SECRET, or set DATA_DIR to a folder that this account may write to.`,
    );
  }
}
