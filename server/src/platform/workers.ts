/**
 * The first process of a server with several (WORKERS): it starts the others, hands each new connection to the next of them,
 * starts another when one has ended, and stops them all. It serves nothing itself, so that it stays out of trouble.
 */
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { StartError } from './start-error.ts';

const LONGEST_PAUSE_MS = 5000;
/** One that lived so long has not failed at its start. */
const LIVED_MS = 10_000;

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

/** In a process that `startWorkers` has started. */
export function ownIdentity(): WorkerIdentity | undefined {
  const [folder] = process.argv.slice(2);
  if (!cluster.worker || !folder) return undefined;
  process.once('exit', () => {
    const isFirstProcessGone = !process.connected;
    if (isFirstProcessGone) rmSync(folder, { recursive: true, force: true });
  });
  return { id: cluster.worker.id, folder };
}

/** Resolves when all of them serve. */
export async function startWorkers(count: number, warn: (problem: string) => void): Promise<Workers> {
  const folder = mkdtempSync(join(tmpdir(), 'moviebooking-workers-'));
  cluster.setupPrimary({ args: [folder] });
  const stopping = new AbortController();
  const running = new Set<Worker>();

  function fork(): Worker {
    const worker = cluster.fork();
    running.add(worker);
    worker.once('exit', () => running.delete(worker));
    return worker;
  }

  async function startOne(): Promise<number> {
    const worker = fork();
    const failed = once(worker, 'exit').then(() => {
      throw new StartError(`Process ${worker.process.pid} ended before it could serve; its messages above say why.`);
    });
    const [address] = await Promise.race([once(worker, 'listening'), failed]);
    failed.catch(() => {});
    void keepOne(worker);
    return address.port;
  }

  async function keepOne(worker: Worker): Promise<void> {
    for (let current = worker, failures = 0; ; ) {
      const since = performance.now();
      const [code, signal] = await once(current, 'exit');
      if (stopping.signal.aborted) return;
      warn(`Process ${current.process.pid} ended (${signal ?? `status ${code}`}). Another one takes its place.`);
      failures = performance.now() - since > LIVED_MS ? 0 : failures + 1;
      const pauseMs = failures > 1 ? Math.min(LONGEST_PAUSE_MS, 100 * 2 ** failures) : 0;
      await pause(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return;
      current = fork();
    }
  }

  async function stop(): Promise<void> {
    stopping.abort();
    await Promise.all(
      [...running].map(async (worker) => {
        const ended = once(worker, 'exit');
        worker.process.kill('SIGTERM');
        await ended;
      }),
    );
    rmSync(folder, { recursive: true, force: true });
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
