/** Runs the real server with its own data folder, as `npm start` does. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Site } from './api.ts';

const main = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url));

export interface Server extends Site {
  /** Restarts it at the same address with the same data. */
  restart(whileDown?: () => Promise<void>): Promise<void>;
  /** Stops it and deletes its data. */
  stop(): Promise<void>;
}

export async function startServer(settings: Record<string, string> = {}): Promise<Server> {
  const dataDir = await mkdtemp(join(tmpdir(), 'moviebooking-e2e-'));
  const removeData = () => rm(dataDir, { recursive: true, force: true });
  let run = await open(dataDir, { PORT: '0', ...settings }).catch(async (error) => {
    await removeData();
    throw error;
  });
  return {
    address: run.address,
    dataDir,
    async restart(whileDown) {
      await run.close();
      await whileDown?.();
      run = await open(dataDir, { ...settings, PORT: new URL(run.address).port });
    },
    async stop() {
      await run.close();
      await removeData();
    },
  };
}

async function open(dataDir: string, settings: Record<string, string>) {
  const child = spawn(process.execPath, [main], {
    env: { ...process.env, DATA_DIR: dataDir, HOST: '127.0.0.1', RATE_LIMIT: 'off', LOG_LEVEL: 'warn', ...settings },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  }) as ChildProcessByStdio<null, Readable, null>;
  const closed = once(child, 'exit');
  const close = async () => {
    child.kill('SIGTERM');
    await closed;
  };
  const address = await new Promise<string | undefined>((resolve) => {
    const lines = createInterface({ input: child.stdout });
    lines.on('line', (line) => {
      const found = /open at (http:\S+)/.exec(line)?.[1];
      if (found) resolve(found);
      const isProblem = line.startsWith('{');
      if (isProblem) process.stderr.write(`${line}\n`);
    });
    lines.on('close', () => resolve(undefined));
  });
  if (address) return { address, close };
  await close();
  throw new Error('The server did not start.');
}
