/**
 * Access to PostgreSQL: pools, typed queries (Kysely) and plain named statements for the hot path. Every statement and lock
 * wait has a time limit, and so does the queue for a connection, so a request never hangs on an unresponsive database.
 * `isUnavailable` separates such failures, which a retry may solve, from bugs.
 *
 * A connection through a pooler like PgBouncer in transaction mode has no session: it supports statements and transactions,
 * but nothing that outlives them (docs/decisions/0024).
 */
import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { Refusal } from '../errors/refusal.ts';
import { keepContext, traceStatements } from '../observability/tracing.ts';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;
export type Tx = Transaction<Tables>;
/**
 * A named statement is parsed once per connection, and PostgreSQL may keep its plan however much the tables grow. The SQL
 * functions say how they may be planned; server/test/plans.test.ts counts the rows read after a sale.
 */
export type Statement = pg.QueryConfig;
export interface DatabaseOptions extends pg.PoolConfig {
  onIdleError?: (error: Error) => unknown;
  /** How many connections of this pool may wait long for a lock at once. */
  longWaits?: number;
  /** Goes through a pooler, which rejects settings on connect. They are stored with the role instead (pooled-role.ts). */
  isPooled?: boolean;
  /** Whether named statements are prepared once per connection. */
  isPrepared?: boolean;
}

pg.types.setTypeParser(pg.types.builtins.INT8, Number);

const MAX_WAITING_FOR_CONNECTION = 1000;
const LONG_WAITS = 4;
const RETRY_AFTER_SECONDS = 2;

/** For every session that serves requests. Times are in milliseconds. */
export const SESSION_SETTINGS = {
  statement_timeout: 5000,
  lock_timeout: 3000,
  idle_in_transaction_session_timeout: 10_000,
  jit: 'off',
  timezone: 'UTC',
};
const NO_LIMITS = { statement_timeout: 0, lock_timeout: 0, idle_in_transaction_session_timeout: 0 };

const asOptions = (settings: Record<string, string | number>) =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');

type ConnectCallback = Parameters<pg.Pool['connect']>[0];

export class Pool extends pg.Pool {
  #longWaitsLeft: number;
  #isPrepared: boolean;

  constructor({ longWaits = LONG_WAITS, isPrepared = true, ...options }: DatabaseOptions) {
    super(options);
    this.#longWaitsLeft = longWaits;
    this.#isPrepared = isPrepared;
    if (isPrepared) return;
    const query = super.query.bind(this) as (statement: unknown, ...others: unknown[]) => unknown;
    this.query = ((statement: unknown, ...others: unknown[]) =>
      query(withoutName(statement), ...others)) as typeof this.query;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    const isRefused = this.waitingCount >= MAX_WAITING_FOR_CONNECTION;
    if (!callback) return isRefused ? Promise.reject(tryLater()) : super.connect();
    if (isRefused) callback(tryLater(), undefined, () => {});
    else super.connect(keepContext(callback));
    return undefined;
  }

  /** Runs the statements in one transaction, without waiting for each answer: either all take effect or none. */
  async commitTogether(statements: Statement[]): Promise<pg.QueryResult[]> {
    const client = await this.connect();
    try {
      const answers = await Promise.allSettled([
        client.query('begin'),
        ...statements.map((statement) => client.query(this.#isPrepared ? statement : withoutName(statement))),
        client.query('commit'),
      ]);
      const results = answers.map((answer) => {
        if (answer.status === 'rejected') throw answer.reason;
        return answer.value;
      });
      return results.slice(1, -1);
    } finally {
      client.release();
    }
  }

  /** Returns false if too many statements already wait long for a lock. After true, call `endLongWait` when done. */
  beginLongWait(): boolean {
    if (this.#longWaitsLeft === 0) return false;
    this.#longWaitsLeft -= 1;
    return true;
  }

  endLongWait(): void {
    this.#longWaitsLeft += 1;
  }
}

function withoutName<Statement>(statement: Statement): Statement {
  if (typeof statement !== 'object' || statement === null || !('name' in statement)) return statement;
  const { name: _, ...unnamed } = statement;
  return unnamed as Statement;
}

export function openPool({ onIdleError, isPooled = false, ...options }: DatabaseOptions): Pool {
  const { jit, timezone, ...limits } = SESSION_SETTINGS;
  const pool = new Pool({
    max: 10,
    connectionTimeoutMillis: 3000,
    idleTimeoutMillis: 60_000,
    query_timeout: 6000,
    // Sends the statements of a transaction without waiting for each answer.
    pipeline: true,
    keepAlive: true,
    application_name: 'moviebooking',
    ...(isPooled ? {} : { ...limits, options: asOptions({ jit, timezone }) }),
    ...options,
  });
  pool.on('error', (error) => onIdleError?.(error));
  // A broken connection already fails its query. Without a listener, it would end the process too.
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('connect', traceStatements);
  return pool;
}

export function openDatabase(pool: Pool): Database {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}

/** Runs several reads against one snapshot, on one connection. */
export const readTogether = <Result>(db: Database, read: (tx: Tx) => Promise<Result>): Promise<Result> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);

/** For work at startup that may take minutes, like migrations: a pool without time limits. Never through a pooler. */
export async function withoutTimeLimits<Result>(
  options: DatabaseOptions,
  work: (pool: Pool) => Promise<Result>,
): Promise<Result> {
  const { jit, timezone } = SESSION_SETTINGS;
  const pool = openPool({
    ...options,
    ...NO_LIMITS,
    query_timeout: 0,
    // COPY streams cannot share a connection with pipelined statements.
    pipeline: false,
    // The driver omits settings that are 0, and the role may have limits of its own.
    options: asOptions({ jit, timezone, ...NO_LIMITS }),
  });
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

export function databaseError(error: unknown): pg.DatabaseError | undefined {
  return error instanceof pg.DatabaseError ? error : undefined;
}

/** True if the error comes from the named constraint or unique index. */
export function violates(error: unknown, constraint: string): boolean {
  return databaseError(error)?.constraint === constraint;
}

const SYSTEM_ERRORS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EAI_AGAIN',
]);
/** Connection lost, shutting down or starting, too many connections, disk or memory full, timeout, deadlock, standby. */
const SQL_STATES = /^(08|53|57P0|57014|55P03|40P01|40001|25P03|25006)/;
const DRIVER_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Cannot use a pool after calling end)/;

export const tryLater = () => new Refusal('UNAVAILABLE', undefined, { retryAfterSeconds: RETRY_AFTER_SECONDS });

/** True if a retry in a moment may succeed. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof Refusal) return error.code === 'UNAVAILABLE';
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return SYSTEM_ERRORS.has(code) || SQL_STATES.test(code) || DRIVER_MESSAGES.test(error.message);
}

/** True if a connection to the database could not be opened or was lost. */
export function isUnreachable(error: unknown): boolean {
  const { code } = databaseError(error) ?? {};
  return isUnavailable(error) && !(error instanceof Refusal) && !(code && /^(57014|55P03|40|25)/.test(code));
}

/** True if the database is reachable but this statement took too long. */
export function isStatementTimeout(error: unknown): boolean {
  return databaseError(error)?.code === '57014' || (error instanceof Error && error.message === 'Query read timeout');
}
