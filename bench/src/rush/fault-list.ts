/**
 * The faults that can occur during a rush. A fault lasts a few seconds and ends when its cause is gone and killed processes have
 * been restarted. From then on customers have ten seconds to see the actual seats.
 */
import { writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from '../../../server/src/platform/database/database.ts';
import { type RunningServer, workersOf } from '../../../server/test/running-server.ts';
import { childrenOf } from '../cpu-time.ts';
import type { FaultyProxy } from './proxy.ts';
import type { SmallDisk } from './small-disk.ts';

export type Fault = { name: string; begin: () => unknown; end: () => unknown };

interface Victims {
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
  const anyOf = <One>(all: One[]) => all[Math.floor(random() * all.length)] as One;
  const all = [...servers.keys()];
  let concerned: number[] = [];

  async function killServers(...indexes: number[]): Promise<void> {
    concerned = indexes;
    for (const index of indexes) servers[index]?.process.kill('SIGKILL');
    await Promise.all(indexes.map((index) => servers[index]?.ended));
  }
  const restartServers = () => Promise.all(concerned.map(restartServer));

  async function signalWorkers(signal: NodeJS.Signals, index: number): Promise<void> {
    concerned = [index];
    for (const pid of await workersOf(servers[index] as RunningServer)) process.kill(pid, signal);
  }

  const killDatabase = () => process.kill(postmasterPid(), 'SIGKILL');
  function killBackend(): void {
    const backend = anyOf(childrenOf(postmasterPid()));
    if (backend) process.kill(backend, 'SIGKILL');
  }
  async function untilDatabaseAnswers(): Promise<void> {
    while (!(await pool.query('select 1').catch(() => undefined))) await pause(POLL_MS);
  }
  /** Delays every commit, even without concurrent ones. */
  async function delayCommits(microseconds: number): Promise<void> {
    await pool.query(`alter system set commit_delay = ${microseconds}`);
    await pool.query('alter system set commit_siblings = 0');
    await pool.query('select pg_reload_conf()');
  }
  async function fillDisk(): Promise<void> {
    await disk?.fill();
    // Forces the database's WAL to need space too.
    for (let n = 0; n < 3; n++) await pool.query('select pg_switch_wal()').catch(() => {});
  }
  const stepClock = (seconds: number) => clock && writeFileSync(clock, `${seconds < 0 ? '' : '+'}${seconds}\n`);
  const unstep = () => stepClock(0);
  const eachWebProxy = (treat: (proxy: FaultyProxy) => void) => () => webProxies.forEach(treat);
  const someDelay = () => DELAY_MS.least + random() * (DELAY_MS.most - DELAY_MS.least);
  const faults: Record<string, [begin: Fault['begin'], end?: Fault['end']]> = {
    'kill -9 of a server': [() => killServers(anyOf(all)), restartServers],
    'kill -9 of a worker': [() => signalWorkers('SIGKILL', anyOf(all))],
    'kill -9 of all servers': [() => killServers(...all), restartServers],
    'a server stands still': [
      () => signalWorkers('SIGSTOP', anyOf(all)),
      () => signalWorkers('SIGCONT', concerned[0] as number),
    ],
    'kill -9 of the database': [killDatabase],
    'kill -9 of a process of the database': [killBackend],
    'kill -9 of a server and the database': [
      () => Promise.all([killDatabase(), killServers(anyOf(all))]),
      () => untilDatabaseAnswers().then(restartServers),
    ],
    'all connections are dropped': [eachWebProxy((proxy) => proxy.drop(1))],
    'half of the connections are dropped': [eachWebProxy((proxy) => proxy.drop(0.5))],
    'connections are delayed': [
      eachWebProxy((proxy) => proxy.delay(someDelay())),
      eachWebProxy((proxy) => proxy.delay(0)),
    ],
    'half of the connections are half-open': [
      eachWebProxy((proxy) => proxy.halfOpen(0.5)),
      eachWebProxy((proxy) => proxy.resetHalfOpen()),
    ],
    'nothing gets through to customers': [eachWebProxy((proxy) => proxy.stop()), eachWebProxy((proxy) => proxy.go())],
    'nothing gets through to the database': [databaseProxy.stop, databaseProxy.go],
    'half of the connections to the database are half-open': [
      () => databaseProxy.halfOpen(0.5),
      databaseProxy.resetHalfOpen,
    ],
    'slow commits': [() => delayCommits(COMMIT_DELAY_MICROSECONDS), () => delayCommits(0)],
    ...(disk ? { 'the disk is full': [fillDisk, disk.free] } : {}),
    ...(clock
      ? {
          [`the database's clock steps forward by ${CLOCK_STEP_SECONDS} s`]: [
            () => stepClock(CLOCK_STEP_SECONDS),
            unstep,
          ],
          [`the database's clock steps back by ${CLOCK_STEP_SECONDS} s`]: [
            () => stepClock(-CLOCK_STEP_SECONDS),
            unstep,
          ],
        }
      : {}),
  };
  return Object.entries(faults).map(([name, [begin, end = () => {}]]) => ({ name, begin, end }));
}
