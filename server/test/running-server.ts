/** Runs the real server as a separate process, which ends with the test process at the latest. */
import { type ChildProcess, type ChildProcessByStdio, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));

export interface RunningServer {
  /** The primary. Killing it ends its workers too. */
  readonly process: ChildProcess;
  readonly url: string;
  /** The output so far. */
  readonly printed: () => string;
  readonly complained: () => string;
  /** Resolves with the exit code or the signal. */
  readonly ended: Promise<number | string>;
}

interface Options {
  /** Runs it in a new process group, which can get a signal as from a terminal. */
  detached?: boolean;
  /** The main file of another version. */
  program?: string;
}

export async function startServer(
  variables: Record<string, string>,
  { detached = false, program = main }: Options = {},
): Promise<RunningServer> {
  const child = spawn(process.execPath, [program], {
    env: {
      ...process.env,
      ...{ PORT: '0', HOST: '127.0.0.1', RATE_LIMIT: 'off', LOG_LEVEL: 'error' },
      TICKET_SECRET: 'a secret of tickets that only tests know',
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached,
  }) as ChildProcessByStdio<null, Readable, Readable>;
  const ended = once(child, 'exit').then(([code, signal]) => code ?? signal);
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /open at (http:\S+)/.exec(line)?.[1];
    if (!url) continue;
    child.stdout.resume();
    return {
      ...{ process: child, url: url.replace('localhost', '127.0.0.1'), ended },
      ...{ printed: () => stdout, complained: () => stderr },
    };
  }
  throw new Error(`The server ended with ${await ended}: ${stderr}`);
}

/** Returns the pids of the workers. */
export async function workersOf({ process: { pid } }: RunningServer): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,args=']);
  return stdout.split('\n').flatMap((line) => {
    const [own, parent, ...command] = line.trim().split(/\s+/);
    return Number(parent) === pid && command.includes(main) ? Number(own) : [];
  });
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
