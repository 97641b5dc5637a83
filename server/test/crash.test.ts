/** Kills the server, PostgreSQL or both with kill -9 while people sign up, book and cancel. CRASH_ROUNDS=50 runs longer. */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { openDatabase, openPool } from '../src/platform/database/database.ts';
import { createTokens } from '../src/platform/http/sessions.ts';
import { bookAndCancel, countBooked } from './bookings-under-faults.ts';
import { checkHistory, keepChanges } from './check-history.ts';
import { checkLedger } from './race.ts';
import { type RunningServer, startServer } from './running-server.ts';
import type { Operation } from './seat-history.ts';
import { addShow } from './shows.ts';

const JWT_SECRET = 'a secret that only the crash tests know, long enough';
const rounds = Number(process.env.CRASH_ROUNDS ?? 3);
const dataDir = await mkdtemp(join(tmpdir(), 'moviebooking-crash-'));
const variables = { DATA_DIR: dataDir, SEED_DEMO: 'false', JWT_SECRET };
const pool = openPool({ host: join(dataDir, 'postgres/run'), user: 'moviebooking', database: 'moviebooking' });
let server: RunningServer | undefined;

afterAll(async () => {
  await pool.end();
  server?.process.kill('SIGTERM');
  await server?.ended;
  await rm(dataDir, { recursive: true, force: true });
});

const postmasterPid = () => Number(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0]);

async function signUpUntil(url: string, stop: AbortSignal, round: number, acknowledged: string[]): Promise<void> {
  for (let count = 0; !stop.aborted; count++) {
    const email = `r${round}-${count}-${Math.random().toString(36).slice(2)}@example.com`;
    const body = JSON.stringify({ name: 'Asha', email, password: 'matinee' });
    const answer = await fetch(`${url}/api/auth/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    }).catch(() => undefined);
    if (answer?.status === 201) acknowledged.push(email);
    // Each password hash takes much processor time.
    await pause(50);
  }
}

async function addCustomers(count: number): Promise<{ id: number; token: string }[]> {
  const { rows } = await pool.query<{ id: number }>(
    `insert into users (name, email, password_hash)
     select 'Ravi', 'customer' || n || '@example.com', 'x' from generate_series(1, $1::int) n returning id`,
    [count],
  );
  const tokens = createTokens(JWT_SECRET);
  return rows.map(({ id }) => ({ id, token: tokens.issue(id) }));
}

describe('crashes', () => {
  it(`lose no acknowledged signup or booking in ${rounds} rounds of kill -9, and every restart works [BOOK-13]`, {
    timeout: 300_000 + rounds * 10_000,
  }, async () => {
    server = await startServer(variables);
    await keepChanges(pool);
    const customers = await addCustomers(6);
    const acknowledged: string[] = [];
    const histories: { showId: number; operations: Operation[]; faults: string[] }[] = [];
    for (let round = 0; round < rounds; round++) {
      server ??= await startServer(variables);
      const { url } = server;
      const history = { showId: await addShow(openDatabase(pool)), operations: [], faults: [] };
      histories.push(history);
      const stop = new AbortController();
      const booking = { showId: history.showId, seatCount: 20, random: Math.random, isOver: () => stop.signal.aborted };
      const writers = [
        ...[1, 2].map(() => signUpUntil(url, stop.signal, round, acknowledged)),
        ...customers.map((customer) => bookAndCancel({ ...customer, url }, booking, history)),
      ];
      const before = acknowledged.length;
      await vi.waitUntil(() => acknowledged.length > before + 2 && countBooked(history) > 0, 120_000);
      await pause(Math.random() * 300);
      const victim = ['server', 'database', 'both'][round % 3];
      if (victim !== 'server') process.kill(postmasterPid(), 'SIGKILL');
      if (victim !== 'database') server.process.kill('SIGKILL');
      await pause(100);
      if (victim === 'database') {
        const whenKilled = acknowledged.length;
        await vi.waitUntil(() => acknowledged.length > whenKilled, 120_000);
        // The response may have been in transit when the database was killed.
        await vi.waitUntil(async () => await pool.query('select').catch(() => false), 120_000);
      }
      stop.abort();
      await Promise.all(writers);
      if (victim === 'database') continue;
      await server.ended;
      server = undefined;
    }
    server ??= await startServer(variables);
    const { rows } = await pool.query('select email from users');
    const present = new Set(rows.map((row) => row.email));
    expect(acknowledged.filter((email) => !present.has(email))).toEqual([]);
    for (const { showId, operations, faults } of histories) {
      const found = [
        ...faults,
        ...(await checkLedger(pool, showId)),
        ...(await checkHistory(pool, showId, operations)),
      ];
      expect(found).toEqual([]);
    }
  });

  it('a taken port: one sentence, exit code 1, and no database left running', async () => {
    server ??= await startServer(variables);
    const other = await mkdtemp(join(tmpdir(), 'moviebooking-port-'));
    const port = new URL(server.url).port;
    await expect(startServer({ SEED_DEMO: 'false', DATA_DIR: other, PORT: port })).rejects.toThrow(
      `ended with 1: Port ${port} is already in use.`,
    );
    await rm(other, { recursive: true });
  });

  it('a second server on the same folder says so and exits; SIGTERM stops the first and leaves no process', async () => {
    server ??= await startServer(variables);
    await expect(startServer(variables)).rejects.toThrow(
      /ended with 1: Another MovieBooking server is already running/,
    );
    const pid = postmasterPid();
    server.process.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    server = undefined;
  });

  it.each([
    ['a wrong variable', { PORT: 'eighty' }, /ended with 1: .*Correct these environment variables:\n {2}PORT must be/],
    [
      'a data folder that is a file',
      { DATA_DIR: new URL(import.meta.url).pathname },
      /ended with 1: The data folder .* is not a folder\..* Set DATA_DIR to choose the data folder\./,
    ],
    [
      'pools larger than max_connections',
      { LEDGER_POOL_SIZE: '90' },
      /ended with 1: DATABASE_POOL_SIZE \(10\), LEDGER_POOL_SIZE \(90\) and 1 more are 101 connections, .* at most 97 /,
    ],
  ])('%s: one sentence, exit code 1', async (_, wrong, sentence) => {
    await expect(startServer({ ...variables, ...wrong })).rejects.toThrow(sentence);
  });
});
