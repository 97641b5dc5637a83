/** Starts the real server on a fresh data folder with the demo house, as `npm start` would, for all browser tests. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    site: string;
  }
}

const main = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url));

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'moviebooking-e2e-'));
  const server = spawn(process.execPath, [main], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1', RATE_LIMIT: 'off', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  }) as ChildProcessByStdio<null, Readable, null>;
  const closed = once(server, 'exit');
  const stop = async () => {
    server.kill('SIGTERM');
    await closed;
    await rm(dataDir, { recursive: true, force: true });
  };
  for await (const line of createInterface({ input: server.stdout })) {
    const address = /open at (http:\S+)/.exec(line)?.[1];
    if (!address) continue;
    project.provide('site', address);
    return stop;
  }
  await stop();
  throw new Error('The server did not start.');
}
