/**
 * Group commit: requests that arrive while a batch is running form the next one, so a thousand requests cost a few
 * transactions. Every request competes for a key. Requests with the same key are served in order of arrival, and keys take
 * turns, so a rush for one key does not delay the others. A batch may answer AGAIN for a request that must wait for an earlier
 * one in the same batch; it goes first in the next. A batch that lost a race with another server is retried. One that fails
 * for another reason is split, so that a request that cannot succeed fails alone. When the database is unreachable, all queued
 * requests fail immediately.
 *
 * A key that somebody else keeps locked is detected after a short wait and served separately until it is free, so only its
 * own requests are delayed or refused. Queues are limited per key and in total; requests beyond that, or queued for more than
 * a few seconds, are refused.
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
/** If more keys than this are locked at once, they wait together. */
const MAX_LOCKED_ALONE = 2;
/** Serialization failure, deadlock, unique key, foreign key: another server was faster, and a retry sees what it did. */
const LOST_RACE = /^(40001|40P01|23505|23503)$/;
const LOCK_TIMEOUT = '55P03';

export interface Locks {
  /** Returns those of the keys that somebody else has locked. */
  findLocked: (keys: number[]) => Promise<number[]>;
  /** Reserves one of the few connections that may wait long for a lock; returns false if there is none left. */
  beginLongWait: () => boolean;
  endLongWait: () => void;
}

interface Options<Request, Result> extends Locks {
  /** Names the batch in traces. */
  nameOf: (batch: Request[]) => string;
  /** Runs the batch in one transaction that waits up to `lockWaitMs` for locks. Returns the results in the same order. */
  run: (batch: Request[], lockWaitMs: number) => Promise<(Result | Refusal | typeof AGAIN)[]>;
  keyOf: (request: Request) => number;
  /** Each kind of request has its own queue limits. */
  kindOf?: (request: Request) => unknown;
  /** How many batches may run at once. A key always uses the same lane. */
  lanes: number;
  largestBatch: number;
  /** `since` is the time of arrival. */
  onBatch?: (batch: readonly { request: Request; since: number }[]) => void;
}

interface Waiting<Request, Result> {
  request: Request;
  key: number;
  since: number;
  /** The span that was active when the request arrived. */
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
  /** By key, in order of whose turn it is. */
  const queues = new Map<number, Batch>();
  /** Requests for keys that somebody else has locked. Keys that wait together share a queue. */
  const separate = new Map<number, Batch>();
  /** Keys that stayed locked too long and have not been seen free since. They are served separately from the start. */
  const stuck = new Set<number>();
  let isBusy = false;

  const rejectAll = (batch: Batch, reason: unknown) => {
    for (const { reject } of batch) reject(reason);
  };

  function start(): void {
    if (isBusy) return;
    isBusy = true;
    // Deferred, so that requests still being read in this turn of the event loop join the batch.
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
    // A key that is set again moves to the end, so this loop visits it again after all others.
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

  /** Returns the requests that were answered AGAIN. */
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

  /** The second half goes back to the front of the queue first, so it cannot overtake a request that is answered AGAIN. */
  async function serveFirstHalf(batch: Batch): Promise<Batch> {
    const middle = Math.ceil(batch.length / 2);
    putBack(batch.slice(middle));
    return serve(batch.slice(0, middle));
  }

  async function serveUnlocked(batch: Batch): Promise<Batch> {
    const requests = Map.groupBy(batch, ({ key }) => key);
    const keys = [...requests.keys()];
    const locked = keys.length === 1 ? keys : await findLocked(keys).catch(() => []);
    // The timeout was for another lock, or the key has been freed.
    if (locked.length === 0) return serveFirstHalf(batch);
    // Many locked keys usually mean one slow batch of another server, so a single connection waits for them all.
    for (const group of locked.length > MAX_LOCKED_ALONE ? [locked] : locked.map((key) => [key])) {
      const queue = group.flatMap((key) => [...(requests.get(key) ?? []), ...takeQueue(key)]);
      serveSeparately(group, queue);
    }
    return serve(batch.filter(({ key }) => !locked.includes(key)));
  }

  function serveSeparately(keys: number[], queue: Batch): void {
    if (beginLongWait()) {
      for (const key of keys) separate.set(key, queue);
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
        // No await from here on: a request could otherwise join the queue unseen.
        const requests = [...batch, ...queue.splice(0)];
        if (locked) refuseStuck(locked, requests);
        else if (isUnavailable(error) || requests.length === 1) rejectAll(requests, error);
        else putBack(requests);
      }
    }
    for (const key of keys) separate.delete(key);
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
    /** True if the oldest request for this key has waited too long, so another one would as well. */
    isLate(key: number): boolean {
      const first = queues.get(key)?.[0];
      return first !== undefined && performance.now() - first.since > LONGEST_WAIT_MS;
    },
    submit: (key: number, request: Request) =>
      new Promise<Result>((resolve, reject) => {
        const waiting = { request, key, since: performance.now(), span: currentSpan(), resolve, reject };
        const separateQueue = separate.get(key);
        if (separateQueue) separateQueue.push(waiting);
        else if (stuck.has(key)) serveSeparately([key], [waiting]);
        else {
          const queue = queues.get(key);
          if (queue) queue.push(waiting);
          else queues.set(key, [waiting]);
          start();
        }
      }),
  };
}

/** For each request: does it share a mark with an earlier one in the batch? */
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
