/**
 * Requests that arrive while the statements under way are busy travel together in the next one: a thousand at once cost a
 * few statements, and none is answered by a statement older than itself. With one lane, each batch comes after the one
 * before. A batch that fails fails as a whole. For what has to wait for locks there is group commit.
 */
import { Refusal } from '../errors/refusal.ts';
import { currentSpan, traceBatch } from '../observability/tracing.ts';

interface Waiting<Request, Result> {
  request: Request;
  /** In which it was made. */
  span: ReturnType<typeof currentSpan>;
  resolve: (result: Result) => void;
  reject: (reason: unknown) => void;
}

interface Options<Request, Result> {
  /** Answers or refuses each request, in their order. */
  run: (batch: Request[]) => Promise<(Result | Refusal)[]>;
  largestBatch: number;
  /** How many batches may be under way at once. */
  lanes?: number;
}

export function createBatches<Request, Result>({
  run,
  largestBatch,
  lanes = 1,
}: Options<Request, Result>): (request: Request) => Promise<Result> {
  const queue: Waiting<Request, Result>[] = [];
  let underWay = 0;
  let isDue = false;

  async function serve(batch: Waiting<Request, Result>[]): Promise<void> {
    try {
      const requests = batch.map(({ request }) => request);
      const results = await traceBatch('batch', batch, () => run(requests));
      for (const [index, { resolve, reject }] of batch.entries()) {
        const result = results[index];
        if (result instanceof Refusal) reject(result);
        else resolve(result as Result);
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  function start(): void {
    isDue = false;
    while (queue.length > 0 && underWay < lanes) {
      underWay += 1;
      void serve(queue.splice(0, largestBatch)).finally(() => {
        underWay -= 1;
        startSoon();
      });
    }
  }

  /** Not at once: requests that this turn of the event loop still reads from its sockets join the batch. */
  function startSoon(): void {
    if (isDue || queue.length === 0 || underWay >= lanes) return;
    isDue = true;
    setImmediate(start);
  }

  return (request) =>
    new Promise((resolve, reject) => {
      queue.push({ request, span: currentSpan(), resolve, reject });
      startSoon();
    });
}
