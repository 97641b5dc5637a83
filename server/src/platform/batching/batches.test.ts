import { expect, it } from 'vitest';
import { Refusal } from '../errors/refusal.ts';
import { createBatches } from './batches.ts';

/** Reads that the test completes. */
function openReads(options: { lanes: number; largestBatch: number }) {
  const started: { requests: string[]; end: (answers: string[]) => void; fail: (error: Error) => void }[] = [];
  const read = createBatches<string, string>({
    ...options,
    run(requests) {
      const { promise, resolve: end, reject: fail } = Promise.withResolvers<string[]>();
      started.push({ requests, end, fail });
      return promise;
    },
  });
  return { read, started };
}

const turn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

it('batches concurrent requests and gives each its own result', async () => {
  const { read, started } = openReads({ lanes: 1, largestBatch: 10 });
  const answers = Promise.all(['a', 'b', 'c'].map(read));
  await turn();
  expect(started.map(({ requests }) => requests)).toEqual([['a', 'b', 'c']]);
  started[0]?.end(['A', 'B', 'C']);
  expect(await answers).toEqual(['A', 'B', 'C']);
});

it('never answers a request from a statement that started before it arrived', async () => {
  const { read, started } = openReads({ lanes: 1, largestBatch: 10 });
  const early = read('a');
  await turn();
  const late = [read('a'), read('b')];
  await turn();
  expect(started).toHaveLength(1);
  started[0]?.end(['old']);
  expect(await early).toBe('old');
  await turn();
  expect(started[1]?.requests).toEqual(['a', 'b']);
  started[1]?.end(['new', 'B']);
  expect(await Promise.all(late)).toEqual(['new', 'B']);
});

it('runs one batch per lane, none over the maximum size, and answers every request', async () => {
  const { read, started } = openReads({ lanes: 2, largestBatch: 2 });
  const answers = Promise.all(['a', 'b', 'c', 'd', 'e'].map(read));
  await turn();
  expect(started.map(({ requests }) => requests)).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
  started[1]?.end(['C', 'D']);
  await turn();
  expect(started[2]?.requests).toEqual(['e']);
  started[0]?.end(['A', 'B']);
  started[2]?.end(['E']);
  expect(await answers).toEqual(['A', 'B', 'C', 'D', 'E']);
});

it('a failed statement fails only its own requests', async () => {
  const { read, started } = openReads({ lanes: 1, largestBatch: 1 });
  const failing = read('a');
  const next = read('b');
  await turn();
  started[0]?.fail(new Error('away'));
  await expect(failing).rejects.toThrow('away');
  await turn();
  started[1]?.end(['B']);
  expect(await next).toBe('B');
});

it('refuses one request and answers the others in its batch', async () => {
  const ask = createBatches<number, number>({
    largestBatch: 10,
    run: async (batch) => batch.map((n) => (n < 0 ? new Refusal('NOT_FOUND') : n * 2)),
  });
  expect(await Promise.all([ask(1), ask(-1).catch(({ code }) => code), ask(2)])).toEqual([2, 'NOT_FOUND', 4]);
});
