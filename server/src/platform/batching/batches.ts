/**
 * Batches requests: those that arrive while statements are running share the next one, so a thousand concurrent requests cost
 * a few statements. A request is never answered by a statement that started before it arrived. With one lane, batches run one
 * after another. If a batch fails, all its requests fail. Use group commit for requests that wait for locks.
 */
import { Refusal } from '../errors/refusal.ts';
import { currentSpan, traceBatch } from '../observability/tracing.ts';

interface Waiting<Request, Result> {
  request: Request;
  /** The span that was active when the request arrived. */
  span: ReturnType<typeof currentSpan>;
  resolve: (result: Result) => void;
  reject: (reason: unknown) => void;
}

interface Options<Request, Result> {
  /** Returns a result or refusal for each request, in the same order. */
  run: (batch: Request[]) => Promise<(Result | Refusal)[]>;
  largestBatch: number;
  /** How many batches may run at once. */
  lanes?: number;
}

export function createBatches<Request, Result>({
  run,
  largestBatch,
  lanes = 1,
}: Options<Request, Result>): (request: Request) => Promise<Result> {
  const queue: Waiting<Request, Result>[] = [];
  let running = 0;
  let isScheduled = false;

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
    isScheduled = false;
    while (queue.length > 0 && running < lanes) {
      running += 1;
      void serve(queue.splice(0, largestBatch)).finally(() => {
        running -= 1;
        scheduleStart();
      });
    }
  }

  /** Deferred, so that requests still being read in this turn of the event loop join the batch. */
  function scheduleStart(): void {
    if (isScheduled || queue.length === 0 || running >= lanes) return;
    isScheduled = true;
    setImmediate(start);
  }

  return (request) =>
    new Promise((resolve, reject) => {
      queue.push({ request, span: currentSpan(), resolve, reject });
      scheduleStart();
    });
}
