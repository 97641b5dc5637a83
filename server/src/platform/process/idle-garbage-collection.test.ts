import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { releaseMemoryWhenQuiet } from './idle-garbage-collection.ts';

const LOOK_MS = 20;
const MEGABYTE = 1024 * 1024;
const [BUSY, QUIET] = [0.5, 0];

/** A process that is busy to such a share whenever it is looked at, the last share from then on. */
function openProcess(...shares: number[]) {
  const watched = { looks: 0, collections: 0, residentBytes: 100 * MEGABYTE };
  const release = releaseMemoryWhenQuiet({
    lookEveryMs: LOOK_MS,
    utilization: () => shares[watched.looks++] ?? shares.at(-1) ?? QUIET,
    residentBytes: () => watched.residentBytes,
    collect: () => {
      watched.collections += 1;
    },
  });
  onTestFinished(release.stop);
  const untilLooks = (looks: number) => expect.poll(() => watched.looks).toBeGreaterThanOrEqual(looks);
  const takeMemory = () => {
    watched.residentBytes += 64 * MEGABYTE;
  };
  return { watched, untilLooks, takeMemory };
}

it('memory that has grown is collected twice in the quiet after it, and then left alone', async () => {
  const { watched, untilLooks, takeMemory } = openProcess(QUIET);
  takeMemory();
  await untilLooks(8);
  expect(watched.collections).toBe(2);
});

it('load between the two collections makes it begin again', async () => {
  const { watched, untilLooks, takeMemory } = openProcess(QUIET, BUSY, QUIET);
  takeMemory();
  await untilLooks(8);
  expect(watched.collections).toBe(3);
});

it('nothing is collected while there is much to do', async () => {
  const { watched, untilLooks, takeMemory } = openProcess(BUSY);
  takeMemory();
  await untilLooks(8);
  expect(watched.collections).toBe(0);
});

it('nothing is collected where memory has not grown', async () => {
  const { watched, untilLooks } = openProcess(QUIET);
  await untilLooks(8);
  expect(watched.collections).toBe(0);
});

it('what nothing refers to is gone after it', async () => {
  let resident = 0;
  const residentBytes = () => (resident += 64 * MEGABYTE);
  const release = releaseMemoryWhenQuiet({ lookEveryMs: LOOK_MS, utilization: () => QUIET, residentBytes });
  onTestFinished(release.stop);
  const garbage = new WeakRef({ of: 'a rush' });
  await pause(LOOK_MS);
  await expect.poll(() => garbage.deref()).toBeUndefined();
});
