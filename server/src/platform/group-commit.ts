/**
 * Group commit: requests that arrive while a batch is under way form the next batch, in the order of their arrival, so
 * that a thousand requests cost a few transactions. Requests of one lane never overtake each other. A batch may answer
 * AGAIN to a request that has to wait for an earlier one of the same batch: it goes first in the next. A batch that lost
 * a race against another server is repeated; one that fails for another reason is split, so that a request that cannot
 * succeed fails alone; and when the database is away all waiting requests fail at once instead of queueing for it.
 */
import { databaseError, isUnavailable } from './database.ts';
import { Refusal } from './refusal.ts';

export const AGAIN = Symbol('again');

const MAX_ATTEMPTS = 5;
const MAX_WAITING = 20_000;
/** serialization failure, deadlock, unique key, foreign key: another server was faster; a repetition is decided. */
const LOST_RACE = /^(40001|40P01|23505|23503)$/;

interface Options<Request, Result> {
  /** Answers or refuses each request of the batch, in its order, in one transaction. */
  run: (batch: Request[]) => Promise<(Result | Refusal | typeof AGAIN)[]>;
  /** Requests with the same number are served in order; there are `lanes` of them. */
  laneOf: (request: Request) => number;
  lanes: number;
  largestBatch: number;
  onBatch?: (size: number) => void;
}

interface Waiting<Request, Result> {
  request: Request;
  resolve: (result: Result) => void;
  reject: (reason: unknown) => void;
}

export type Submit<Request, Result> = (request: Request) => Promise<Result>;

export function createGroupCommit<Request, Result>(options: Options<Request, Result>): Submit<Request, Result> {
  const lanes = Array.from({ length: options.lanes }, () => openLane(options));
  return (request) => {
    const lane = lanes[options.laneOf(request) % lanes.length];
    if (!lane) throw new RangeError('A group commit needs at least one lane');
    return lane(request);
  };
}

function openLane<Request, Result>({ run, largestBatch, onBatch }: Options<Request, Result>): Submit<Request, Result> {
  let queue: Waiting<Request, Result>[] = [];
  let isBusy = false;

  async function serve(batch: Waiting<Request, Result>[], attempt = 1): Promise<Waiting<Request, Result>[]> {
    try {
      const results = await run(batch.map(({ request }) => request));
      return batch.filter(({ resolve, reject }, index) => {
        const result = results[index];
        if (result === AGAIN) return true;
        if (result instanceof Refusal) reject(result);
        else resolve(result as Result);
        return false;
      });
    } catch (error) {
      if (attempt < MAX_ATTEMPTS && LOST_RACE.test(databaseError(error)?.code ?? '')) return serve(batch, attempt + 1);
      if (isUnavailable(error)) {
        for (const { reject } of [...batch, ...queue]) reject(error);
        queue = [];
        return [];
      }
      if (batch.length === 1) {
        for (const { reject } of batch) reject(error);
        return [];
      }
      const middle = Math.ceil(batch.length / 2);
      const again = await serve(batch.slice(0, middle));
      return [...again, ...(await serve(batch.slice(middle)))];
    }
  }

  async function drain(): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.slice(0, largestBatch);
      queue = queue.slice(largestBatch);
      onBatch?.(batch.length);
      const again = await serve(batch);
      if (again.length > 0) queue = [...again, ...queue];
    }
    isBusy = false;
  }

  return (request) =>
    new Promise((resolve, reject) => {
      if (queue.length >= MAX_WAITING) return reject(new Refusal('UNAVAILABLE', undefined, { retryAfterSeconds: 2 }));
      queue.push({ request, resolve, reject });
      if (isBusy) return;
      isBusy = true;
      // Requests that this turn of the event loop still reads from its sockets join the batch.
      setImmediate(drain);
    });
}

/** Which requests share a mark with an earlier one of the same batch. */
export function findContested<Request>(
  batch: Request[],
  marksOf: (request: Request) => Iterable<string | number>,
): boolean[] {
  const seen = new Set<string | number>();
  return batch.map((request) => {
    let isContested = false;
    for (const mark of marksOf(request)) {
      if (seen.has(mark)) isContested = true;
      seen.add(mark);
    }
    return isContested;
  });
}
