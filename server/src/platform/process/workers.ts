/**
 * The primary: starts the workers that serve, replaces one that has exited, and stops them all. It handles no requests, so load
 * cannot crash it.
 */
import cluster, { type Worker } from 'node:cluster';
import { on, once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { StartError } from '../errors/start-error.ts';

/** Only Linux spreads the connections of one port over the sockets of several processes. */
export const CAN_SHARE_PORT = process.platform === 'linux';

const LONGEST_PAUSE_MS = 5000;
/** Up to this many exits within a minute are replaced; one more ends the server. */
const MOST_EXITS = 10;
const EXITS_WITHIN_MS = 60_000;
/** A little more than a worker gives itself to finish its requests. */
const STOP_LIMIT_MS = 10_000;

export interface WorkerIdentity {
  /** Never given to another process of this server. */
  id: number;
  /** Where the workers find each other; nobody else may enter it. */
  folder: string;
}

export interface Workers {
  port: number;
  stop(): Promise<void>;
}

interface Options {
  warn: (problem: string) => void;
  /** Called once workers exit too often to be replaced; those that are left still run. */
  giveUp: (reason: string) => void;
}

/** Of a worker that is not the only one. */
export function ownIdentity(): WorkerIdentity | undefined {
  const [folder] = process.argv.slice(2);
  if (!cluster.worker || !folder) return undefined;
  process.once('exit', () => {
    const isPrimaryGone = !process.connected;
    if (isPrimaryGone) rmSync(folder, { recursive: true, force: true });
  });
  return { id: cluster.worker.id, folder };
}

/** Tells the process that started this one that it serves: a worker its primary, the primary `npm run dev`. */
export function reportServing(port: number): void {
  if (process.connected) process.send?.({ port });
}

/** Undefined if it exits before it serves. */
async function portOf(worker: Worker): Promise<number | undefined> {
  for await (const [message] of on(worker, 'message', { close: ['exit'] })) if (message.port) return message.port;
  return undefined;
}

/** Resolves when all of them serve. Fails with an empty message if a worker has said itself why it could not. */
export async function startWorkers(count: number, { warn, giveUp }: Options): Promise<Workers> {
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
      // Nobody listens on it any more: PORT=0 would now find another one.
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
      throw new StartError(wasKilled ? `${how} ended process ${worker.process.pid} before it could serve.` : '');
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
    // The first one alone: what keeps it from starting is said once.
    const port = await startOne();
    await Promise.all(Array.from({ length: count - 1 }, startOne));
    return { port, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
