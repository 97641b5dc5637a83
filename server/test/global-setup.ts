/** Starts a real PostgreSQL for each Vitest worker, with a migrated template that each test file clones. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@moviebooking/embedded-postgres';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '../src/platform/database/migrations.ts';
import { startOtherPostgres } from './other-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    clusters: { host: string; port: number; user: string }[];
  }
}

export const TEMPLATE = 'moviebooking_template';
/** The role of a test's app. The test itself connects as the owner. */
export const SERVING_ROLE = 'moviebooking_server';

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const clusters = await Promise.all(Array.from({ length: project.config.maxWorkers }, startCluster));
  project.provide(
    'clusters',
    clusters.map(({ connection: { host, port, user } }) => ({ host, port, user })),
  );
  return async () => {
    await Promise.all(clusters.map(({ stop }) => stop()));
  };
}

async function startCluster() {
  const dataFolder = await mkdtemp(join(tmpdir(), 'moviebooking-test-'));
  const { TEST_POSTGRES: programs } = process.env;
  const postgres = programs
    ? await startOtherPostgres(programs, dataFolder)
    : await startEmbeddedPostgres({ application: 'MovieBooking', dataFolder });
  const { connection } = postgres;
  const client = new pg.Client(connection);
  await client.connect();
  // Faster, and safe: no test needs this data after a crash of the machine.
  await client.query('alter system set fsync = off');
  // It would change the plans of a test that takes longer than a minute.
  await client.query('alter system set autovacuum = off');
  await client.query('select pg_reload_conf()');
  await client.query(`create database ${TEMPLATE}`);
  await client.end();
  await migrate({ ...connection, database: TEMPLATE }, { servingRole: { name: SERVING_ROLE } });
  return {
    connection,
    async stop() {
      await postgres.stop();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}
