import { describe, expect, it } from 'vitest';
import { AGAIN, createGroupCommit, findContested } from './group-commit.ts';
import { Refusal } from './refusal.ts';

const pause = () => new Promise((resolve) => setTimeout(resolve, 5));

describe('group commit', () => {
  it('what arrives while a batch is under way travels in the next, in order', async () => {
    const batches: number[][] = [];
    const submit = createGroupCommit<number, number>({
      ...{ lanes: 1, laneOf: () => 0, largestBatch: 3 },
      async run(batch) {
        batches.push(batch);
        await pause();
        return batch.map((n) => n * 10);
      },
    });
    expect(await Promise.all([1, 2, 3, 4, 5].map(submit))).toEqual([10, 20, 30, 40, 50]);
    expect(batches).toEqual([
      [1, 2, 3],
      [4, 5],
    ]);
  });

  it('who has to wait for an earlier one goes first in the next batch', async () => {
    const batches: string[][] = [];
    const submit = createGroupCommit<string, string>({
      ...{ lanes: 1, laneOf: () => 0, largestBatch: 10 },
      async run(batch) {
        batches.push(batch);
        const contested = findContested(batch, (word) => [word[0] ?? '']);
        await pause();
        return batch.map((word, index) => (contested[index] ? AGAIN : word));
      },
    });
    const first = ['a1', 'a2', 'b1'].map(submit);
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    await Promise.all([...first, submit('c1')]);
    expect(batches).toEqual([
      ['a1', 'a2', 'b1'],
      ['a2', 'c1'],
    ]);
  });

  it('a refusal and a request that always fails concern only themselves', async () => {
    const submit = createGroupCommit<string, string>({
      ...{ lanes: 1, laneOf: () => 0, largestBatch: 10 },
      async run(batch) {
        if (batch.includes('failing')) throw new Error('this always fails');
        return batch.map((word) => (word === 'taken' ? new Refusal('SEATS_BOOKED') : word));
      },
    });
    const results = await Promise.allSettled(['one', 'failing', 'taken', 'two'].map(submit));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
    expect(results[2]).toMatchObject({ reason: { code: 'SEATS_BOOKED' } });
  });

  it('when the database is away all waiting requests fail at once', async () => {
    let runs = 0;
    const submit = createGroupCommit<number, number>({
      ...{ lanes: 1, laneOf: () => 0, largestBatch: 1 },
      async run() {
        runs += 1;
        await pause();
        throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
      },
    });
    const results = await Promise.allSettled([1, 2, 3].map(submit));
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(runs).toBe(1);
  });
});
