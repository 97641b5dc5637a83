/**
 * Returns memory to the system after a load peak. V8 only collects garbage when it needs room, so an idle server would keep the
 * memory of a busy minute for hours. When memory has grown and the process is idle, we trigger a collection, and another one
 * later, which releases pages that the first one emptied. Load in between restarts this, so that its memory is not mistaken
 * for what the process needs.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { utilizationSinceLast } from '../observability/utilization.ts';
import { repeat } from './repeat.ts';

const CHECK_EVERY_MS = 10_000;
/** The event loop utilization below which the process counts as idle. */
const QUIET = 0.1;
const WORTH_IT_BYTES = 32 * 1024 * 1024;
const COLLECTIONS = 2;
/** How far the heap may grow before V8 collects. By default V8 lets it grow fourfold in a flood. */
const GROWTH_PERCENT = 50;

function openCollector(): () => void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: object) => void;
  // This flavor also releases pages that V8 keeps in reserve.
  return () => collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

export function releaseMemoryWhenQuiet({
  checkEveryMs = CHECK_EVERY_MS,
  utilization = utilizationSinceLast(),
  residentBytes = process.memoryUsage.rss,
  collect = openCollector(),
} = {}): { stop(): Promise<void> } {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
  // Otherwise V8 takes the garbage of a load peak for long-lived objects and rarely collects it.
  setFlagsFromString('--no-allocation-site-pretenuring');
  let small = residentBytes();
  let collectionsDue = 0;

  function check(): void {
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

  // A failed collection costs only memory, and the next one may succeed.
  return { stop: repeat(checkEveryMs, check, () => {}) };
}
