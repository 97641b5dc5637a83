/** An embedded PostgreSQL and a server on it, for benchmarks that compare the CPU time of requests. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@moviebooking/embedded-postgres';
import pg from 'pg';
import { migrate } from '../../server/src/platform/database/migrations.ts';
import { createTokens } from '../../server/src/platform/http/sessions.ts';
import { cpuTime, familyCpuTime, parentOf } from './cpu-time.ts';
import type { LoadOrder, LoadResult } from './load.ts';
import type { SocketOrder, SocketResult } from './sockets.ts';

const JWT_SECRET = 'the benchmark keeps this secret to itself';

export async function openBenchScene() {
  const folder = await mkdtemp(join(tmpdir(), 'moviebooking-bench-'));
  const postgres = await startEmbeddedPostgres({ application: 'MovieBooking', dataFolder: folder });
  const { connection } = postgres;
  await migrate(connection);
  const client = new pg.Client(connection);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const postmaster = parentOf(rows[0]?.pid ?? 0);
  const { issue } = createTokens(JWT_SECRET);
  const children: ChildProcess[] = [];
  const start = (file: string, variables = {}) => {
    const child = fork(new URL(file, import.meta.url), { env: { ...process.env, ...variables } });
    children.push(child);
    return child;
  };
  const ids = async (text: string): Promise<number[]> => (await client.query(text)).rows.map(({ id }) => id);

  return {
    ...{ folder, connection, client, ids },
    tokensOf: (userIds: readonly number[]) => userIds.map((userId) => issue(userId)),
    /** Adds users, a movie and a cinema with screens. Returns the users. */
    async addCinema({ users, screens }: { users: number; screens: number }): Promise<number[]> {
      await client.query(`insert into movies (title, duration_min) values ('Monsoon Matinee', 120)`);
      await client.query(`insert into cinemas (name, city) values ('Regal', 'Mumbai')`);
      await client.query(
        `insert into screens (cinema_id, name) select 1, 'Screen ' || n from generate_series(1, ${screens}) n`,
      );
      return ids(`insert into users (name, email, password_hash)
        select 'Customer ' || n, n || '@bench.example', 'x' from generate_series(1, ${users}) n returning id`);
    },
    /** Starts the server, and the processes that send requests to it. Call it when the data is complete. */
    async startServer() {
      await client.query('vacuum analyze');
      const server = start('bench-server.ts', { BENCH: JSON.stringify({ connection, jwtSecret: JWT_SECRET }) });
      const [{ port }] = (await once(server, 'message')) as [{ port: number }];
      const [generator, liveClients] = [start('load.ts'), start('sockets.ts')];
      const cpu = () => ({ server: cpuTime(server.pid ?? 0), postgres: familyCpuTime(postmaster) });
      return {
        port,
        load: (order: Omit<LoadOrder, 'port'>) => send<LoadResult>(generator, { port, ...order }),
        live: (order: Omit<SocketOrder, 'port'>) => send<SocketResult>(liveClients, { port, ...order }),
        /** Runs `work` and returns its result with the CPU time it used, in milliseconds. */
        async measure<Result>(work: () => Promise<Result>) {
          const before = cpu();
          const result = await work();
          const after = cpu();
          const used = { server: after.server - before.server, postgres: after.postgres - before.postgres };
          return { result, ...used };
        },
      };
    },
    async close() {
      for (const child of children) child.disconnect();
      await client.end();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function send<Result>(child: ChildProcess, order: object): Promise<Result> {
  child.send(order);
  const [result] = (await once(child, 'message')) as [Result & { error?: string }];
  if (result.error) throw new Error(result.error);
  return result;
}
