import { setTimeout as pause } from 'node:timers/promises';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { releaseMemoryWhenQuiet } from './memory.ts';

const LOOK_MS = 200;

/** How often garbage was to be collected. */
let asked = 0;
let whenAsked = () => {};
beforeEach(() => {
  asked = 0;
  whenAsked = () => {};
  const release = releaseMemoryWhenQuiet(LOOK_MS, () => {
    asked += 1;
    setImmediate(whenAsked);
  });
  onTestFinished(release.stop);
});

const taken: Buffer[] = [];
function takeMemory(): void {
  taken.push(Buffer.alloc(64 * 1024 * 1024, 1));
}

function work(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

async function askedMeanwhile(): Promise<number> {
  const before = asked;
  await pause(5 * LOOK_MS);
  return asked - before;
}

it('memory that has grown is collected twice in the quiet after it, and then left alone', async () => {
  takeMemory();
  await expect.poll(() => asked).toBeGreaterThanOrEqual(2);
  await expect.poll(askedMeanwhile).toBe(0);
});

it('load between the two collections makes it begin again', async () => {
  whenAsked = () => {
    if (asked === 1) work(2 * LOOK_MS);
  };
  takeMemory();
  await expect.poll(() => asked).toBeGreaterThanOrEqual(3);
  await expect.poll(askedMeanwhile).toBe(0);
});

it('nothing is collected while there is much to do, or where memory has not grown', async () => {
  await pause(5 * LOOK_MS);
  takeMemory();
  for (let round = 0; round < 10; round += 1) {
    work(LOOK_MS);
    await pause(1);
  }
  expect(asked).toBe(0);
});
