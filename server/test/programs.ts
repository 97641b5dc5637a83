/**
 * Runs this machine's programs for tests and drills, each with a log in its folder, and fills in the files of deploy/cluster for
 * them. As root they run as `nobody`, because PostgreSQL and PgBouncer refuse to run as root.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const LOG_LINES = 15;
const POLL_MS = 50;
const START_LIMIT_MS = 60_000;
/** Below the range that the system uses for outgoing connections. */
const PORTS = { first: 15_000, count: 15_000 };

const account = process.getuid?.() === 0 ? accountNobody() : undefined;

function accountNobody(): { uid: number; gid: number } {
  const [, , uid, gid] = /^nobody:.*$/m.exec(readFileSync('/etc/passwd', 'utf8'))?.[0].split(':') ?? [];
  return { uid: Number(uid ?? 65_534), gid: Number(gid ?? 65_534) };
}

/** Changes the owner to the account of the programs. */
export function give(path: string): void {
  if (account) chownSync(path, account.uid, account.gid);
}

/** Creates a temporary folder that belongs to the account of the programs. */
export function makeFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `moviebooking-${name}-`));
  give(folder);
  return folder;
}

export function makeFolderIn(parent: string, name: string): string {
  const folder = join(parent, name);
  mkdirSync(folder, { mode: 0o700 });
  give(folder);
  return folder;
}

export type Values = Record<string, string | number>;

/** Returns a file of deploy/cluster with its `${…}` filled in. */
export function fillIn(file: string, values: Values): string {
  const template = readFileSync(new URL(`../../deploy/cluster/${file}`, import.meta.url), 'utf8');
  return template.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`deploy/cluster/${file} needs ${name}`);
    return String(value);
  });
}

/** Returns its path. */
export function writeFilledIn(folder: string, file: string, values: Values): string {
  const path = join(folder, file);
  writeFileSync(path, fillIn(file, values), { mode: 0o600 });
  give(path);
  return path;
}

export interface Program {
  readonly pid: number;
  readonly isRunning: () => boolean;
  /** Kills it with kill -9. */
  kill(): Promise<void>;
  /** The last lines of its log. */
  log(): string;
}

interface ProgramOptions {
  folder: string;
  name: string;
  environment?: Record<string, string>;
}

export function startProgram(
  command: string,
  args: string[],
  { folder, name, environment = {} }: ProgramOptions,
): Program {
  const file = join(folder, `${name}.log`);
  const output = openSync(file, 'a', 0o600);
  const { PATH = '', LANG = 'C.UTF-8' } = process.env;
  const child: ChildProcess = spawn(command, args, {
    ...account,
    cwd: folder,
    env: { PATH, LANG, HOME: folder, ...environment },
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  const ended = once(child, 'exit').catch(() => {});
  return {
    pid: child.pid ?? 0,
    isRunning: () => child.pid !== undefined && child.exitCode === null && child.signalCode === null,
    async kill() {
      child.kill('SIGKILL');
      if (child.pid !== undefined) await ended;
    },
    log: () => readFileSync(file, 'utf8').trim().split('\n').slice(-LOG_LINES).join('\n'),
  };
}

/** Yields unused ports of 127.0.0.1, each once. */
export async function* freePorts(): AsyncGenerator<number, never> {
  const given = new Set<number>();
  for (;;) {
    const port = PORTS.first + Math.floor(Math.random() * PORTS.count);
    if (given.has(port)) continue;
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    server.close();
    if (!isFree) continue;
    given.add(port);
    yield port;
  }
}

/** Waits until the port accepts connections. */
export async function untilListening(port: number, program: Program): Promise<void> {
  const until = performance.now() + START_LIMIT_MS;
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const isThere = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isThere) return;
    if (!program.isRunning() || performance.now() > until)
      throw new Error(`A program did not start:\n${program.log()}`);
    await pause(POLL_MS);
  }
}
