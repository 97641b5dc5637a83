/** Runs a benchmark or drill to its end: closes what it opened, even after an error or when it is asked to stop, and exits. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const SHOWN_FAULTS = 20;

export interface Around {
  /** Aborts on Ctrl-C, a signal, or the exit of the parent process. */
  stopping: AbortSignal;
  wait(milliseconds: number): Promise<void>;
  /** In reverse order. */
  closeAtEnd(close: () => unknown): void;
  makeFolder(name: string): Promise<string>;
}

export async function runAndExit(work: (around: Around) => Promise<unknown>): Promise<never> {
  const stopping = new AbortController();
  const stop = () => stopping.abort(new Error('Stopped.'));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) process.on(signal as 'SIGINT', stop);
  const closes: (() => unknown)[] = [];
  const closeAtEnd = (close: () => unknown) => void closes.push(close);
  try {
    await work({
      ...{ stopping: stopping.signal, closeAtEnd },
      wait: (milliseconds) => pause(milliseconds, undefined, { signal: stopping.signal }),
      async makeFolder(name) {
        const folder = await mkdtemp(join(tmpdir(), `moviebooking-${name}-`));
        closeAtEnd(() => rm(folder, { recursive: true, force: true }));
        return folder;
      },
    });
  } catch (error) {
    process.exitCode = stopping.signal.aborted ? 130 : 1;
    if (!stopping.signal.aborted) console.error(error);
  }
  for (const close of closes.toReversed()) await close();
  process.exit();
}

export function printFaults(faults: string[], atMost = SHOWN_FAULTS): void {
  for (const fault of faults.slice(0, atMost)) console.log(`  ${fault}`);
  if (faults.length > 0) process.exitCode = 1;
}
