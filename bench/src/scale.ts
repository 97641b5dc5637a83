/**
 * Measures bookings per second through one, two and three server processes on one PostgreSQL, in one run, for docs/scale.md: as
 * the machine is, and with an eighth of a CPU per server, so that the servers and not the machine are the bottleneck. Rounds
 * alternate, medians count.
 */
import { availableParallelism } from 'node:os';
import { type RunningServer, workersOf } from '../../server/test/running-server.ts';
import { postmasterOf } from './bench-scene.ts';
import { startChild } from './child.ts';
import { limitProcessor } from './cpu-limit.ts';
import { cpuTime, familyCpuTime } from './cpu-time.ts';
import type { LoadOrder, LoadResult } from './load.ts';
import { median, printRatios, printTable } from './report.ts';
import { runAndExit } from './running.ts';
import { openRush, portOf } from './rush/database.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 3);
const SECONDS = Number(process.env.SECONDS ?? 3);
const MOST_SERVERS = 3;
const CONNECTIONS = 96;
const SHARE_OF_PROCESSOR = 1 / 8;
const SCREENS = 40;
const SHOWS_PER_RUN = 200;
const GOAL_OF_TWO = 1.6;

await runAndExit(async (around) => {
  const needed = (ROUNDS * MOST_SERVERS * 2 + 1) * (SHOWS_PER_RUN / SCREENS);
  const size = { customers: 2000, hotShows: SCREENS, releases: needed };
  const { pool, servers, customers, releases } = await openRush(around, size, MOST_SERVERS);
  const shows = releases.flat().map(({ showId }) => showId);
  const tokens = customers.map(({ token }) => token);
  const generators = servers.map(() => startChild<LoadOrder>('load.ts', around));
  for (const { kill } of generators) around.closeAtEnd(kill);
  const postmaster = await postmasterOf(pool);
  const used = () => ({
    servers: servers.reduce((sum, { process: { pid = 0 } }) => sum + familyCpuTime(pid), 0),
    postgres: familyCpuTime(postmaster),
    load: generators.reduce((sum, { pid }) => sum + cpuTime(pid), 0),
  });

  async function book(through: RunningServer[]) {
    const before = used();
    const count = Math.floor(SHOWS_PER_RUN / through.length);
    const results = await Promise.all(
      through.map(async (server, n) => {
        const result = await generators[n]?.ask<LoadResult>({
          ...{ port: portOf(server), connections: CONNECTIONS / through.length, seconds: SECONDS, tokens },
          request: { kind: 'book', path: '/api/bookings', showIds: shows.splice(0, count), first: 0 },
        });
        const { statuses = {}, perSecond = 0, p99 = 0, requests } = result ?? {};
        if (statuses[201] !== requests) throw new Error(`bookings were answered ${JSON.stringify(statuses)}`);
        return { perSecond, p99 };
      }),
    );
    const after = used();
    const percent = (kind: keyof typeof after) => (after[kind] - before[kind]) / SECONDS / 10;
    return {
      'bookings per second': results.reduce((sum, { perSecond }) => sum + perSecond, 0),
      'p99 ms': Math.max(...results.map(({ p99 }) => p99)),
      ...{ 'servers %': percent('servers'), 'PostgreSQL %': percent('postgres'), 'load %': percent('load') },
    };
  }

  type Run = Awaited<ReturnType<typeof book>>;
  const runs = new Map<string, Run[]>();
  const medianOf = (all: Run[], figure: string) => Math.round(median(all.map((run) => run[figure as keyof Run])));
  const speed = (name: string) => medianOf(runs.get(name) ?? [], 'bookings per second');
  async function measureAll(how: string): Promise<void> {
    for (let round = 0; round < ROUNDS; round++)
      for (let count = 1; count <= MOST_SERVERS; count++) {
        const name = `${count}${how}`;
        runs.set(name, [...(runs.get(name) ?? []), await book(servers.slice(0, count))]);
      }
  }

  console.log(
    `${availableParallelism()} processors, shared by servers, PostgreSQL and the load; ${CONNECTIONS} bookings under way`,
  );
  await book(servers);
  await measureAll('');
  const unlimit = limitProcessor((await Promise.all(servers.map(workersOf))).flat(), SHARE_OF_PROCESSOR);
  if (unlimit) {
    around.closeAtEnd(unlimit);
    await measureAll(', limited');
  } else console.log('Skipping limited servers: that needs root and the cpu controller of cgroups.');

  printTable(
    [...runs].map(([servers, all]) => {
      const figures = Object.keys(all[0] ?? {}).map((figure) => [figure, medianOf(all, figure)]);
      return { servers, ...Object.fromEntries(figures) };
    }),
  );
  const hows = unlimit ? ['', ', limited'] : [''];
  printRatios(
    hows.flatMap((how) =>
      [2, 3].map((count) => ({
        ...{
          bench: 'scale',
          name: `${count}_servers${how && '_limited'}`,
          ratio: speed(`${count}${how}`) / speed(`1${how}`),
        },
        ...(how && count === 2 ? { goal: GOAL_OF_TWO } : {}),
      })),
    ),
  );
});
