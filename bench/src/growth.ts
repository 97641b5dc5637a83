/**
 * The same reads in houses of 10 thousand, 1 million and 5 million bookings (or of the sizes given as arguments), over
 * HTTP, one at a time. All houses stand side by side and are asked in turns, so that whatever else the machine does
 * weighs on all alike; medians count.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@moviebooking/embedded-postgres';
import pg from 'pg';
import { buildApp } from '../../server/src/app.ts';
import { readConfig } from '../../server/src/config.ts';
import { openDatabase, openPool } from '../../server/src/platform/database.ts';
import { createLogger } from '../../server/src/platform/http.ts';
import { migrate } from '../../server/src/platform/migrations.ts';
import { createTokens } from '../../server/src/platform/sessions.ts';
import { ADMIN_ID, fillHouse, REGULAR_ID } from './growth-house.ts';
import { median, printRatios, printTable, type Ratio } from './report.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 40);
const WARM_UP_ROUNDS = 5;
const JWT_SECRET = 'the benchmark keeps this secret to itself';
const sizes = process.argv.length > 3 ? process.argv.slice(3).map(Number) : [10_000, 1_000_000, 5_000_000];

interface Read {
  name: string;
  goal?: number;
  asAdmin?: boolean;
  path: string;
}

interface House {
  label: string;
  reads: Read[];
  get(read: Read): Promise<void>;
  close(): Promise<void>;
}

const labelOf = (size: number) => (size >= 1_000_000 ? `${size / 1_000_000}m` : `${size / 1000}k`);

async function readsOf(client: pg.Client): Promise<Read[]> {
  const ask = async (text: string): Promise<number> => (await client.query(text)).rows[0].answer;
  const bookings = await ask('select count(*)::int as answer from bookings');
  const show = await ask('select min(id) as answer from shows where starts_at > now()');
  const movie = await ask(`select movie_id as answer from shows where id = ${show}`);
  const middle = Math.ceil(bookings / 10 / 2);
  const last = Math.ceil(bookings / 10);
  return [
    { name: 'seatmap', goal: 1.3, path: `/bookings/seats/${show}` },
    { name: 'movies', goal: 1.3, path: '/movies' },
    { name: 'movie', goal: 1.3, path: `/movies/${movie}` },
    { name: 'history', goal: 1.3, path: '/bookings/history' },
    { name: 'dashboard', goal: 3, asAdmin: true, path: '/admin/dashboard' },
    { name: 'bookings', goal: 3, asAdmin: true, path: '/admin/bookings' },
    { name: 'analytics', goal: 3, asAdmin: true, path: '/admin/analytics' },
    { name: 'bookings_middle', asAdmin: true, path: `/admin/bookings?page=${middle}` },
    { name: 'bookings_last', asAdmin: true, path: `/admin/bookings?page=${last}` },
    { name: 'bookings_of_movie', asAdmin: true, path: `/admin/bookings?movieId=${movie}` },
    { name: 'search_customer', asAdmin: true, path: '/admin/bookings?search=user777%40' },
    { name: 'search_movie', asAdmin: true, path: '/admin/bookings?search=picture%2011' },
    { name: 'search_broad', asAdmin: true, path: '/admin/bookings?search=a' },
    { name: 'shows', asAdmin: true, path: '/shows?limit=50' },
  ];
}

async function openHouse(connection: pg.ClientConfig, size: number): Promise<House> {
  const label = labelOf(size);
  const database = `growth_${label}`;
  const owner = new pg.Client(connection);
  await owner.connect();
  await owner.query(`create database ${database}`);
  await owner.end();

  const place = { ...connection, database };
  await migrate(place);
  const client = new pg.Client(place);
  await client.connect();
  const began = performance.now();
  await fillHouse(client, size);
  const reads = await readsOf(client);
  await client.end();
  console.log(`${label}: made in ${Math.round((performance.now() - began) / 1000)} s`);

  const config = readConfig({ RATE_LIMIT: 'off', LOG_LEVEL: 'error', JWT_SECRET });
  const pool = openPool(place);
  const logger = createLogger(config.logLevel);
  const app = await buildApp({
    config,
    logger,
    pool,
    connection: place,
    db: openDatabase(pool),
    jwtSecret: JWT_SECRET,
  });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const { issue } = createTokens(JWT_SECRET);
  const [adminToken, regularToken] = [issue(ADMIN_ID), issue(REGULAR_ID)];
  return {
    label,
    reads,
    async get({ path, asAdmin }) {
      const headers = { authorization: `Bearer ${asAdmin ? adminToken : regularToken}` };
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
const houses: House[] = [];
try {
  for (const size of sizes) houses.push(await openHouse(postgres.connection, size));

  const times = new Map<string, number[]>();
  const keyOf = (read: Read, house: House) => `${read.name}_${house.label}`;
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
    for (const place of houses[0]?.reads.keys() ?? []) {
      for (const house of houses) {
        const read = house.reads[place] as Read;
        const began = performance.now();
        await house.get(read);
        const taken = performance.now() - began;
        if (round >= 0) times.set(keyOf(read, house), [...(times.get(keyOf(read, house)) ?? []), taken]);
      }
    }
  }

  const medianOf = (read: Read, house: House) => median(times.get(keyOf(read, house)) ?? []);
  const [smallest, ...larger] = houses as [House, ...House[]];
  printTable(
    smallest.reads.map((read) => ({
      'median ms': read.name,
      ...Object.fromEntries(houses.map((house) => [house.label, Math.round(medianOf(read, house) * 100) / 100])),
      ...Object.fromEntries(
        larger.map((house) => [
          `${house.label} ÷ ${smallest.label}`,
          Math.round((medianOf(read, house) / medianOf(read, smallest)) * 100) / 100,
        ]),
      ),
    })),
  );
  const ratios = smallest.reads.flatMap((read) =>
    larger.map(
      (house): Ratio => ({
        bench: 'growth',
        name: keyOf(read, house),
        ratio: medianOf(read, house) / medianOf(read, smallest),
        ...(read.goal === undefined ? {} : { goal: read.goal }),
      }),
    ),
  );
  printRatios(ratios);
} finally {
  for (const house of houses) await house.close();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}
