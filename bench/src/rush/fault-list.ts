/**
 * The faults that can occur during a rush. A fault lasts a few seconds and ends when its cause is gone and killed processes have
 * been restarted. From then on customers have ten seconds to see the actual seats.
 */
import { readdirSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from '../../../server/src/platform/database/database.ts';
import { type RunningServer, workersOf } from '../../../server/test/running-server.ts';
import { parentOf } from '../cpu-time.ts';
import { delayCommits } from './database.ts';
import type { FaultyProxy } from './proxy.ts';
import type { SmallDisk } from './small-disk.ts';

export interface Fault {
  name: string;
  begin(): Promise<unknown> | unknown;
  end(): Promise<unknown> | unknown;
}

export interface Victims {
  pool: Pool;
  servers: RunningServer[];
  restartServer(index: number): Promise<void>;
  postmasterPid(): number;
  /** Proxies in front of each server, and between the servers and the database. */
  webProxies: FaultyProxy[];
  databaseProxy: FaultyProxy;
  disk: SmallDisk | undefined;
  /** The file that sets the database's clock, if it can be changed. */
  clock: string | undefined;
  random: () => number;
}

const CLOCK_STEP_SECONDS = 120;
const DELAY_MS = { least: 100, most: 700 };
const COMMIT_DELAY_MICROSECONDS = 100_000;
const POLL_MS = 50;

export function listFaults(victims: Victims): Fault[] {
  const { pool, servers, restartServer, postmasterPid, webProxies, databaseProxy, disk, clock, random } = victims;
  const anyIndex = () => Math.floor(random() * servers.length);
  let concerned: number[] = [];

  async function killServers(indexes: number[]): Promise<void> {
    concerned = indexes;
    for (const index of indexes) servers[index]?.process.kill('SIGKILL');
    await Promise.all(indexes.map((index) => servers[index]?.ended));
  }
  async function signalWorkers(signal: NodeJS.Signals): Promise<void> {
    const workers = await Promise.all(servers.filter((_, index) => concerned.includes(index)).map(workersOf));
    for (const pid of workers.flat()) process.kill(pid, signal);
  }
  const restartServers = () => Promise.all(concerned.map(restartServer));

  async function untilDatabaseAnswers(): Promise<void> {
    for (;;) {
      const isThere = await pool.query('select 1').catch(() => undefined);
      if (isThere) return;
      await pause(POLL_MS);
    }
  }

  function killAnyBackend(): void {
    const backends = readdirSync('/proc').filter(
      (pid) => /^\d+$/.test(pid) && parentOf(Number(pid)) === postmasterPid(),
    );
    const victim = backends[Math.floor(random() * backends.length)];
    if (victim) process.kill(Number(victim), 'SIGKILL');
  }

  const stepClock = (seconds: number) => clock && writeFileSync(clock, `${seconds < 0 ? '' : '+'}${seconds}\n`);
  const eachWebProxy = (treat: (proxy: FaultyProxy) => void) => () => webProxies.forEach(treat);
  const nothing = () => {};

  return [
    { name: 'kill -9 of a server', begin: () => killServers([anyIndex()]), end: restartServers },
    {
      name: 'kill -9 of a worker',
      begin() {
        concerned = [anyIndex()];
        return signalWorkers('SIGKILL');
      },
      end: nothing,
    },
    { name: 'kill -9 of all servers', begin: () => killServers([...servers.keys()]), end: restartServers },
    {
      name: 'a server stands still',
      async begin() {
        concerned = [anyIndex()];
        await signalWorkers('SIGSTOP');
      },
      end: () => signalWorkers('SIGCONT'),
    },
    {
      name: 'kill -9 of the database',
      begin: () => process.kill(postmasterPid(), 'SIGKILL'),
      end: nothing,
    },
    { name: 'kill -9 of a process of the database', begin: killAnyBackend, end: nothing },
    {
      name: 'kill -9 of a server and the database',
      async begin() {
        process.kill(postmasterPid(), 'SIGKILL');
        await killServers([anyIndex()]);
      },
      async end() {
        await untilDatabaseAnswers();
        await restartServers();
      },
    },
    { name: 'all connections are dropped', begin: eachWebProxy((proxy) => proxy.drop(1)), end: nothing },
    { name: 'half of the connections are dropped', begin: eachWebProxy((proxy) => proxy.drop(0.5)), end: nothing },
    {
      name: 'connections are delayed',
      begin: eachWebProxy((proxy) => proxy.delay(DELAY_MS.least + random() * (DELAY_MS.most - DELAY_MS.least))),
      end: eachWebProxy((proxy) => proxy.delay(0)),
    },
    {
      name: 'half of the connections are half-open',
      begin: eachWebProxy((proxy) => proxy.halfOpen(0.5)),
      end: eachWebProxy((proxy) => proxy.resetHalfOpen()),
    },
    {
      name: 'nothing gets through to customers',
      begin: eachWebProxy((p) => p.stop()),
      end: eachWebProxy((p) => p.go()),
    },
    { name: 'nothing gets through to the database', begin: () => databaseProxy.stop(), end: () => databaseProxy.go() },
    {
      name: 'half of the connections to the database are half-open',
      begin: () => databaseProxy.halfOpen(0.5),
      end: () => databaseProxy.resetHalfOpen(),
    },
    {
      name: 'slow commits',
      begin: () => delayCommits(pool, COMMIT_DELAY_MICROSECONDS),
      end: () => delayCommits(pool, 0),
    },
    ...(disk
      ? [
          {
            name: 'the disk is full',
            async begin() {
              await disk.fill();
              // Forces the database's WAL to need space too.
              for (let n = 0; n < 3; n++) await pool.query('select pg_switch_wal()').catch(() => {});
            },
            end: disk.free,
          },
        ]
      : []),
    ...(clock
      ? [1, -1].map((direction) => ({
          name: `the database's clock steps ${direction > 0 ? 'forward' : 'back'} by ${CLOCK_STEP_SECONDS} s`,
          begin: () => stepClock(direction * CLOCK_STEP_SECONDS),
          end: () => stepClock(0),
        }))
      : []),
  ];
}
