/** The PostgreSQL and the servers of a rush, with customers, their tokens, and shows to sell. */
import { seatIndex } from '@moviebooking/contract/seats';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@moviebooking/embedded-postgres';
import { openPool, type Pool } from '../../../server/src/platform/database/database.ts';
import { migrate } from '../../../server/src/platform/database/migrations.ts';
import { createTokens } from '../../../server/src/platform/http/sessions.ts';
import { type RunningServer, startServer } from '../../../server/test/running-server.ts';
import type { Around } from '../running.ts';
import type { CrowdSettings } from './crowd.ts';

const JWT_SECRET = 'the benchmark keeps this secret to itself';
/** Variables that all servers of a rush share. */
export const RUSH_VARIABLES = { JWT_SECRET, SEED_DEMO: 'false' };
/** For rushes with faults: long, so that holds end only when their user leaves, whatever the clock does. */
export const LONG_HOLDS = { HOLD_SECONDS: '600', HOLD_MAX_SECONDS: '1800', HOLD_GRACE_SECONDS: '5' };

export type Database = { pool: Pool; connection: EmbeddedPostgres['connection'] };

/** Of every screen whose shows start soon. */
export const PLACES = { wheelchair: ['J1', 'J10'], companion: ['J2', 'J9'] };

interface Size {
  customers: number;
  /** The number of shows on sale at a time, and the number of such releases. */
  hotShows: number;
  releases: number;
  /** Starts all shows in these hours, each on a screen of its own, so that their doors are open. */
  startsInHours?: number;
}

export type RushDatabase = Database & Pick<CrowdSettings, 'customers' | 'releases'>;

/** An empty database that closes at the end. */
export async function openDatabase(
  { closeAtEnd }: Around,
  dataFolder: string,
  environment: Record<string, string> = {},
): Promise<Database> {
  const postgres = await startEmbeddedPostgres({ application: 'MovieBooking', dataFolder, environment, warn() {} });
  closeAtEnd(postgres.stop);
  const { connection } = postgres;
  const pool = openPool({ ...connection, statement_timeout: 0, query_timeout: 0 });
  closeAtEnd(() => pool.end());
  await migrate(connection);
  return { pool, connection };
}

/** A filled database and servers, by default two. */
export async function openRush(around: Around, size: Size, count = 2) {
  const database = await openDatabase(around, await around.makeFolder('rush'));
  const filled = await fillForRush(database.pool, size);
  const servers = await Promise.all(Array.from({ length: count }, () => startRushServer(database.connection)));
  around.closeAtEnd(() => stopServers(servers));
  return { ...database, ...filled, servers };
}

export const issueToken = createTokens(JWT_SECRET).issue;

/** Each release is a movie with one show per screen. */
export async function fillForRush(pool: Pick<Pool, 'query'>, { customers, hotShows, releases, startsInHours }: Size) {
  const { rows: users } = await pool.query<{ id: number }>(
    `insert into users (name, email, password_hash)
     select 'Customer ' || n, n || '@bench.example', 'x' from generate_series(1, $1::int) n returning id`,
    [customers],
  );
  const {
    rows: [staff],
  } = await pool.query<{ id: number }>(
    `insert into users (name, email, password_hash, role) values ('Door', 'door@bench.example', 'x', 'STAFF') returning id`,
  );
  await pool.query(`insert into cinemas (name, city) values ('Regal', 'Mumbai')`);
  await pool.query(
    `insert into screens (cinema_id, name) select 1, 'Screen ' || n from generate_series(1, $1::int) n`,
    [startsInHours === undefined ? hotShows : hotShows * releases],
  );
  await pool.query(
    `insert into movies (title, duration_min) select 'Monsoon Matinee ' || n, 120 from generate_series(1, $1::int) n`,
    [releases],
  );
  const { rows: shows } = await pool.query<{ showId: number; movieId: number }>(
    `insert into shows (movie_id, screen_id, starts_at, price_paise)
     select m.id, s.id, coalesce(now() + $1 * interval '1 hour', now() + interval '1 day' + m.id * interval '3 hours'), 25000
     from movies m, screens s where $1::float8 is null or (s.id - 1) / $2::int + 1 = m.id
     order by m.id, s.id returning id as "showId", movie_id as "movieId"`,
    [startsInHours, hotShows],
  );
  if (startsInHours !== undefined) {
    const seats = (ids: string[]) => ids.map(seatIndex);
    await pool.query(
      `insert into seat_marks (screen_id, seat, is_companion)
       select s.id, seat, seat = any ($2::int[]) from screens s, unnest($1::int[] || $2::int[]) seat`,
      [seats(PLACES.wheelchair), seats(PLACES.companion)],
    );
  }
  await pool.query('vacuum analyze');
  return {
    doorToken: issueToken(staff?.id ?? 0),
    customers: users.map(({ id }) => ({ userId: id, token: issueToken(id) })),
    releases: [...Map.groupBy(shows, ({ movieId }) => movieId).values()],
  };
}

export function startRushServer(
  { host, port, user, database }: Database['connection'],
  variables: Record<string, string> = {},
): Promise<RunningServer> {
  const url = `postgres://${user}@localhost/${database}?host=${host}&port=${port}`;
  return startServer({ DATABASE_URL: url, ...RUSH_VARIABLES, ...variables });
}

export const portOf = ({ url }: RunningServer): number => Number(new URL(url).port);

export async function stopServers(servers: RunningServer[]): Promise<void> {
  for (const server of servers) server.process.kill('SIGTERM');
  await Promise.all(servers.map(({ ended }) => ended));
}

/** The time zone in which it is about noon, so that shows of the next hours are today. */
export function zoneOfNoon(): string {
  const offset = new Date().getUTCHours() - 12;
  return `Etc/GMT${offset < 0 ? '' : '+'}${offset}`;
}
