/**
 * Requests that arrive while a statement is under way travel together in the next one, which starts when this one ends: a
 * thousand at once cost a few statements, none is answered by a statement older than itself, and each batch comes after
 * the one before. A batch that fails fails as a whole. For what has to wait for locks there is group commit.
 */
import { Refusal } from './refusal.ts';

interface Waiting<Request, Result> {
  request: Request;
  resolve: (result: Result) => void;
  reject: (reason: unknown) => void;
}

interface Options<Request, Result> {
  /** Answers or refuses each request, in their order. */
  run: (batch: Request[]) => Promise<(Result | Refusal)[]>;
  largestBatch: number;
}

export function createBatches<Request, Result>({
  run,
  largestBatch,
}: Options<Request, Result>): (request: Request) => Promise<Result> {
  let queue: Waiting<Request, Result>[] = [];
  let isBusy = false;

  async function serve(batch: Waiting<Request, Result>[]): Promise<void> {
    try {
      const results = await run(batch.map(({ request }) => request));
      for (const [index, { resolve, reject }] of batch.entries()) {
        const result = results[index];
        if (result instanceof Refusal) reject(result);
        else resolve(result as Result);
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  async function drain(): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.slice(0, largestBatch);
      queue = queue.slice(largestBatch);
      await serve(batch);
    }
    isBusy = false;
  }

  return (request) =>
    new Promise((resolve, reject) => {
      queue.push({ request, resolve, reject });
      if (isBusy) return;
      isBusy = true;
      // Requests that this turn of the event loop still reads from its sockets join the batch.
      setImmediate(drain);
    });
}
