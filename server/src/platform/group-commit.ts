/**
 * Group commit: requests that arrive while a batch is under way form the next batch, so that a thousand requests cost a
 * few transactions. Each request has a key, the thing that it competes for; requests with the same key are served in the
 * order of their arrival, and keys take turns, so that a rush for one does not keep the others waiting. A batch may answer
 * AGAIN to a request that has to wait for an earlier one of the same batch: it goes first in the next. A batch that lost
 * a race against another server is repeated; one that fails for another reason is split, so that a request that cannot
 * succeed fails alone; and when the database is away all waiting requests fail at once instead of queueing for it.
 *
 * A key whose lock somebody keeps is found after a short wait and served apart until it is free again; only its own
 * requests are refused when that takes too long.
 */
import { databaseError, isUnavailable } from './database.ts';
import { Refusal } from './refusal.ts';

export const AGAIN = Symbol('again');

const MAX_ATTEMPTS = 5;
const MAX_WAITING = 5_000;
const SHORT_LOCK_WAIT_MS = 100;
const LONG_LOCK_WAIT_MS = 3_000;
/** Each occupies a connection while it waits. */
const MAX_LOCKED_KEYS = 4;
/** serialization failure, deadlock, unique key, foreign key: another server was faster; a repetition is decided. */
const LOST_RACE = /^(40001|40P01|23505|23503)$/;
const LOCK_TIMEOUT = '55P03';

interface Options<Request, Result> {
  /** Answers or refuses each request of the batch, in its order, in one transaction that waits so long for locks. */
  run: (batch: Request[], lockWaitMs: number) => Promise<(Result | Refusal | typeof AGAIN)[]>;
  keyOf: (request: Request) => number;
  /** Which of these keys are locked by somebody else right now. */
  findLocked: (keys: number[]) => Promise<number[]>;
  /** How many batches may be under way at once; a key always has the same lane. */
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
    const lane = lanes[options.keyOf(request) % lanes.length];
    if (!lane) throw new RangeError('A group commit needs at least one lane');
    return lane(request);
  };
}

const isLockTimeout = (error: unknown) => databaseError(error)?.code === LOCK_TIMEOUT;
const tryLater = () => new Refusal('UNAVAILABLE', undefined, { retryAfterSeconds: 2 });

function openLane<Request, Result>(options: Options<Request, Result>): Submit<Request, Result> {
  type Batch = Waiting<Request, Result>[];
  const { run, keyOf, findLocked, largestBatch, onBatch } = options;
  /** By key; the first key has its turn next. */
  const queues = new Map<number, Batch>();
  /** Requests for keys that somebody else keeps locked. */
  const apart = new Map<number, Batch>();
  let waitingCount = 0;
  let isBusy = false;

  const rejectAll = (batch: Batch, reason: unknown) => {
    for (const { reject } of batch) reject(reason);
  };
  const byKey = (batch: Batch) => Map.groupBy(batch, ({ request }) => keyOf(request));

  function append(key: number, waiting: Waiting<Request, Result>): void {
    const queue = queues.get(key);
    if (queue) queue.push(waiting);
    else queues.set(key, [waiting]);
    waitingCount += 1;
  }

  function putBack(batch: Batch): void {
    for (const [key, requests] of byKey(batch)) queues.set(key, [...requests, ...(queues.get(key) ?? [])]);
    waitingCount += batch.length;
  }

  function takeBatch(): Batch {
    const batch: Batch = [];
    // A key that is put back is visited again by the same loop, after all others.
    for (const [key, queue] of queues) {
      if (batch.length === largestBatch) break;
      const next = queue.shift();
      if (next) batch.push(next);
      queues.delete(key);
      if (queue.length > 0) queues.set(key, queue);
    }
    waitingCount -= batch.length;
    return batch;
  }

  /** Returns the requests that have to be asked again. */
  async function runOnce(batch: Batch, lockWaitMs: number, attempt = 1): Promise<Batch> {
    const requests = batch.map(({ request }) => request);
    const results = await run(requests, lockWaitMs).catch((error) => {
      const hasLostRace = LOST_RACE.test(databaseError(error)?.code ?? '');
      if (hasLostRace && attempt < MAX_ATTEMPTS) return undefined;
      throw error;
    });
    if (!results) return runOnce(batch, lockWaitMs, attempt + 1);
    return batch.filter(({ resolve, reject }, index) => {
      const result = results[index];
      if (result === AGAIN) return true;
      if (result instanceof Refusal) reject(result);
      else resolve(result as Result);
      return false;
    });
  }

  async function serve(batch: Batch): Promise<Batch> {
    try {
      return await runOnce(batch, SHORT_LOCK_WAIT_MS);
    } catch (error) {
      if (isLockTimeout(error)) return serveUnlocked(batch);
      if (isUnavailable(error)) {
        rejectAll([...batch, ...[...queues.values()].flat()], error);
        queues.clear();
        waitingCount = 0;
        return [];
      }
      if (batch.length > 1) return serveHalves(batch);
      rejectAll(batch, error);
      return [];
    }
  }

  async function serveHalves(batch: Batch): Promise<Batch> {
    const middle = Math.ceil(batch.length / 2);
    const again = await serve(batch.slice(0, middle));
    return [...again, ...(await serve(batch.slice(middle)))];
  }

  async function serveUnlocked(batch: Batch): Promise<Batch> {
    const requests = byKey(batch);
    const keys = [...requests.keys()];
    const locked = new Set(keys.length === 1 ? keys : await findLocked(keys).catch(() => []));
    // The wait was for another lock, or is over.
    if (locked.size === 0) return serveHalves(batch);
    if (locked.size > MAX_LOCKED_KEYS) return waitTogether(batch);
    for (const key of locked) {
      const queue = queues.get(key) ?? [];
      queues.delete(key);
      waitingCount -= queue.length;
      serveApart(key, [...(requests.get(key) ?? []), ...queue]);
    }
    const others = batch.filter(({ request }) => !locked.has(keyOf(request)));
    return others.length > 0 ? serve(others) : [];
  }

  /** Many locked keys are nobody's own trouble, but another server's batch on a slow disk. */
  async function waitTogether(batch: Batch): Promise<Batch> {
    try {
      return await runOnce(batch, LONG_LOCK_WAIT_MS);
    } catch (error) {
      rejectAll(batch, isLockTimeout(error) ? tryLater() : error);
      return [];
    }
  }

  function serveApart(key: number, queue: Batch): void {
    if (apart.size < MAX_LOCKED_KEYS) {
      apart.set(key, queue);
      void waitForLock(key, queue);
    } else rejectAll(queue, tryLater());
  }

  async function waitForLock(key: number, queue: Batch): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.splice(0, largestBatch);
      try {
        queue.unshift(...(await runOnce(batch, LONG_LOCK_WAIT_MS)));
      } catch (error) {
        rejectAll([...batch, ...queue.splice(0)], isLockTimeout(error) ? tryLater() : error);
      }
    }
    // In the same turn in which the queue was found empty, so that no request can join it unseen.
    apart.delete(key);
  }

  async function drain(): Promise<void> {
    while (queues.size > 0) {
      const batch = takeBatch();
      onBatch?.(batch.length);
      const again = await serve(batch);
      if (again.length > 0) putBack(again);
    }
    isBusy = false;
  }

  return (request) =>
    new Promise((resolve, reject) => {
      const key = keyOf(request);
      const waiting = { request, resolve, reject };
      const queueApart = apart.get(key);
      if ((queueApart?.length ?? waitingCount) >= MAX_WAITING) return reject(tryLater());
      if (queueApart) {
        queueApart.push(waiting);
        return;
      }
      append(key, waiting);
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
