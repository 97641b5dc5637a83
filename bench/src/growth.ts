/**
 * The same reads on databases of 10 thousand, 1 million and 5 million bookings (or of the sizes given as arguments), over
 * HTTP, one at a time. The databases are read in turns, so that whatever else the machine does slows all of them alike;
 * medians count.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@moviebooking/embedded-postgres';
import pg from 'pg';
import { buildApp } from '../../server/src/app.ts';
import { readConfig } from '../../server/src/config.ts';
import { openDatabase, openPool } from '../../server/src/platform/database/database.ts';
import { migrate } from '../../server/src/platform/database/migrations.ts';
import { createTokens } from '../../server/src/platform/http/sessions.ts';
import { createLogger } from '../../server/src/platform/observability/logger.ts';
import { readSecrets } from '../../server/src/platform/security/secrets.ts';
import { ADMIN_ID, CUSTOMER_ID, fillDatabase } from './growth-data.ts';
import { median, printRatios, printTable, type Ratio } from './report.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 40);
const WARM_UP_ROUNDS = 5;
const JWT_SECRET = 'the benchmark keeps this secret to itself';
const sizes = process.argv.length > 3 ? process.argv.slice(3).map(Number) : [10_000, 1_000_000, 5_000_000];

interface Read {
  name: string;
  goal?: number;
  asAdmin?: boolean;
  /** Asked for in turns, one in each round. Where there are many, none is asked for while the server has it in its cache. */
  paths: string[];
}

interface Server {
  label: string;
  reads: Read[];
  get(read: Read, round: number): Promise<void>;
  close(): Promise<void>;
}

const labelOf = (size: number) => (size >= 1_000_000 ? `${size / 1_000_000}m` : `${size / 1000}k`);

async function readsOf(client: pg.Client): Promise<Read[]> {
  const ask = async (text: string): Promise<number> => (await client.query(text)).rows[0].answer;
  const bookings = await ask('select count(*)::int as answer from bookings');
  const show = await ask('select min(id) as answer from shows where starts_at > now()');
  const movie = await ask(`select movie_id as answer from shows where id = ${show}`);
  const showing: number[] = (
    await client.query('select distinct movie_id from shows where starts_at > now() order by 1')
  ).rows.map(({ movie_id }) => movie_id);
  const middle = Math.ceil(bookings / 10 / 2);
  const last = Math.ceil(bookings / 10);
  return [
    { name: 'seatmap', goal: 1.3, paths: [`/bookings/seats/${show}`] },
    { name: 'movies', goal: 1.3, paths: ['/movies'] },
    { name: 'movie', goal: 1.3, paths: [`/movies/${movie}`] },
    { name: 'movies_uncached', goal: 1.3, paths: Array.from({ length: 90 }, (_, n) => `/movies?limit=${10 + n}`) },
    { name: 'movie_uncached', goal: 1.3, paths: showing.map((id) => `/movies/${id}`) },
    { name: 'shows', goal: 1.3, paths: [`/shows?movieId=${movie}`] },
    { name: 'show', goal: 1.3, paths: [`/shows/${show}`] },
    { name: 'cinemas', goal: 1.3, paths: ['/cinemas'] },
    { name: 'history', goal: 1.3, paths: ['/bookings/history'] },
    { name: 'dashboard', goal: 3, asAdmin: true, paths: ['/admin/dashboard'] },
    { name: 'bookings', goal: 3, asAdmin: true, paths: ['/admin/bookings'] },
    { name: 'analytics', goal: 3, asAdmin: true, paths: ['/admin/analytics'] },
    { name: 'analytics_of_movie', asAdmin: true, paths: [`/admin/analytics?movieId=${movie}`] },
    { name: 'today', goal: 3, asAdmin: true, paths: ['/admin/today'] },
    { name: 'activity', goal: 3, asAdmin: true, paths: ['/admin/activity'] },
    { name: 'bookings_middle', asAdmin: true, paths: [`/admin/bookings?page=${middle}`] },
    { name: 'bookings_last', asAdmin: true, paths: [`/admin/bookings?page=${last}`] },
    { name: 'bookings_of_movie', asAdmin: true, paths: [`/admin/bookings?movieId=${movie}`] },
    { name: 'search_customer', asAdmin: true, paths: ['/admin/bookings?search=user777%40'] },
    { name: 'search_movie', asAdmin: true, paths: ['/admin/bookings?search=picture%2011'] },
    { name: 'search_broad', asAdmin: true, paths: ['/admin/bookings?search=a'] },
    { name: 'shows_of_admin', asAdmin: true, paths: ['/shows?limit=50'] },
  ];
}

async function startServer(connection: pg.ClientConfig, size: number): Promise<Server> {
  const label = labelOf(size);
  const database = `growth_${label}`;
  const owner = new pg.Client(connection);
  await owner.connect();
  await owner.query(`create database ${database}`);
  await owner.end();

  const ownConnection = { ...connection, database };
  await migrate(ownConnection);
  const client = new pg.Client(ownConnection);
  await client.connect();
  const began = performance.now();
  await fillDatabase(client, size);
  const reads = await readsOf(client);
  await client.end();
  console.log(`${label}: made in ${Math.round((performance.now() - began) / 1000)} s`);

  const config = readConfig({ RATE_LIMIT: 'off', LOG_LEVEL: 'error', JWT_SECRET, TICKET_SECRET: JWT_SECRET });
  const pool = openPool(ownConnection);
  const logger = createLogger(config.logLevel);
  const app = await buildApp({
    config,
    logger,
    pool,
    connection: ownConnection,
    db: openDatabase(pool),
    secrets: readSecrets(config),
  });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const { issue } = createTokens(JWT_SECRET);
  const [adminToken, customerToken] = [issue(ADMIN_ID), issue(CUSTOMER_ID)];
  return {
    label,
    reads,
    async get({ paths, asAdmin }, round) {
      const path = paths[(round + WARM_UP_ROUNDS) % paths.length];
      const headers = { authorization: `Bearer ${asAdmin ? adminToken : customerToken}` };
      const response = await fetch(`${address}/api${path}`, { headers });
      const text = await response.text();
      if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
    },
    async close() {
      await app.close();
      await pool.end();
    },
  };
}

const dataDir = await mkdtemp(join(tmpdir(), 'moviebooking-growth-'));
const postgres = await startEmbeddedPostgres({ application: 'MovieBooking', dataFolder: dataDir });
const servers: Server[] = [];
try {
  for (const size of sizes) servers.push(await startServer(postgres.connection, size));

  const times = new Map<string, number[]>();
  const keyOf = (read: Read, server: Server) => `${read.name}_${server.label}`;
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
    for (const index of servers[0]?.reads.keys() ?? []) {
      for (const server of servers) {
        const read = server.reads[index] as Read;
        const began = performance.now();
        await server.get(read, round);
        const taken = performance.now() - began;
        if (round >= 0) times.set(keyOf(read, server), [...(times.get(keyOf(read, server)) ?? []), taken]);
      }
    }
  }

  const medianOf = (read: Read, server: Server) => median(times.get(keyOf(read, server)) ?? []);
  const [smallest, ...larger] = servers as [Server, ...Server[]];
  printTable(
    smallest.reads.map((read) => ({
      'median ms': read.name,
      ...Object.fromEntries(servers.map((server) => [server.label, Math.round(medianOf(read, server) * 100) / 100])),
      ...Object.fromEntries(
        larger.map((server) => [
          `${server.label} ÷ ${smallest.label}`,
          Math.round((medianOf(read, server) / medianOf(read, smallest)) * 100) / 100,
        ]),
      ),
    })),
  );
  const ratios = smallest.reads.flatMap((read) =>
    larger.map(
      (server): Ratio => ({
        bench: 'growth',
        name: keyOf(read, server),
        ratio: medianOf(read, server) / medianOf(read, smallest),
        ...(read.goal === undefined ? {} : { goal: read.goal }),
      }),
    ),
  );
  printRatios(ratios);
} finally {
  for (const server of servers) await server.close();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}
