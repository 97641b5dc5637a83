import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { AGAIN, createGroupCommit, findContested } from './group-commit.ts';
import { Refusal } from './refusal.ts';

const pause = () => new Promise((resolve) => setTimeout(resolve, 5));

const nothingLocked = async () => [];
const lockTimeout = () =>
  Object.assign(new pg.DatabaseError('canceling statement due to lock timeout', 0, 'error'), { code: '55P03' });

describe('group commit', () => {
  it('keys take turns: a rush for one does not keep the others waiting', async () => {
    const batches: string[][] = [];
    const submit = createGroupCommit<string, string>({
      ...{ lanes: 1, keyOf: (word) => word.charCodeAt(0), findLocked: nothingLocked, largestBatch: 3 },
      async run(batch) {
        batches.push(batch);
        await pause();
        return batch;
      },
    });
    await Promise.all(['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'c1'].map(submit));
    expect(batches).toEqual([['a1', 'b1', 'c1'], ['a2', 'a3', 'a4'], ['a5']]);
  });

  it('a key that somebody keeps locked is served apart, in order, and the others go on meanwhile', async () => {
    const lock = Promise.withResolvers<void>();
    let isLocked = true;
    const submit = createGroupCommit<string, string>({
      ...{
        lanes: 1,
        keyOf: (word) => word.charCodeAt(0),
        findLocked: async () => ['a'.charCodeAt(0)],
        largestBatch: 10,
      },
      async run(batch, lockWaitMs) {
        if (isLocked && batch.some((word) => word.startsWith('a'))) {
          if (lockWaitMs < 1000) throw lockTimeout();
          await lock.promise;
        }
        return batch;
      },
    });
    const served: string[] = [];
    const stuck = ['a1', 'a2'].map((word) => submit(word).then((done) => served.push(done)));
    for (const round of [1, 2, 3]) {
      expect(await Promise.all([submit(`b${round}`), submit(`c${round}`)])).toEqual([`b${round}`, `c${round}`]);
    }
    stuck.push(submit('a3').then((done) => served.push(done)));
    expect(served).toEqual([]);
    isLocked = false;
    lock.resolve();
    await Promise.all(stuck);
    expect(served).toEqual(['a1', 'a2', 'a3']);
    expect(await submit('a4')).toBe('a4');
  });

  it('many keys that are locked at once, by a slow batch of another server, wait together and are refused nothing', async () => {
    const submit = createGroupCommit<string, string>({
      ...{ lanes: 1, keyOf: (word) => word.charCodeAt(0), findLocked: async (keys) => keys, largestBatch: 10 },
      async run(batch, lockWaitMs) {
        if (lockWaitMs < 1000) throw lockTimeout();
        return batch;
      },
    });
    const words = ['a1', 'b1', 'c1', 'd1', 'e1', 'f1'];
    expect(await Promise.all(words.map(submit))).toEqual(words);
  });

  it('only the requests for a key that stays locked are refused', async () => {
    const submit = createGroupCommit<string, string>({
      ...{
        lanes: 1,
        keyOf: (word) => word.charCodeAt(0),
        findLocked: async () => ['a'.charCodeAt(0)],
        largestBatch: 10,
      },
      async run(batch) {
        if (batch.some((word) => word.startsWith('a'))) throw lockTimeout();
        return batch;
      },
    });
    const results = await Promise.allSettled(['a1', 'b1', 'a2', 'c1'].map(submit));
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'fulfilled']);
    expect(results[0]).toMatchObject({ reason: { code: 'UNAVAILABLE' } });
  });

  it('what arrives while a batch is under way travels in the next, in order', async () => {
    const batches: number[][] = [];
    const submit = createGroupCommit<number, number>({
      ...{ lanes: 1, keyOf: () => 0, findLocked: nothingLocked, largestBatch: 3 },
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
      ...{ lanes: 1, keyOf: () => 0, findLocked: nothingLocked, largestBatch: 10 },
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
      ...{ lanes: 1, keyOf: () => 0, findLocked: nothingLocked, largestBatch: 10 },
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
      ...{ lanes: 1, keyOf: () => 0, findLocked: nothingLocked, largestBatch: 1 },
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
