/** The real server as a process of its own. It ends with the test process at the latest. */
import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));

export interface RunningServer {
  readonly process: ChildProcess;
  readonly url: string;
  /** What it has printed so far. */
  readonly printed: () => string;
  /** Resolves with the exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>;
}

export async function startServer(variables: Record<string, string>): Promise<RunningServer> {
  const child = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      ...{ PORT: '0', HOST: '127.0.0.1', RATE_LIMIT: 'off', LOG_LEVEL: 'error' },
      TICKET_SECRET: 'a secret of tickets that only tests know',
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
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
    return { process: child, url: url.replace('localhost', '127.0.0.1'), printed: () => stdout, ended };
  }
  throw new Error(`The server ended with ${await ended}: ${stderr}`);
}
