/** A filled database, a server on it and load generators, for benchmarks that compare the CPU time of requests. */
import pg from 'pg';
import type { Pool } from '../../server/src/platform/database/database.ts';
import { startChild } from './child.ts';
import { cpuTime, familyCpuTime, parentOf } from './cpu-time.ts';
import type { LoadOrder, LoadResult } from './load.ts';
import type { Around } from './running.ts';
import { issueToken, openDatabase } from './rush/database.ts';
import type { SocketOrder, SocketResult } from './sockets.ts';

export type BenchScene = Awaited<ReturnType<typeof openBenchScene>>;

export async function openBenchScene<Filled>(around: Around, fill: (client: pg.Client) => Promise<Filled>) {
  const { pool, connection } = await openDatabase(around, await around.makeFolder('bench'));
  const client = new pg.Client(connection);
  await client.connect();
  around.closeAtEnd(() => client.end());
  const filled = await fill(client);
  await client.query('vacuum analyze');
  const start = <Order extends object>(file: string, variables = {}) => {
    const child = startChild<Order>(file, { variables, stopping: around.stopping });
    around.closeAtEnd(child.kill);
    return child;
  };
  const server = start('bench-server.ts', { BENCH: JSON.stringify({ connection }) });
  const port = await server.ask<number>({});
  const [generator, liveClients] = [start<LoadOrder>('load.ts'), start<SocketOrder>('sockets.ts')];
  const postmaster = await postmasterOf(pool);
  const cpu = () => ({ server: cpuTime(server.pid), postgres: familyCpuTime(postmaster) });

  return {
    ...{ client, filled, site: `http://127.0.0.1:${port}` },
    /** Requires that all answers have this status. */
    async load(name: string, order: Omit<LoadOrder, 'port'>, status = 200): Promise<LoadResult> {
      const result = await generator.ask<LoadResult>({ port, ...order });
      const { statuses, requests } = result;
      if (statuses[status] !== requests) throw new Error(`${name} answered ${JSON.stringify(statuses)}`);
      return result;
    },
    live: (order: Omit<SocketOrder, 'port'>) => liveClients.ask<SocketResult>({ port, ...order }),
    /** Adds the CPU time that `work` used, in milliseconds, to its result. */
    async measure<Result>(work: () => Promise<Result>) {
      const before = cpu();
      const result = await work();
      const after = cpu();
      return { ...result, server: after.server - before.server, postgres: after.postgres - before.postgres };
    },
  };
}

export const tokensOf = (userIds: readonly number[]): string[] => userIds.map((userId) => issueToken(userId));

export async function postmasterOf(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  return parentOf(rows[0]?.pid ?? 0);
}
