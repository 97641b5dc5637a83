import { describe, expect, it } from 'vitest';
import { createBatches } from './batches.ts';
import { Refusal } from './refusal.ts';

/** Each batch waits until the test lets it go on. */
function openBatches(largestBatch = 100) {
  const batches: number[][] = [];
  const waiting: PromiseWithResolvers<void>[] = [];
  const ask = createBatches<number, number>({
    largestBatch,
    async run(batch) {
      batches.push(batch);
      const turn = Promise.withResolvers<void>();
      waiting.push(turn);
      await turn.promise;
      return batch.map((n) => (n < 0 ? new Refusal('NOT_FOUND') : n * 2));
    },
  });
  const untilRun = async (count: number) => {
    while (batches.length < count) await new Promise(setImmediate);
    return waiting[count - 1] as PromiseWithResolvers<void>;
  };
  return { ask, batches, untilRun };
}

describe('batches', () => {
  it('what arrives while one is under way forms the next, in the order of arrival', async () => {
    const { ask, batches, untilRun } = openBatches();
    const first = [ask(1), ask(2)];
    const turn = await untilRun(1);
    const second = [ask(3), ask(4), ask(5)];
    turn.resolve();
    (await untilRun(2)).resolve();
    expect(await Promise.all([...first, ...second])).toEqual([2, 4, 6, 8, 10]);
    expect(batches).toEqual([
      [1, 2],
      [3, 4, 5],
    ]);
  });

  it('have a largest size', async () => {
    const { ask, batches, untilRun } = openBatches(2);
    const answers = [ask(1), ask(2), ask(3)];
    for (const count of [1, 2]) (await untilRun(count)).resolve();
    expect(await Promise.all(answers)).toEqual([2, 4, 6]);
    expect(batches).toEqual([[1, 2], [3]]);
  });

  it('one request is refused alone; a failure is that of the whole batch, and the next goes on', async () => {
    const { ask, untilRun } = openBatches();
    const [good, bad] = [ask(1), ask(-1).catch(({ code }) => code)];
    const failing = await untilRun(1);
    const next = ask(3);
    failing.resolve();
    expect([await good, await bad]).toEqual([2, 'NOT_FOUND']);
    const lost = await untilRun(2);
    const last = ask(4);
    lost.reject(new Error('away'));
    await expect(next).rejects.toThrow('away');
    (await untilRun(3)).resolve();
    expect(await last).toBe(8);
  });
});
