/**
 * One run of the PostgreSQL server process, and the end of runs that nobody looks after any more.
 *
 * The server is started by a small shell, its guard, in a session of its own. The guard's standard input is a pipe from this
 * process: when that closes, because we ask for it or because we died in whatever way, the guard shuts PostgreSQL down.
 * A server without a guard is found through `postmaster.pid` and gets a signal only after its command line has shown that it is
 * PostgreSQL on this very folder. The file itself is never removed: it is PostgreSQL's own lock against a second server.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { constants } from 'node:fs';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { PostgresBinaries } from './embedded-postgres-binaries.ts';
import { clusterArgument, diskFull, MINIMAL_ENVIRONMENT, type PostgresHome } from './embedded-postgres-home.ts';
import { StartError } from './start-error.ts';

export interface Postmaster {
  /** Resolves when it accepts connections, rejects when it ends before that. */
  readonly ready: Promise<void>;
  /** Resolves with the reason when the server or its guard has ended. */
  readonly ended: Promise<string>;
  stop(): Promise<void>;
}

/** Only names the socket: there is no TCP port. */
export const PORT = 5432;

/** PostgreSQL found traces of an earlier run that is just ending: worth another try. */
export class StillInUse extends Error {}

/**
 * TERM ends a server that has no signal handlers yet, INT is ignored there but makes the shutdown fast later on:
 * together they work at every moment.
 */
const GUARD = `
exec 3<&0 </dev/null
"$@" 3<&- >&2 &
postgres=$!
(trap '' HUP INT TERM; read -r line <&3; kill -TERM $postgres; kill -INT $postgres) >/dev/null 2>&1 &
lifeline=$!
trap '' HUP INT TERM
exec 3<&-
echo $postgres
exec >/dev/null
wait $postgres
status=$?
kill -KILL $lifeline 2>/dev/null
exit $status
`;

/** Durability (fsync, synchronous_commit, full_page_writes) stays as PostgreSQL has it: on. */
const SETTINGS = [
  'listen_addresses=',
  'unix_socket_directories=../run',
  `port=${PORT}`,
  'cluster_name=moviebooking',
  'max_connections=100',
  'jit=off',
  // Parallel workers need /dev/shm, of which containers have little, and gain nothing on queries this small.
  'max_parallel_workers_per_gather=0',
  'max_parallel_maintenance_workers=0',
  'max_logical_replication_workers=0',
  'timezone=UTC',
  'log_timezone=UTC',
  // The application logs the statements that fail; here stand only the server's own events.
  'log_min_messages=log',
  'log_checkpoints=off',
] as const;

const identity = (home: PostgresHome) => `moviebooking.folder=${home.cluster}`;

const LOG_LIMIT_BYTES = 4 * 1024 * 1024;
const FAST_STOP_MS = 4_000;
const IMMEDIATE_STOP_MS = 1_500;
const ORPHAN_LIMIT_MS = 10_000;
const POLL_MS = 15;

export async function launchPostmaster(
  home: PostgresHome,
  binaries: PostgresBinaries,
  unrelatedPid: number | undefined,
): Promise<Postmaster> {
  const log = await openLog(home);
  const logStart = (await log.stat()).size;
  const settings = [...SETTINGS, sharedBuffers(), identity(home)].flatMap((setting) => ['-c', setting]);
  const guard = spawn(
    '/bin/sh',
    ['-c', GUARD, 'guard', binaries.postgres, '-D', clusterArgument(home.cluster), ...settings],
    {
      cwd: home.cluster,
      detached: true,
      stdio: ['pipe', 'pipe', log.fd],
      env: {
        ...MINIMAL_ENVIRONMENT,
        // PostgreSQL's own way to be told that a pid in its lock file, though alive, is not a server.
        ...(unrelatedPid !== undefined && { PG_GRANDPARENT_PID: String(unrelatedPid) }),
      },
      ...home.account,
    },
  );
  const ended = endOf(guard);
  const pid = pidFrom(guard);
  await log.close();
  const ready = waitUntilReady(home, pid, ended, logStart);
  ready.catch(() => {});
  return {
    ready,
    ended,
    async stop() {
      guard.stdin?.destroy();
      if (await endsWithin(ended, FAST_STOP_MS)) return;
      signal(await pid, 'SIGQUIT');
      if (await endsWithin(ended, IMMEDIATE_STOP_MS)) return;
      signal(await pid, 'SIGKILL');
      guard.kill('SIGKILL');
      await endsWithin(ended, 500);
    },
  };
}

/**
 * Ends a server that an earlier run left on the folder. Gives the pid in the lock file when that is alive but something
 * else by now, as happens in containers, where pids repeat.
 */
export async function endOrphan(home: PostgresHome): Promise<number | undefined> {
  const pid = (await readLockFile(home))?.pid;
  if (pid === undefined || !isAlive(pid)) return undefined;
  if ((await kindOf(pid, home)) === 'unrelated') return pid;

  const started = Date.now();
  for (let waited = 0; isAlive(pid) && (await kindOf(pid, home)) === 'ours'; waited = Date.now() - started) {
    if (waited > ORPHAN_LIMIT_MS)
      throw new StartError(
        `PostgreSQL (process ${pid}) still uses ${home.dataDir} and does not stop. End that process.`,
      );
    signal(pid, waited < FAST_STOP_MS ? 'SIGINT' : waited < 2 * FAST_STOP_MS ? 'SIGQUIT' : 'SIGKILL');
    await pause(100);
  }
  return undefined;
}

/** An eighth of the memory we may use, within bounds: starts in a small container, suffices for a busy house. */
function sharedBuffers(): string {
  const limit = Math.min(os.totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  const megabytes = Math.max(16, Math.min(256, Math.floor(limit / 8 / 1024 / 1024)));
  return `shared_buffers=${megabytes}MB`;
}

async function openLog(home: PostgresHome) {
  const size = await fs.stat(home.log).then(
    (stat) => stat.size,
    () => 0,
  );
  if (size > LOG_LIMIT_BYTES) await fs.rename(home.log, `${home.log}.1`);
  const log = await fs.open(
    home.log,
    constants.O_CREAT | constants.O_APPEND | constants.O_RDWR | constants.O_NOFOLLOW,
    0o600,
  );
  if (home.account) await log.chown(home.account.uid, home.account.gid);
  return log;
}

function endOf(guard: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    guard.stdin?.on('error', () => {});
    guard.on('error', (error) => resolve(error.message));
    guard.on('exit', (code, killedBy) => {
      guard.stdin?.destroy();
      resolve(killedBy ? `its guard was ended by ${killedBy}` : `it ended with status ${code}`);
    });
  });
}

/** The guard's first line: the pid of PostgreSQL. Undefined when it ends without one. */
function pidFrom(guard: ChildProcess): Promise<number | undefined> {
  return new Promise((resolve) => {
    guard.stdout?.once('data', (chunk) => resolve(Number(chunk)));
    guard.stdout?.once('close', () => resolve(undefined));
  });
}

async function waitUntilReady(
  home: PostgresHome,
  pid: Promise<number | undefined>,
  ended: Promise<string>,
  logStart: number,
) {
  let over: string | undefined;
  ended.then((reason) => {
    over = reason;
  });
  const own = await pid;
  while (over === undefined) {
    const lock = await readLockFile(home);
    if (lock?.ready && lock.pid === own) return;
    await pause(POLL_MS);
  }
  throw explainFailure(home, await logSince(home, logStart), over);
}

function explainFailure(home: PostgresHome, log: string, reason: string): Error {
  if (/No space left on device/.test(log)) return diskFull(home.dataDir);
  if (/lock file ".*" already exists|pre-existing shared memory block/.test(log)) return new StillInUse(log);
  if (/database files are incompatible|initialized by PostgreSQL version/.test(log))
    return new StartError(
      `The database in ${home.dataDir} was made by another version of PostgreSQL. Set DATA_DIR to another folder, or go back to the version of MovieBooking that made it.`,
    );
  if (/Cannot allocate memory|could not map anonymous shared memory/.test(log))
    return new StartError('There is not enough memory to start PostgreSQL. Free some, or raise the limit.');
  const cause = log.match(/(?:FATAL|PANIC):\s+(.*)/)?.[1] ?? reason;
  return new StartError(`PostgreSQL did not start: ${cause}. See ${home.log}.`);
}

async function logSince(home: PostgresHome, start: number): Promise<string> {
  const whole = await fs.readFile(home.log).catch(() => Buffer.alloc(0));
  return whole.subarray(start).toString('utf8');
}

async function readLockFile(home: PostgresHome) {
  const text = await fs.readFile(path.join(home.cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  return Number.isInteger(pid) && pid > 1 ? { pid, ready: lines[7]?.trim() === 'ready' } : undefined;
}

async function commandLine(pid: number): Promise<string> {
  if (process.platform === 'linux')
    return fs.readFile(`/proc/${pid}/cmdline`, 'utf8').then(
      (text) => text.replaceAll('\0', ' '),
      () => '',
    );
  const result = await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  return `${result.stdout.trim()} `;
}

async function kindOf(pid: number, home: PostgresHome): Promise<'ours' | 'another server' | 'unrelated'> {
  const line = await commandLine(pid);
  if (!line.includes('/postgres -D ')) return 'unrelated';
  return line.includes(` ${identity(home)} `) ? 'ours' : 'another server';
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function signal(pid: number | undefined, name: NodeJS.Signals) {
  try {
    if (pid !== undefined) process.kill(pid, name);
  } catch {
    // It ended in the meantime.
  }
}

function endsWithin(ended: Promise<string>, limitMs: number): Promise<boolean> {
  const limit = new AbortController();
  const late = pause(limitMs, false, { signal: limit.signal }).catch(() => false);
  return Promise.race([ended.then(() => true), late]).finally(() => limit.abort());
}
