/**
 * Gives memory back after a rush. V8 collects garbage when it needs room, and in a quiet hour it needs none: a server would keep
 * for hours what a minute of load took. So when memory has grown and there is little to do V8 is asked to collect, and once more
 * a while later, when it lets go of the pages that the first time left empty. Load in between makes it begin again: memory
 * taken by it must not count as what the process needs.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { utilizationSinceLast } from '../observability/utilization.ts';
import { repeat } from './repeat.ts';

const LOOK_EVERY_MS = 10_000;
/** The share of the time in which the process has something to do. */
const QUIET = 0.1;
const WORTH_IT_BYTES = 32 * 1024 * 1024;
const COLLECTIONS = 2;
/** So much garbage beside what is in use before V8 collects. Left alone it lets the heap grow fourfold in a flood. */
const GROWTH_PERCENT = 50;

function openCollector(): () => void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: object) => void;
  // V8's last resort also gives back the pages that it keeps for later.
  return () => collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

export function releaseMemoryWhenQuiet({
  lookEveryMs = LOOK_EVERY_MS,
  utilization = utilizationSinceLast(),
  residentBytes = process.memoryUsage.rss,
  collect = openCollector(),
} = {}): { stop(): Promise<void> } {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
  // V8 takes what a rush of requests leaves for long-lived and puts it where it is collected seldom, with all it refers to.
  setFlagsFromString('--no-allocation-site-pretenuring');
  let small = residentBytes();
  let collectionsDue = 0;

  function look(): void {
    if (utilization() > QUIET) {
      collectionsDue = 0;
      return;
    }
    const now = residentBytes();
    small = Math.min(small, now);
    if (now > small + WORTH_IT_BYTES) collectionsDue ||= COLLECTIONS;
    if (collectionsDue === 0) return;
    collect();
    collectionsDue -= 1;
    if (collectionsDue === 0) small = residentBytes();
  }

  // A failed collection only costs memory, and the next one may succeed.
  return { stop: repeat(lookEveryMs, look, () => {}) };
}
