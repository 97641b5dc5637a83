import { expect, it } from 'vitest';
import { repeat } from './repeat.ts';

it('repeats the work after a failure, and reports each one', async () => {
  let runs = 0;
  const errors: unknown[] = [];
  const stop = repeat(
    1,
    () => {
      runs += 1;
      throw runs;
    },
    (error) => errors.push(error),
  );
  await expect.poll(() => errors.length).toBeGreaterThan(2);
  await stop();
  expect(errors.slice(0, 3)).toEqual([1, 2, 3]);
});

it('runs never overlap, and stopping waits for the current one', async () => {
  let [running, most, runs] = [0, 0, 0];
  const stop = repeat(
    1,
    async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 20));
      running -= 1;
      runs += 1;
    },
    () => {},
    0,
  );
  await expect.poll(() => runs).toBeGreaterThan(1);
  await expect.poll(() => running).toBe(1);
  await stop();
  expect([running, most]).toEqual([0, 1]);
  const runsWhenStopped = runs;
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(runs).toBe(runsWhenStopped);
});
