/**
 * One run of the PostgreSQL server process (the postmaster), and the cleanup of runs whose parent is gone.
 *
 * A small shell, the watchdog, starts the server in a new session. The watchdog's stdin is a pipe from this process. When it
 * closes, because we ask for it or because this process ended in any way, the watchdog shuts PostgreSQL down. A server without
 * a watchdog is found through `postmaster.pid`. It only gets a signal after its command line shows that it is PostgreSQL on
 * this folder. The file itself is never removed: it is PostgreSQL's own lock against a second server.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { constants } from 'node:fs';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { MINIMAL_ENVIRONMENT } from './account.ts';
import type { PostgresBinaries } from './binaries.ts';
import { clusterArgument, type DataFolder } from './data-folder.ts';
import { diskFull, EmbeddedPostgresError } from './errors.ts';

export interface Postmaster {
  /** Resolves when the server accepts connections. Rejects if it exits before. */
  readonly ready: Promise<void>;
  /** Resolves with the reason when the server or its watchdog has exited. */
  readonly ended: Promise<string>;
  stop(): Promise<void>;
}

/** Only part of the socket's name: there is no TCP port. */
export const PORT = 5432;

/** PostgreSQL found traces of an earlier run that is still shutting down. Retry. */
export class StillInUse extends Error {}

/**
 * TERM ends a server that has no signal handlers yet. INT is ignored then, but makes the shutdown fast later on. Together they
 * work at any time.
 */
const WATCHDOG = `
exec 3<&0 </dev/null
"$@" 3<&- >&2 &
postgres=$!
(trap '' HUP INT TERM; read -r line <&3; kill -TERM $postgres; kill -INT $postgres) >/dev/null 2>&1 &
pipe_reader=$!
trap '' HUP INT TERM
exec 3<&-
echo $postgres
exec >/dev/null
wait $postgres
status=$?
kill -KILL $pipe_reader 2>/dev/null
exit $status
`;

/** Durability settings (fsync, synchronous_commit, full_page_writes) keep their default: on. */
const SETTINGS = [
  'listen_addresses=',
  'unix_socket_directories=../run',
  `port=${PORT}`,
  'max_connections=100',
  'jit=off',
  // Parallel workers need /dev/shm, which is small in containers, and small queries gain nothing from them.
  'max_parallel_workers_per_gather=0',
  'max_parallel_maintenance_workers=0',
  'max_logical_replication_workers=0',
  'timezone=UTC',
  'log_timezone=UTC',
  // The application logs failed statements. This log is for the server's own events.
  'log_min_messages=log',
  'log_checkpoints=off',
] as const;

/** A setting without effect. In the command line, it identifies our server. */
const identity = (folder: DataFolder) => `embedded_postgres.cluster=${folder.cluster}`;

const LOG_LIMIT_BYTES = 4 * 1024 * 1024;
const FAST_STOP_MS = 4_000;
const IMMEDIATE_STOP_MS = 1_500;
const ORPHAN_LIMIT_MS = 10_000;
const POLL_MS = 15;

export interface PostmasterRun {
  /** Shown in the titles of PostgreSQL's processes. */
  readonly name: string;
  readonly environment: Readonly<Record<string, string>>;
}

export async function launchPostmaster(
  folder: DataFolder,
  binaries: PostgresBinaries,
  { name, environment }: PostmasterRun,
  unrelatedPid: number | undefined,
): Promise<Postmaster> {
  const log = await openLog(folder);
  const logStart = (await log.stat()).size;
  const settings = [...SETTINGS, `cluster_name=${name}`, sharedBuffers(), identity(folder)];
  const watchdog = spawn(
    '/bin/sh',
    [
      ...['-c', WATCHDOG, 'watchdog', binaries.postgres, '-D', clusterArgument(folder.cluster)],
      ...settings.flatMap((setting) => ['-c', setting]),
    ],
    {
      cwd: folder.cluster,
      detached: true,
      stdio: ['pipe', 'pipe', log.fd],
      env: {
        ...MINIMAL_ENVIRONMENT,
        ...environment,
        // Tells PostgreSQL that the live process in its lock file is not a server.
        ...(unrelatedPid !== undefined && { PG_GRANDPARENT_PID: String(unrelatedPid) }),
      },
      ...folder.account,
    },
  );
  const ended = endOf(watchdog);
  const pid = pidFrom(watchdog);
  await log.close();
  const ready = waitUntilReady(folder, pid, ended, logStart);
  ready.catch(() => {});
  return {
    ready,
    ended,
    async stop() {
      watchdog.stdin?.destroy();
      if (await endsWithin(ended, FAST_STOP_MS)) return;
      signal(await pid, 'SIGQUIT');
      if (await endsWithin(ended, IMMEDIATE_STOP_MS)) return;
      signal(await pid, 'SIGKILL');
      watchdog.kill('SIGKILL');
      await endsWithin(ended, 500);
    },
  };
}

/**
 * Stops a server that an earlier run left behind. If the pid in the lock file now belongs to an unrelated process, as happens
 * in containers, where pids repeat, returns that pid.
 */
export async function endOrphan(folder: DataFolder): Promise<number | undefined> {
  const pid = (await readLockFile(folder))?.pid;
  if (pid === undefined || !isAlive(pid)) return undefined;
  if ((await kindOf(pid, folder)) === 'unrelated') return pid;

  const started = Date.now();
  for (let waited = 0; isAlive(pid) && (await kindOf(pid, folder)) === 'ours'; waited = Date.now() - started) {
    if (waited > ORPHAN_LIMIT_MS)
      throw new EmbeddedPostgresError(
        `PostgreSQL (process ${pid}) still uses ${folder.path} and does not stop. Kill that process, then try again.`,
      );
    signal(pid, waited < FAST_STOP_MS ? 'SIGINT' : waited < 2 * FAST_STOP_MS ? 'SIGQUIT' : 'SIGKILL');
    await pause(100);
  }
  return undefined;
}

/** An eighth of the available memory, within bounds that suit a small container and one busy application. */
function sharedBuffers(): string {
  const limit = Math.min(os.totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  const megabytes = Math.max(16, Math.min(256, Math.floor(limit / 8 / 1024 / 1024)));
  return `shared_buffers=${megabytes}MB`;
}

async function openLog(folder: DataFolder) {
  const size = await fs.stat(folder.log).then(
    (stat) => stat.size,
    () => 0,
  );
  if (size > LOG_LIMIT_BYTES) await fs.rename(folder.log, `${folder.log}.1`);
  const log = await fs.open(
    folder.log,
    constants.O_CREAT | constants.O_APPEND | constants.O_RDWR | constants.O_NOFOLLOW,
    0o600,
  );
  if (folder.account) await log.chown(folder.account.uid, folder.account.gid);
  return log;
}

function endOf(watchdog: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    watchdog.stdin?.on('error', () => {});
    watchdog.on('error', (error) => resolve(error.message));
    watchdog.on('exit', (code, killedBy) => {
      watchdog.stdin?.destroy();
      resolve(killedBy ? `its watchdog was ended by ${killedBy}` : `it exited with status ${code}`);
    });
  });
}

/** Reads PostgreSQL's pid, the watchdog's first line. Undefined if the watchdog exits before. */
function pidFrom(watchdog: ChildProcess): Promise<number | undefined> {
  return new Promise((resolve) => {
    watchdog.stdout?.once('data', (chunk) => resolve(Number(chunk)));
    watchdog.stdout?.once('close', () => resolve(undefined));
  });
}

async function waitUntilReady(
  folder: DataFolder,
  pid: Promise<number | undefined>,
  ended: Promise<string>,
  logStart: number,
) {
  let reason: string | undefined;
  ended.then((why) => {
    reason = why;
  });
  const ownPid = await pid;
  while (reason === undefined) {
    const lock = await readLockFile(folder);
    if (lock?.ready && lock.pid === ownPid) return;
    await pause(POLL_MS);
  }
  throw explainFailure(folder, await logSince(folder, logStart), reason);
}

function explainFailure(folder: DataFolder, log: string, reason: string): Error {
  if (/No space left on device/.test(log)) return diskFull(folder.path);
  if (/lock file ".*" already exists|pre-existing shared memory block/.test(log)) return new StillInUse(log);
  if (/database files are incompatible|initialized by PostgreSQL version/.test(log))
    return new EmbeddedPostgresError(
      `Another version of PostgreSQL created the database in ${folder.path}. Go back to the version that created it, or use another data folder.`,
      'folder',
    );
  if (/Cannot allocate memory|could not map anonymous shared memory/.test(log))
    return new EmbeddedPostgresError('Not enough memory to start PostgreSQL. Free some, or raise the limit.');
  const cause = log.match(/(?:FATAL|PANIC):\s+(.*)/)?.[1] ?? reason;
  return new EmbeddedPostgresError(`PostgreSQL did not start: ${cause}. See ${folder.log}.`);
}

async function logSince(folder: DataFolder, start: number): Promise<string> {
  const whole = await fs.readFile(folder.log).catch(() => Buffer.alloc(0));
  return whole.subarray(start).toString('utf8');
}

async function readLockFile(folder: DataFolder) {
  const text = await fs.readFile(path.join(folder.cluster, 'postmaster.pid'), 'utf8').catch(() => '');
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

async function kindOf(pid: number, folder: DataFolder): Promise<'ours' | 'another server' | 'unrelated'> {
  const line = await commandLine(pid);
  if (!line.includes('/postgres -D ')) return 'unrelated';
  return line.includes(` ${identity(folder)} `) ? 'ours' : 'another server';
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
    // It has already exited.
  }
}

function endsWithin(ended: Promise<string>, limitMs: number): Promise<boolean> {
  const limit = new AbortController();
  const late = pause(limitMs, false, { signal: limit.signal }).catch(() => false);
  return Promise.race([ended.then(() => true), late]).finally(() => limit.abort());
}
