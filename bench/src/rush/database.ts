/** The PostgreSQL of a rush, with customers, their tokens, and shows to sell. */
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@moviebooking/embedded-postgres';
import { openPool, type Pool } from '../../../server/src/platform/database/database.ts';
import { migrate } from '../../../server/src/platform/database/migrations.ts';
import { createTokens } from '../../../server/src/platform/http/sessions.ts';
import { type RunningServer, startServer } from '../../../server/test/running-server.ts';
import type { CrowdSettings } from './crowd.ts';

const JWT_SECRET = 'the benchmark keeps this secret to itself';
/** Variables that all servers of a rush share. */
export const RUSH_VARIABLES = { JWT_SECRET, SEED_DEMO: 'false' };

interface Size {
  customers: number;
  /** The number of shows on sale at a time, and the number of such releases. */
  hotShows: number;
  releases: number;
}

interface Options extends Size {
  dataFolder: string;
  environment?: Record<string, string>;
  warn?: (problem: string) => void;
}

export interface RushDatabase extends Pick<CrowdSettings, 'customers' | 'releases'> {
  pool: Pool;
  connection: EmbeddedPostgres['connection'];
  close(): Promise<void>;
}

export async function openRushDatabase(options: Options): Promise<RushDatabase> {
  const { dataFolder, environment = {}, warn = () => {} } = options;
  const postgres = await startEmbeddedPostgres({ application: 'MovieBooking', dataFolder, environment, warn });
  const { connection } = postgres;
  const noLimits = { statement_timeout: 0, query_timeout: 0 };
  const pool = openPool({ ...connection, ...noLimits });
  const close = async () => {
    await pool.end();
    await postgres.stop();
  };
  try {
    await migrate(connection);
    return { pool, connection, close, ...(await fillForRush(pool, options)) };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Each release is a movie with one show per screen. */
export async function fillForRush(pool: Pool, { customers, hotShows, releases }: Size) {
  const { rows: users } = await pool.query<{ id: number }>(
    `insert into users (name, email, password_hash)
     select 'Customer ' || n, n || '@bench.example', 'x' from generate_series(1, $1::int) n returning id`,
    [customers],
  );
  await pool.query(`insert into cinemas (name, city) values ('Regal', 'Mumbai')`);
  await pool.query(
    `insert into screens (cinema_id, name) select 1, 'Screen ' || n from generate_series(1, $1::int) n`,
    [hotShows],
  );
  await pool.query(
    `insert into movies (title, duration_min) select 'Monsoon Matinee ' || n, 120 from generate_series(1, $1::int) n`,
    [releases],
  );
  const { rows: shows } = await pool.query<{ showId: number; movieId: number }>(
    `insert into shows (movie_id, screen_id, starts_at, price_paise)
     select m.id, s.id, now() + interval '1 day' + m.id * interval '3 hours', 25000 from movies m, screens s
     order by m.id, s.id returning id as "showId", movie_id as "movieId"`,
  );
  await pool.query('vacuum analyze');
  const { issue } = createTokens(JWT_SECRET);
  return {
    customers: users.map(({ id }) => ({ userId: id, token: issue(id) })),
    releases: [...Map.groupBy(shows, ({ movieId }) => movieId).values()],
  };
}

export function startRushServer(
  { host, port, user, database }: RushDatabase['connection'],
  variables: Record<string, string> = {},
): Promise<RunningServer> {
  const url = `postgres://${user}@localhost/${database}?host=${host}&port=${port}`;
  return startServer({ DATABASE_URL: url, ...RUSH_VARIABLES, ...variables });
}

/** Delays every commit, even without concurrent ones. */
export async function delayCommits(pool: Pool, microseconds: number): Promise<void> {
  await pool.query(`alter system set commit_delay = ${microseconds}`);
  await pool.query('alter system set commit_siblings = 0');
  await pool.query('select pg_reload_conf()');
}

export const portOf = ({ url }: RunningServer): number => Number(new URL(url).port);

export async function stopServers(servers: RunningServer[]): Promise<void> {
  for (const server of servers) server.process.kill('SIGTERM');
  await Promise.all(servers.map(({ ended }) => ended));
}
