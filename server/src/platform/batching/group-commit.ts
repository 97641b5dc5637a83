/**
 * Group commit: requests that arrive while a batch is under way form the next batch, so that a thousand requests cost a
 * few transactions. Each request has a key, the thing that it competes for; requests with the same key are served in the
 * order of their arrival, and keys take turns, so that a rush for one does not keep the others waiting. A batch may answer
 * AGAIN to a request that has to wait for an earlier one of the same batch: it goes first in the next. A batch that lost
 * a race against another server is repeated; one that fails for another reason is split, so that a request that cannot
 * succeed fails alone; and when the database is away all waiting requests fail at once instead of queueing for it.
 *
 * A key whose lock somebody keeps is found after a short wait and served apart until it is free again; only its own
 * requests are refused when that takes too long. Only so many requests may wait, for one key and in all, and none longer
 * than a few seconds: one more is refused at its arrival.
 */
import { databaseError, isStatementTimeout, isUnavailable, tryLater } from '../database/database.ts';
import { Refusal } from '../errors/refusal.ts';
import { currentSpan, traceBatch } from '../observability/tracing.ts';

export const AGAIN = Symbol('again');

const MAX_ATTEMPTS = 5;
const MAX_WAITING = 5_000;
const MAX_WAITING_PER_KEY = 2_000;
const LONGEST_WAIT_MS = 5_000;
const SHORT_LOCK_WAIT_MS = 60;
const LONG_LOCK_WAIT_MS = 3_000;
/** More keys than these that are locked at once wait together. */
const MAX_LOCKED_ALONE = 2;
/** serialization failure, deadlock, unique key, foreign key: another server was faster; a repetition is decided. */
const LOST_RACE = /^(40001|40P01|23505|23503)$/;
const LOCK_TIMEOUT = '55P03';

export interface Locks {
  /** Which of these keys are locked by somebody else right now. */
  findLocked: (keys: number[]) => Promise<number[]>;
  /** May one more batch wait long for a lock? Each occupies a connection. */
  beginLongWait: () => boolean;
  endLongWait: () => void;
}

interface Options<Request, Result> extends Locks {
  /** What its requests ask for, in traces. */
  nameOf: (batch: Request[]) => string;
  /** Answers or refuses each request of the batch, in its order, in one transaction that waits so long for locks. */
  run: (batch: Request[], lockWaitMs: number) => Promise<(Result | Refusal | typeof AGAIN)[]>;
  keyOf: (request: Request) => number;
  /** Requests of one kind do not count for the limits of another. */
  kindOf?: (request: Request) => unknown;
  /** How many batches may be under way at once; a key always has the same lane. */
  lanes: number;
  largestBatch: number;
  /** `since` is when a request arrived. */
  onBatch?: (batch: readonly { request: Request; since: number }[]) => void;
}

interface Waiting<Request, Result> {
  request: Request;
  key: number;
  since: number;
  /** In which it was made. */
  span: ReturnType<typeof currentSpan>;
  resolve: (result: Result) => void;
  reject: (reason: unknown) => void;
}

export type Submit<Request, Result> = (request: Request) => Promise<Result>;

export function createGroupCommit<Request, Result>(options: Options<Request, Result>): Submit<Request, Result> {
  const { keyOf, kindOf } = options;
  const lanes = Array.from({ length: options.lanes }, () => openLane(options));
  const limits = new Map<unknown, WaitingLimit>();

  return async (request) => {
    const key = keyOf(request);
    const lane = lanes[key % lanes.length];
    if (!lane) throw new RangeError('A group commit needs at least one lane');
    const kind = kindOf?.(request);
    const limit = limits.get(kind) ?? createWaitingLimit();
    limits.set(kind, limit);
    if (limit.isReached(key) || lane.isLate(key)) throw tryLater();
    limit.enter(key);
    try {
      return await lane.submit(key, request);
    } finally {
      limit.leave(key);
    }
  };
}

type WaitingLimit = ReturnType<typeof createWaitingLimit>;

function createWaitingLimit() {
  const byKey = new Map<number, number>();
  let inAll = 0;
  return {
    isReached: (key: number) => inAll >= MAX_WAITING || (byKey.get(key) ?? 0) >= MAX_WAITING_PER_KEY,
    enter(key: number) {
      byKey.set(key, (byKey.get(key) ?? 0) + 1);
      inAll += 1;
    },
    leave(key: number) {
      const left = (byKey.get(key) ?? 1) - 1;
      if (left > 0) byKey.set(key, left);
      else byKey.delete(key);
      inAll -= 1;
    },
  };
}

const isLockTimeout = (error: unknown) => databaseError(error)?.code === LOCK_TIMEOUT;

function openLane<Request, Result>(options: Options<Request, Result>) {
  type Batch = Waiting<Request, Result>[];
  const { nameOf, run, findLocked, beginLongWait, endLongWait, largestBatch, onBatch } = options;
  /** By key; the first key has its turn next. */
  const queues = new Map<number, Batch>();
  /** Requests for keys that somebody else keeps locked; keys that are waited for together share a queue. */
  const apart = new Map<number, Batch>();
  /** Keys that stayed locked too long, and have not been seen free since: they are served apart from the beginning. */
  const stuck = new Set<number>();
  let isBusy = false;

  const rejectAll = (batch: Batch, reason: unknown) => {
    for (const { reject } of batch) reject(reason);
  };

  function start(): void {
    if (isBusy) return;
    isBusy = true;
    // Requests that this turn of the event loop still reads from its sockets join the batch.
    setImmediate(drain);
  }

  function putBack(batch: Batch): void {
    for (const [key, requests] of Map.groupBy(batch, (waiting) => waiting.key)) {
      queues.set(key, [...requests, ...(queues.get(key) ?? [])]);
    }
  }

  function takeQueue(key: number): Batch {
    const queue = queues.get(key) ?? [];
    queues.delete(key);
    return queue;
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
    return batch;
  }

  function refuseLate(batch: Batch): Batch {
    const now = performance.now();
    const late = batch.filter(({ since }) => now - since > LONGEST_WAIT_MS);
    if (late.length === 0) return batch;
    rejectAll(late, tryLater());
    return batch.filter((waiting) => !late.includes(waiting));
  }

  /** Returns the requests that have to be asked again. */
  async function runOnce(batch: Batch, lockWaitMs: number, attempt = 1): Promise<Batch> {
    const requests = batch.map(({ request }) => request);
    const results = await traceBatch(nameOf(requests), batch, () => run(requests, lockWaitMs)).catch((error) => {
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

  async function serve(requests: Batch): Promise<Batch> {
    const batch = refuseLate(requests);
    if (batch.length === 0) return [];
    onBatch?.(batch);
    try {
      return await runOnce(batch, SHORT_LOCK_WAIT_MS);
    } catch (error) {
      if (isLockTimeout(error)) return serveUnlocked(batch);
      if (isUnavailable(error)) {
        rejectAll(batch, error);
        if (!isStatementTimeout(error)) for (const key of [...queues.keys()]) rejectAll(takeQueue(key), error);
        return [];
      }
      if (batch.length > 1) return serveFirstHalf(batch);
      rejectAll(batch, error);
      return [];
    }
  }

  /** The other half goes back to the front of the queue, so that it cannot overtake a request that is asked again. */
  async function serveFirstHalf(batch: Batch): Promise<Batch> {
    const middle = Math.ceil(batch.length / 2);
    putBack(batch.slice(middle));
    return serve(batch.slice(0, middle));
  }

  async function serveUnlocked(batch: Batch): Promise<Batch> {
    const requests = Map.groupBy(batch, ({ key }) => key);
    const keys = [...requests.keys()];
    const locked = keys.length === 1 ? keys : await findLocked(keys).catch(() => []);
    // The wait was for another lock, or is over.
    if (locked.length === 0) return serveFirstHalf(batch);
    // Many at once are nobody's own trouble, but another server's batch on a slow disk.
    for (const group of locked.length > MAX_LOCKED_ALONE ? [locked] : locked.map((key) => [key])) {
      const queue = group.flatMap((key) => [...(requests.get(key) ?? []), ...takeQueue(key)]);
      serveApart(group, queue);
    }
    return serve(batch.filter(({ key }) => !locked.includes(key)));
  }

  function serveApart(keys: number[], queue: Batch): void {
    if (beginLongWait()) {
      for (const key of keys) apart.set(key, queue);
      void waitForLocks(keys, queue);
    } else rejectAll(queue, tryLater());
  }

  async function waitForLocks(keys: number[], queue: Batch): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.splice(0, largestBatch);
      try {
        queue.unshift(...(await runOnce(batch, LONG_LOCK_WAIT_MS)));
        for (const { key } of batch) stuck.delete(key);
      } catch (error) {
        const locked = isLockTimeout(error) ? await findStuck(keys) : undefined;
        // From here to the end nothing is awaited, so that no request can join the queue unseen.
        const requests = [...batch, ...queue.splice(0)];
        if (locked) refuseStuck(locked, requests);
        else if (isUnavailable(error) || requests.length === 1) rejectAll(requests, error);
        else putBack(requests);
      }
    }
    for (const key of keys) apart.delete(key);
    endLongWait();
    start();
  }

  const findStuck = async (keys: number[]) => (keys.length === 1 ? keys : findLocked(keys).catch(() => keys));

  function refuseStuck(locked: number[], requests: Batch): void {
    for (const key of locked) stuck.add(key);
    const isStuck = ({ key }: { key: number }) => locked.includes(key);
    rejectAll(requests.filter(isStuck), tryLater());
    putBack(requests.filter((waiting) => !isStuck(waiting)));
  }

  async function drain(): Promise<void> {
    while (queues.size > 0) putBack(await serve(takeBatch()));
    isBusy = false;
  }

  return {
    /** Has a request for this key waited too long already? Then the next would, too. */
    isLate(key: number): boolean {
      const first = queues.get(key)?.[0];
      return first !== undefined && performance.now() - first.since > LONGEST_WAIT_MS;
    },
    submit: (key: number, request: Request) =>
      new Promise<Result>((resolve, reject) => {
        const waiting = { request, key, since: performance.now(), span: currentSpan(), resolve, reject };
        const queueApart = apart.get(key);
        if (queueApart) queueApart.push(waiting);
        else if (stuck.has(key)) serveApart([key], [waiting]);
        else {
          const queue = queues.get(key);
          if (queue) queue.push(waiting);
          else queues.set(key, [waiting]);
          start();
        }
      }),
  };
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
