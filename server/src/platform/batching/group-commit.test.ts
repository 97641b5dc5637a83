import pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { Refusal } from '../errors/refusal.ts';
import { AGAIN, createGroupCommit, findContested } from './group-commit.ts';

const pause = () => new Promise((resolve) => setTimeout(resolve, 5));

/** No limit on long waits. */
const locks = {
  nameOf: () => 'batch',
  findLocked: async () => [],
  beginLongWait: () => true,
  endLongWait: () => {},
};
const lockTimeout = () =>
  Object.assign(new pg.DatabaseError('canceling statement due to lock timeout', 0, 'error'), { code: '55P03' });

describe('group commit', () => {
  it('keys take turns, so a rush for one does not delay the others', async () => {
    const batches: string[][] = [];
    const submit = createGroupCommit<string, string>({
      ...{ ...locks, lanes: 1, keyOf: (word) => word.charCodeAt(0), largestBatch: 3 },
      async run(batch) {
        batches.push(batch);
        await pause();
        return batch;
      },
    });
    await Promise.all(['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'c1'].map(submit));
    expect(batches).toEqual([['a1', 'b1', 'c1'], ['a2', 'a3', 'a4'], ['a5']]);
  });

  it('serves a key that somebody keeps locked separately and in order, while others continue', async () => {
    const lock = Promise.withResolvers<void>();
    let isLocked = true;
    const submit = createGroupCommit<string, string>({
      ...{
        ...locks,
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

  it('many keys locked at once by a slow batch of another server wait together and are not refused', async () => {
    const submit = createGroupCommit<string, string>({
      ...{
        ...locks,
        lanes: 1,
        keyOf: (word) => word.charCodeAt(0),
        findLocked: async (keys) => keys,
        largestBatch: 10,
      },
      async run(batch, lockWaitMs) {
        if (lockWaitMs < 1000) throw lockTimeout();
        return batch;
      },
    });
    const words = ['a1', 'b1', 'c1', 'd1', 'e1', 'f1'];
    expect(await Promise.all(words.map(submit))).toEqual(words);
  });

  it('refuses only requests for a key that stays locked', async () => {
    const submit = createGroupCommit<string, string>({
      ...{
        ...locks,
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

  it('requests that arrive while a batch is running form the next one, in order', async () => {
    const batches: number[][] = [];
    const submit = createGroupCommit<number, number>({
      ...{ ...locks, lanes: 1, keyOf: () => 0, largestBatch: 3 },
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

  it('a request that has to wait for an earlier one goes first in the next batch', async () => {
    const batches: string[][] = [];
    let later: Promise<string> | undefined;
    const submit = createGroupCommit<string, string>({
      ...{ ...locks, lanes: 1, keyOf: () => 0, largestBatch: 10 },
      async run(batch) {
        batches.push(batch);
        later ??= submit('c1');
        const contested = findContested(batch, (word) => [word[0] ?? '']);
        return batch.map((word, index) => (contested[index] ? AGAIN : word));
      },
    });
    await Promise.all(['a1', 'a2', 'b1'].map(submit));
    expect(await later).toBe('c1');
    expect(batches).toEqual([
      ['a1', 'a2', 'b1'],
      ['a2', 'c1'],
    ]);
  });

  it('keeps the order of arrival when a failing request splits the batch', async () => {
    const committed: string[] = [];
    const submit = createGroupCommit<string, string>({
      ...{ ...locks, lanes: 1, keyOf: () => 0, largestBatch: 10 },
      async run(batch) {
        if (batch.includes('fails')) throw new Error('fails');
        const [first] = batch;
        committed.push(first ?? '');
        return batch.map((word, index) => (index === 0 ? word : AGAIN));
      },
    });
    const results = await Promise.allSettled(['a', 'b', 'fails', 'c'].map(submit));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    expect(committed).toEqual(['a', 'b', 'c']);
  });

  it('a refused or failing request does not affect the others', async () => {
    const submit = createGroupCommit<string, string>({
      ...{ ...locks, lanes: 1, keyOf: () => 0, largestBatch: 10 },
      async run(batch) {
        if (batch.includes('failing')) throw new Error('this always fails');
        return batch.map((word) => (word === 'taken' ? new Refusal('SEATS_BOOKED') : word));
      },
    });
    const results = await Promise.allSettled(['one', 'failing', 'taken', 'two'].map(submit));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
    expect(results[2]).toMatchObject({ reason: { code: 'SEATS_BOOKED' } });
  });

  it('all queued requests fail immediately if the database is unreachable', async () => {
    let runs = 0;
    const submit = createGroupCommit<number, number>({
      ...{ ...locks, lanes: 1, keyOf: () => 0, largestBatch: 1 },
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

  it('a key that stayed locked is served separately until it has been free', async () => {
    const shortWaits: string[] = [];
    let isLocked = true;
    const submit = createGroupCommit<string, string>({
      ...{ ...locks, lanes: 1, keyOf: (word) => word.charCodeAt(0), largestBatch: 10 },
      findLocked: async () => ['a'.charCodeAt(0)],
      async run(batch, lockWaitMs) {
        if (lockWaitMs < 1000) shortWaits.push(...batch);
        if (isLocked && batch.some((word) => word.startsWith('a'))) throw lockTimeout();
        return batch;
      },
    });
    await expect(submit('a1')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await expect(submit('a2')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(await submit('b1')).toBe('b1');
    isLocked = false;
    expect(await submit('a3')).toBe('a3');
    expect(shortWaits).toEqual(['a1', 'b1']);
    expect(await submit('a4')).toBe('a4');
    expect(shortWaits).toEqual(['a1', 'b1', 'a4']);
  });

  it('of keys that wait together, refuses only those still locked', async () => {
    const words = ['a1', 'b1', 'c1'];
    let locked = words.map((word) => word.charCodeAt(0));
    const submit = createGroupCommit<string, string>({
      ...{ ...locks, lanes: 1, keyOf: (word) => word.charCodeAt(0), largestBatch: 10 },
      findLocked: async () => locked,
      async run(batch, lockWaitMs) {
        const isStuck = batch.some((word) => locked.includes(word.charCodeAt(0)));
        if (lockWaitMs > 1000) locked = ['b'.charCodeAt(0)];
        if (isStuck) throw lockTimeout();
        return batch;
      },
    });
    const results = await Promise.allSettled(words.map(submit));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('refuses the next locked key immediately if the maximum number of batches already waits', async () => {
    const lock = Promise.withResolvers<void>();
    let longWaits = 0;
    const submit = createGroupCommit<string, string>({
      ...{ ...locks, lanes: 1, keyOf: (word) => word.charCodeAt(0), largestBatch: 1 },
      beginLongWait: () => ++longWaits <= 1,
      async run(batch, lockWaitMs) {
        if (lockWaitMs < 1000) throw lockTimeout();
        await lock.promise;
        return batch;
      },
    });
    const first = submit('a1');
    await expect(submit('b1')).rejects.toMatchObject({ code: 'UNAVAILABLE', details: { retryAfterSeconds: 2 } });
    lock.resolve();
    expect(await first).toBe('a1');
  });

  /** Sends this many requests at once and counts those refused before anything is answered. */
  async function overload(count: number, keyOf: (n: number) => number, kindOf: (n: number) => unknown = () => 'one') {
    const open = Promise.withResolvers<void>();
    const submit = createGroupCommit<number, number>({
      ...{ ...locks, lanes: 2, keyOf, kindOf, largestBatch: 256 },
      async run(batch) {
        await open.promise;
        return batch;
      },
    });
    let refused = 0;
    const requests = Array.from({ length: count }, (_, n) =>
      submit(n).catch((error) => {
        expect(error).toMatchObject({ code: 'UNAVAILABLE', details: { retryAfterSeconds: 2 } });
        refused += 1;
      }),
    );
    await pause();
    const refusedEarly = refused;
    open.resolve();
    await Promise.all(requests);
    expect(refused).toBe(refusedEarly);
    return refused;
  }

  it('limits the queue per key and in total: refuses the rest immediately and serves all queued requests', async () => {
    expect(await overload(2_000, () => 7)).toBe(0);
    expect(await overload(2_010, () => 7)).toBe(10);
    expect(await overload(5_000, (n) => n % 10)).toBe(0);
    expect(await overload(5_020, (n) => n % 10)).toBe(20);
  });

  it('each kind of request has its own queue limits', async () => {
    const isOfFirstKind = (n: number) => n < 3_000;
    expect(await overload(4_500, () => 7, isOfFirstKind)).toBe(1_000);
  });

  it('a rush for one key leaves room for others', async () => {
    expect(await overload(3_000, (n) => (n < 2_900 ? 7 : n))).toBe(900);
  });

  it('refuses a request that has waited too long, and the next one for its key on arrival', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const open = Promise.withResolvers<void>();
    const served: string[] = [];
    const submit = createGroupCommit<string, string>({
      ...{ ...locks, lanes: 1, keyOf: (word) => word.charCodeAt(0), largestBatch: 1 },
      async run(batch) {
        if (served.push(...batch) === 1) await open.promise;
        return batch;
      },
    });
    const first = submit('a1');
    await new Promise(setImmediate);
    const late = submit('b1');
    vi.advanceTimersByTime(5_500);
    const inTime = submit('c1');
    await expect(submit('b2')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    open.resolve();
    await expect(late).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect([await first, await inTime, served]).toEqual(['a1', 'c1', ['a1', 'c1']]);
    vi.useRealTimers();
  });

  it('a batch that times out in the database fails alone', async () => {
    let runs = 0;
    const submit = createGroupCommit<number, number>({
      ...{ ...locks, lanes: 1, keyOf: () => 0, largestBatch: 1 },
      async run(batch) {
        runs += 1;
        if (runs > 1) return batch;
        throw Object.assign(new pg.DatabaseError('canceling statement due to statement timeout', 0, 'error'), {
          code: '57014',
        });
      },
    });
    const results = await Promise.allSettled([1, 2, 3].map(submit));
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  });
});
