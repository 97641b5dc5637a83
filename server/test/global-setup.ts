/** One real PostgreSQL for all server tests, with a migrated template that each test file clones. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@moviebooking/embedded-postgres';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '../src/platform/migrations.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { host: string; port: number; user: string };
  }
}

export const TEMPLATE = 'moviebooking_template';
/** As whom the app of a test works; the test itself is the owner. */
export const SERVING_ROLE = 'moviebooking_server';

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'moviebooking-test-'));
  const postgres = await startEmbeddedPostgres({ application: 'MovieBooking', dataFolder: dataDir });
  const { host, port, user } = postgres.connection;
  const client = new pg.Client(postgres.connection);
  await client.connect();
  await client.query(`create database ${TEMPLATE}`);
  await client.end();
  await migrate({ host, port, user, database: TEMPLATE }, { servingRole: { name: SERVING_ROLE } });
  project.provide('postgres', { host, port, user });
  return async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
