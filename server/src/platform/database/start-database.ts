/**
 * Starts or connects to PostgreSQL and migrates it. Every command of the server begins here. The owner of the tables runs the
 * migrations; everything else uses a role that can only change rows (serving-role.ts). Failures are StartErrors that tell the
 * operator what to do.
 */
import {
  type EmbeddedPostgres,
  EmbeddedPostgresError,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from '@moviebooking/embedded-postgres';
import type pg from 'pg';
import { messageOf, StartError } from '../errors/start-error.ts';
import { commandLine } from '../process/program.ts';
import { type DatabaseOptions, openDatabase, openPool, type Pool } from './database.ts';
import { migrate } from './migrations.ts';
import { keepSettingsWithRole } from './pooled-role.ts';
import type { ServingRole } from './serving-role.ts';

interface Settings {
  /** If undefined, the embedded PostgreSQL is started in `dataDir`. */
  databaseUrl: string | undefined;
  /** The same database, bypassing the pooler of `databaseUrl`. */
  databaseDirectUrl: string | undefined;
  /** Whether statements may be prepared on connections to `databaseUrl`. */
  databasePrepared: boolean;
  /** Connects as the owner of the tables, if `databaseUrl` does not. */
  databaseOwnerUrl: string | undefined;
  dataDir: string;
  databasePoolSize: number;
}

interface Options {
  report: (step: string) => void;
  warn: (problem: string) => void;
  joinRunning?: boolean;
  /** Never creates a database: a command started without its settings would otherwise run on an empty one. */
  isExisting?: boolean;
  /** Only connects, because another process of this server has already migrated the database. */
  isMigrated?: boolean;
}

const REMEDIES = {
  folder: 'Set DATA_DIR to choose the data folder.',
  server: 'Set DATABASE_URL to use your own PostgreSQL server (15 or newer).',
  'first start': `Run this command with the server's settings (DATA_DIR or DATABASE_URL), or start the server first: ${commandLine()}`,
};

/** Names the database in messages to the operator, without the password. */
export function describeDatabase({ databaseUrl, dataDir }: Pick<Settings, 'databaseUrl' | 'dataDir'>): string {
  if (!databaseUrl) return `the embedded database in ${dataDir}`;
  const { hostname, port, pathname, searchParams } = new URL(databaseUrl);
  const at = searchParams.get('host') ?? hostname;
  return `the database ${decodeURIComponent(pathname.slice(1))} at ${at}:${searchParams.get('port') ?? (port || '5432')}`;
}

export type RunningDatabase = Awaited<ReturnType<typeof startDatabase>>;

export async function startDatabase(settings: Settings, options: Options) {
  const { databaseUrl, databasePoolSize } = settings;
  const { report, warn, isMigrated, isExisting } = options;
  const { owner, connection, direct, servingRole, stop } = await startPostgres(settings, options);
  if (!servingRole && !isMigrated)
    warn(
      'This server connects as the owner of its database. Set DATABASE_OWNER_URL to serve requests as another role.',
    );
  let closing = false;
  const pool = openPool({
    ...connection,
    max: databasePoolSize,
    onIdleError: (error) => closing || warn(error.message),
  });
  const close = async () => {
    closing = true;
    await pool.end();
    await stop();
  };
  const running = { db: openDatabase(pool), pool, connection, direct, close };
  try {
    if (isMigrated) {
      await checkReachable(pool);
      return running;
    }
    const { isPooled = false } = connection;
    if (databaseUrl && !servingRole && !isPooled) await checkReachable(pool);
    report('Migrating the database');
    const before = isExisting ? (client: pg.ClientBase) => refuseEmpty(client, settings) : undefined;
    await migrate(owner, { servingRole, before });
    if (isPooled) await keepSettings(direct);
    if (servingRole || isPooled) await checkReachable(pool);
    return running;
  } catch (error) {
    await close();
    throw error;
  }
}

/** Starts or connects to PostgreSQL without migrating it. */
export async function startPostgres(
  { databaseUrl, dataDir, ...settings }: Omit<Settings, 'databasePoolSize'>,
  { report, warn, joinRunning = false, isExisting = false }: Options,
) {
  if (databaseUrl) return { ...rolesOf(databaseUrl, settings), isEmbedded: false, stop: async () => {} };
  const embedded = await startEmbedded({ dataFolder: dataDir, report, warn, joinRunning, isExisting });
  return { ...rolesOfEmbedded(embedded.connection), isEmbedded: true, stop: () => embedded.stop() };
}

interface Roles {
  owner: DatabaseOptions;
  /** For everything but migrations. Supports only statements and transactions if it goes through a pooler. */
  connection: DatabaseOptions;
  /** The same role, never through a pooler: for listening and for work that takes minutes. */
  direct: DatabaseOptions;
  /** Undefined if the owner serves requests. */
  servingRole: ServingRole | undefined;
}

function rolesOfEmbedded(owner: EmbeddedPostgres['connection']): Roles {
  const name = `${owner.user}_server`;
  const connection = { ...owner, user: name };
  return { owner, connection, direct: connection, servingRole: { name } };
}

function rolesOf(databaseUrl: string, settings: Omit<Settings, 'databaseUrl' | 'databasePoolSize' | 'dataDir'>): Roles {
  const { databaseDirectUrl, databaseOwnerUrl, databasePrepared } = settings;
  const isPooled = databaseDirectUrl !== undefined;
  const connection = { connectionString: databaseUrl, isPooled, isPrepared: databasePrepared };
  const direct = { connectionString: databaseDirectUrl ?? databaseUrl };
  if (databaseOwnerUrl === undefined) return { owner: direct, connection, direct, servingRole: undefined };
  const { username, password } = new URL(databaseUrl);
  const servingRole = { name: decodeURIComponent(username), password: decodeURIComponent(password) || undefined };
  return { owner: { connectionString: databaseOwnerUrl }, connection, direct, servingRole };
}

async function startEmbedded(options: Omit<EmbeddedPostgresOptions, 'application'>): Promise<EmbeddedPostgres> {
  try {
    return await startEmbeddedPostgres({ application: 'MovieBooking', ...options });
  } catch (error) {
    if (!(error instanceof EmbeddedPostgresError)) throw error;
    const remedy = error.alternative ? ` ${REMEDIES[error.alternative]}` : '';
    throw new StartError(`${error.message}${remedy}`);
  }
}

async function refuseEmpty(client: pg.ClientBase, settings: Settings): Promise<void> {
  const { rows } = await client.query(`select to_regclass('ledger.applied') as found`);
  if (!rows[0]?.found)
    throw new StartError(`No server has been started on ${describeDatabase(settings)} yet. ${REMEDIES['first start']}`);
}

async function keepSettings(direct: DatabaseOptions): Promise<void> {
  try {
    await keepSettingsWithRole(direct);
  } catch (error) {
    throw new StartError(`Cannot use the PostgreSQL of DATABASE_DIRECT_URL: ${messageOf(error)}.`);
  }
}

async function checkReachable(pool: Pool): Promise<void> {
  try {
    await pool.query('select 1');
  } catch (error) {
    const reason = messageOf(error);
    const advice = reason.includes('unsupported startup parameter')
      ? 'It goes through PgBouncer: set DATABASE_DIRECT_URL to the same database without it.'
      : 'Check that it is running and that the address is correct.';
    throw new StartError(`Cannot use the PostgreSQL of DATABASE_URL: ${reason}. ${advice}`);
  }
}
