import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { releaseMemoryWhenQuiet } from './memory.ts';

const LOOK_MS = 100;
const [BUSY, QUIET] = [0.5, 0];

/** A process that is busy to such a share whenever it is looked at, the last share from then on. */
function openProcess(...shares: number[]) {
  const watched = { looks: 0, collections: 0 };
  const release = releaseMemoryWhenQuiet({
    lookEveryMs: LOOK_MS,
    utilization: () => shares[watched.looks++] ?? shares.at(-1) ?? QUIET,
    collect: () => {
      watched.collections += 1;
    },
  });
  onTestFinished(release.stop);
  const untilLooks = (looks: number) => expect.poll(() => watched.looks).toBeGreaterThanOrEqual(looks);
  return { watched, untilLooks };
}

const taken: Buffer[] = [];
function takeMemory(): void {
  taken.push(Buffer.alloc(64 * 1024 * 1024, 1));
}

it('memory that has grown is collected twice in the quiet after it, and then left alone', async () => {
  const { watched, untilLooks } = openProcess(QUIET);
  takeMemory();
  await untilLooks(8);
  expect(watched.collections).toBe(2);
});

it('load between the two collections makes it begin again', async () => {
  const { watched, untilLooks } = openProcess(QUIET, BUSY, QUIET);
  takeMemory();
  await untilLooks(8);
  expect(watched.collections).toBe(3);
});

it('nothing is collected while there is much to do', async () => {
  const { watched, untilLooks } = openProcess(BUSY);
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
  const release = releaseMemoryWhenQuiet({ lookEveryMs: LOOK_MS, utilization: () => QUIET });
  onTestFinished(release.stop);
  const garbage = new WeakRef({ of: 'a rush' });
  takeMemory();
  await pause(LOOK_MS);
  await expect.poll(() => garbage.deref()).toBeUndefined();
});
