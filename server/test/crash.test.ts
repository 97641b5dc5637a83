/** kill -9 of the server, of PostgreSQL or of both while signups are written. CRASH_ROUNDS=50 for the long run. */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { type RunningServer, startServer } from './running-server.ts';

const rounds = Number(process.env.CRASH_ROUNDS ?? 6);
const dataDir = await mkdtemp(join(tmpdir(), 'moviebooking-crash-'));
const variables = { DATA_DIR: dataDir, SEED_DEMO: 'false' };
let server: RunningServer | undefined;

afterAll(async () => {
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
    else await pause(20);
  }
}

describe('crashes', () => {
  it(`${rounds} rounds of kill -9 lose no acknowledged signup, and every restart works`, {
    timeout: 300_000 + rounds * 10_000,
  }, async () => {
    const acknowledged: string[] = [];
    for (let round = 0; round < rounds; round++) {
      server ??= await startServer(variables);
      const stop = new AbortController();
      const writers = [1, 2, 3, 4].map(() => signUpUntil(server?.url ?? '', stop.signal, round, acknowledged));
      const before = acknowledged.length;
      await vi.waitUntil(() => acknowledged.length > before + 4, 20_000);
      await pause(Math.random() * 300);
      const victim = ['server', 'database', 'both'][round % 3];
      if (victim !== 'server') process.kill(postmasterPid(), 'SIGKILL');
      if (victim !== 'database') server.process.kill('SIGKILL');
      await pause(100);
      if (victim === 'database') {
        const whenKilled = acknowledged.length;
        await vi.waitUntil(() => acknowledged.length > whenKilled, 20_000);
      }
      stop.abort();
      await Promise.all(writers);
      if (victim === 'database') continue;
      await server.ended;
      server = undefined;
    }
    server ??= await startServer(variables);
    const client = new pg.Client({
      host: join(dataDir, 'postgres/run'),
      user: 'moviebooking',
      database: 'moviebooking',
    });
    await client.connect();
    const { rows } = await client.query('select email from users');
    await client.end();
    const present = new Set(rows.map((row) => row.email));
    expect(acknowledged.filter((email) => !present.has(email))).toEqual([]);
  });

  it('a second server on the same folder says so and exits; SIGTERM stops the first with nothing left behind', async () => {
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
    ['a wrong variable', { PORT: 'eighty' }, /ended with 1: .*need to be corrected:\n {2}PORT must be/],
    [
      'a data folder that is a file',
      { DATA_DIR: new URL(import.meta.url).pathname },
      /ended with 1: The data folder .* is not a folder\..* DATA_DIR sets the data folder\./,
    ],
  ])('%s: one sentence, exit code 1', async (_, wrong, sentence) => {
    await expect(startServer({ ...variables, ...wrong })).rejects.toThrow(sentence);
  });

  it('a port that is taken: one sentence, exit code 1, and no database left running', async () => {
    server ??= await startServer(variables);
    const other = await mkdtemp(join(tmpdir(), 'moviebooking-port-'));
    const port = new URL(server.url).port;
    await expect(startServer({ SEED_DEMO: 'false', DATA_DIR: other, PORT: port })).rejects.toThrow(
      `ended with 1: Port ${port} is already taken.`,
    );
    await rm(other, { recursive: true });
  });
});
