/** Opens the whole app for a test file, on a new database cloned from the template. */
import { randomUUID } from 'node:crypto';
import type { Role, User } from '@moviebooking/contract/accounts';
import type { InjectOptions } from 'fastify';
import pg from 'pg';
import { inject } from 'vitest';
import type { AppOptions } from '../src/app.ts';
import { type Config, readConfig } from '../src/config.ts';
import { type Database, openDatabase, openPool, type Pool } from '../src/platform/database/database.ts';
import type { Api } from '../src/platform/http/http.ts';
import { createTokens } from '../src/platform/http/sessions.ts';
import { createLogger } from '../src/platform/observability/logger.ts';
import { SERVING_ROLE, TEMPLATE } from './global-setup.ts';
import { whenOver } from './when-over.ts';

export const JWT_SECRET = 'a secret that only tests know, long enough';
export const SECRETS = {
  jwt: { current: JWT_SECRET, previous: [] },
  ticket: { current: 'another secret that only tests know', previous: [] },
};

export interface TestDatabase {
  connection: { host: string; port: number; user: string; database: string };
  pool: Pool;
  db: Database;
}

/** Returns this Vitest worker's PostgreSQL. Workers are numbered from 1. */
function clusterOfWorker() {
  const clusters = inject('clusters');
  const cluster = clusters[Number(process.env.VITEST_POOL_ID) % clusters.length];
  if (!cluster) throw new Error('No PostgreSQL was started for this worker.');
  return cluster;
}

async function asOwner(statement: string): Promise<void> {
  const client = new pg.Client({ ...clusterOfWorker(), database: 'postgres' });
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** The address for a separate server process on the same database. */
export const databaseUrl = ({ connection: { host, port, user, database } }: TestDatabase): string =>
  `postgres://${user}@localhost/${database}?host=${host}&port=${port}`;

/** Dropped at the end of the test or file that opened it. */
export async function freshDatabase(template = TEMPLATE): Promise<TestDatabase> {
  const database = `test_${randomUUID().replaceAll('-', '')}`;
  await asOwner(`create database ${database} template ${template} strategy file_copy`);
  const connection = { ...clusterOfWorker(), database };
  const pool = openPool(connection);
  whenOver(async () => {
    await pool.end();
    await asOwner(`drop database ${database} with (force)`);
  });
  return { connection, pool, db: openDatabase(pool) };
}

export interface TestApp extends TestDatabase {
  app: Api;
  config: Config;
  /** Adds a user, with a confirmed address unless `isConfirmed` is false. */
  addUser(user?: Partial<User> & { isConfirmed?: boolean }): Promise<User & { token: string }>;
  /** Sends a request and returns the response with its parsed body. */
  call(method: NonNullable<InjectOptions['method']>, path: string, options?: CallOptions): Promise<Answer>;
}

interface CallOptions {
  token?: string;
  body?: unknown;
  headers?: Record<string, string>;
  from?: string;
}

interface Answer {
  status: number;
  headers: Record<string, unknown>;
  // biome-ignore lint/suspicious/noExplicitAny: a test knows which fields to expect
  body: any;
}

/** `parts` replace parts of the app, such as its database or its mail transport. */
export async function openTestApp(
  variables: Record<string, string> = {},
  { database: given, ...parts }: Partial<AppOptions> & { database?: TestDatabase } = {},
): Promise<TestApp> {
  const database = given ?? (await freshDatabase());
  const config = readConfig({ RATE_LIMIT: 'off', LOG_LEVEL: 'silent', ...variables });
  const connection = { ...database.connection, user: SERVING_ROLE };
  const pool = openPool(connection);
  const logger = createLogger(config.logLevel);
  // Imported here, so that tests without an app do not load it.
  const { buildApp } = await import('../src/app.ts');
  const app = await buildApp({ connection, pool, db: openDatabase(pool), config, logger, secrets: SECRETS, ...parts });
  whenOver(async () => {
    await app.close();
    await pool.end();
  });
  const tokens = createTokens(JWT_SECRET);

  return {
    ...database,
    app,
    config,
    async addUser({ isConfirmed = true, ...user } = {}) {
      const email = user.email ?? `${randomUUID()}@example.com`;
      const { id, name, role } = await database.db
        .insertInto('users')
        .values({
          name: user.name ?? 'Asha Rao',
          email,
          password_hash: 'not a hash',
          role: user.role ?? ('USER' satisfies Role),
          email_confirmed_at: isConfirmed ? new Date() : null,
        })
        .returning(['id', 'name', 'role'])
        .executeTakeFirstOrThrow();
      return { id, name, email, role, token: tokens.issue(id) };
    },
    async call(method, path, { token, body, headers = {}, from } = {}) {
      const response = await app.inject({
        method,
        url: `/api${path}`,
        headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
        ...(body === undefined ? {} : { payload: body as object }),
        ...(from ? { remoteAddress: from } : {}),
      });
      return {
        status: response.statusCode,
        headers: response.headers,
        body: response.headers['content-type']?.toString().includes('json') ? response.json() : response.body,
      };
    },
  };
}
