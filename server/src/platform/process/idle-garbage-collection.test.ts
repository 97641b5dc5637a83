import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { releaseMemoryWhenQuiet } from './idle-garbage-collection.ts';

const LOOK_MS = 20;
const MEGABYTE = 1024 * 1024;
const [BUSY, QUIET] = [0.5, 0];

/** A process with the given utilization at each check, and then the last one. */
function openProcess(...shares: number[]) {
  const watched = { looks: 0, collections: 0, residentBytes: 100 * MEGABYTE };
  const release = releaseMemoryWhenQuiet({
    checkEveryMs: LOOK_MS,
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

it('collects twice after memory has grown and load has ended', async () => {
  const { watched, untilLooks, takeMemory } = openProcess(QUIET);
  takeMemory();
  await untilLooks(8);
  expect(watched.collections).toBe(2);
});

it('starts over after load between the two collections', async () => {
  const { watched, untilLooks, takeMemory } = openProcess(QUIET, BUSY, QUIET);
  takeMemory();
  await untilLooks(8);
  expect(watched.collections).toBe(3);
});

it('collects nothing under load', async () => {
  const { watched, untilLooks, takeMemory } = openProcess(BUSY);
  takeMemory();
  await untilLooks(8);
  expect(watched.collections).toBe(0);
});

it('collects nothing if memory has not grown', async () => {
  const { watched, untilLooks } = openProcess(QUIET);
  await untilLooks(8);
  expect(watched.collections).toBe(0);
});

it('frees unreferenced objects', async () => {
  let resident = 0;
  const residentBytes = () => (resident += 64 * MEGABYTE);
  const release = releaseMemoryWhenQuiet({ checkEveryMs: LOOK_MS, utilization: () => QUIET, residentBytes });
  onTestFinished(release.stop);
  const garbage = new WeakRef({ of: 'a rush' });
  await pause(LOOK_MS);
  await expect.poll(() => garbage.deref()).toBeUndefined();
});
