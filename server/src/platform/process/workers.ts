/**
 * The primary: starts the workers, replaces any that exit, and stops them all. It handles no requests, so load cannot crash it.
 */
import cluster, { type Worker } from 'node:cluster';
import { on, once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { StartError } from '../errors/start-error.ts';

/** Only Linux distributes the connections to one port over the sockets of several processes. */
export const CAN_SHARE_PORT = process.platform === 'linux';

const LONGEST_PAUSE_MS = 5000;
/** After more exits than this within a minute, the server gives up. */
const MOST_EXITS = 10;
const EXITS_WITHIN_MS = 60_000;
/** Slightly longer than a worker takes at most to finish its requests. */
const STOP_LIMIT_MS = 10_000;

export interface WorkerIdentity {
  /** Never reused by another process of this server. */
  id: number;
  /** A private folder where the workers find each other. */
  folder: string;
}

interface Options {
  warn: (problem: string) => void;
  /** Called when workers exit too often. The remaining ones are still running. */
  giveUp: (reason: string) => void;
}

/** Undefined in the primary and in the only worker. */
export function ownIdentity(): WorkerIdentity | undefined {
  const [folder] = process.argv.slice(2);
  if (!cluster.worker || !folder) return undefined;
  process.once('exit', () => {
    const isPrimaryGone = !process.connected;
    if (isPrimaryGone) rmSync(folder, { recursive: true, force: true });
  });
  return { id: cluster.worker.id, folder };
}

/** Tells the parent process that this one is serving: a worker tells its primary, the primary `npm run dev`. */
export function reportServing(port: number): void {
  if (process.connected) process.send?.({ port });
}

/** Undefined if the worker exits before it serves. */
async function portOf(worker: Worker): Promise<number | undefined> {
  for await (const [message] of on(worker, 'message', { close: ['exit'] })) if (message.port) return message.port;
  return undefined;
}

/** Resolves when all workers serve. Throws a StartError, with an empty message if a worker has already logged the reason. */
export async function startWorkers(count: number, { warn, giveUp }: Options) {
  const folder = count > 1 ? mkdtempSync(join(tmpdir(), 'moviebooking-workers-')) : undefined;
  cluster.setupPrimary({ args: folder ? [folder] : [] });
  const stopping = new AbortController();
  const running = new Set<ReturnType<typeof fork>>();
  let knownPort: number | undefined;
  let environment = {};
  let exits: number[] = [];

  function fork() {
    const worker = cluster.fork(environment);
    const exited = once(worker, 'exit').then(
      ([code, signal]) => signal ?? `status ${code}`,
      (error: Error) => error.message,
    );
    const started = { process: worker.process, port: portOf(worker), exited };
    running.add(started);
    void exited.then(() => {
      running.delete(started);
      // No worker listens any more, so with PORT=0 the next would get another port.
      if (running.size === 0 && knownPort) environment = { PORT: String(knownPort) };
    });
    return started;
  }

  async function startOne(): Promise<number> {
    const worker = fork();
    const port = await worker.port;
    if (!port) {
      const how = await worker.exited;
      const wasKilled = how.startsWith('SIG');
      throw new StartError(
        wasKilled ? `Process ${worker.process.pid} was ended by ${how} before it could serve requests.` : '',
      );
    }
    knownPort = port;
    if (CAN_SHARE_PORT) environment = { PORT: String(port) };
    void keepOne(worker);
    return port;
  }

  async function keepOne(first: ReturnType<typeof fork>): Promise<void> {
    for (let worker = first, failedStarts = 0; ; worker = fork()) {
      const how = await worker.exited;
      if (stopping.signal.aborted) return;
      const now = performance.now();
      exits = [...exits.filter((at) => now - at < EXITS_WITHIN_MS), now];
      const isHopeless = exits.length > MOST_EXITS;
      warn(`Worker ${worker.process.pid} exited (${how}).${isHopeless ? '' : ' Starting another one.'}`);
      if (isHopeless)
        return giveUp(
          `The server process exited more than ${MOST_EXITS} times within a minute; giving up. The last error is above.`,
        );
      failedStarts = (await worker.port) ? 0 : failedStarts + 1;
      const pauseMs = failedStarts > 0 ? Math.min(LONGEST_PAUSE_MS, 100 * 2 ** failedStarts) : 0;
      await pause(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return;
    }
  }

  async function stop(): Promise<void> {
    stopping.abort();
    await Promise.all(
      [...running].map(async ({ process, exited }) => {
        process.kill('SIGTERM');
        const killing = setTimeout(() => process.kill('SIGKILL'), STOP_LIMIT_MS);
        await exited;
        clearTimeout(killing);
      }),
    );
    if (folder) rmSync(folder, { recursive: true, force: true });
  }

  try {
    // Start the first one alone, so that an error is reported once.
    const port = await startOne();
    await Promise.all(Array.from({ length: count - 1 }, startOne));
    return { port, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
