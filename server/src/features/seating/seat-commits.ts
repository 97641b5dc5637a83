/**
 * Group commit for requests that change seats (hold, release, book, change, cancel). Requests that arrive together share one
 * transaction, because separate ones would only wait for each other's locks. Within a verb, the database decides in order
 * of arrival. A request that competes with an earlier one of another verb goes into the next batch.
 */
import { AGAIN, createGroupCommit, type Submit } from '../../platform/batching/group-commit.ts';
import type { Pool, Statement } from '../../platform/database/database.ts';
import type { Refusal } from '../../platform/errors/refusal.ts';
import { findLockedShows, lockShows } from './seating.sql.ts';

/** Two lanes made bookings alone 10 % faster, but 50 % slower in a rush of all verbs. */
const LANES = 1;
const LARGEST_BATCH = 256;

export interface Verb<Request, Row, Result> {
  /** Used in metrics and traces. */
  name: string;
  /** The keys of what the request wants: requests that share a key compete. */
  contentionKeysOf: (request: Request) => (string | number)[];
  /** Returns one statement for the whole batch, and how its rows decide each request. */
  prepare: (
    batch: Request[],
    lockWaitMs: number,
  ) => { statement: Statement; decide: (rows: Row[]) => (Result | Refusal | typeof AGAIN)[] };
}

interface RequestForShow {
  showId: number;
}

/** Returns the function that submits requests of a verb to the batches. */
export type SeatCommits = <Request extends RequestForShow, Row, Result>(
  verb: Verb<Request, Row, Result>,
) => Submit<Request, Result>;

interface SeatCommitsOptions {
  ledgerPool: Pool;
  /** How many transactions run at once, and how many requests may share one. */
  lanes?: number;
  largestBatch?: number;
  /** `waitedMs` is how long the first request of the verb has waited. */
  onBatch?: ((verb: string, size: number, waitedMs: number) => void) | undefined;
}

interface Asked {
  verb: Verb<RequestForShow, unknown, unknown>;
  request: RequestForShow;
}

export function openSeatCommits({
  ledgerPool,
  lanes = LANES,
  largestBatch = LARGEST_BATCH,
  onBatch,
}: SeatCommitsOptions): SeatCommits {
  async function send(statements: Statement[], batch: Asked[], lockWaitMs: number): Promise<{ rows: unknown[] }[]> {
    const [only, ...others] = statements;
    if (only && others.length === 0) return [await ledgerPool.query(only)];
    const showIds = batch.map(({ request: { showId } }) => showId);
    // Locks all shows first, in order: otherwise two servers could deadlock.
    const [_, ...results] = await ledgerPool.commitTogether([lockShows(showIds, lockWaitMs), ...statements]);
    return results;
  }

  const submit = createGroupCommit<Asked, unknown>({
    ...{ lanes, largestBatch },
    keyOf: ({ request }) => request.showId,
    // Each verb has its own limit on waiting requests, so a flood of holds cannot crowd out bookings.
    kindOf: ({ verb }) => verb,
    findLocked: (showIds) => findLockedShows(ledgerPool, showIds),
    beginLongWait: () => ledgerPool.beginLongWait(),
    endLongWait: () => ledgerPool.endLongWait(),
    nameOf: (batch) => `ledger ${[...new Set(batch.map(({ verb }) => verb.name))].join(', ')}`,
    onBatch(batch) {
      for (const [{ name }, waiting] of Map.groupBy(batch, ({ request }) => request.verb)) {
        onBatch?.(name, waiting.length, performance.now() - Math.min(...waiting.map(({ since }) => since)));
      }
    },
    async run(batch, lockWaitMs) {
      const byVerb = Map.groupBy(withoutLaterVerbs(batch), ({ verb }) => verb);
      const prepared = [...byVerb].map(([verb, asked]) => ({
        asked,
        ...verb.prepare(
          asked.map(({ request }) => request),
          lockWaitMs,
        ),
      }));
      const results = await send(
        prepared.map(({ statement }) => statement),
        batch,
        lockWaitMs,
      );
      const answers = new Map<Asked, unknown>();
      for (const [index, { asked, decide }] of prepared.entries()) {
        const decided = decide(results[index]?.rows ?? []);
        for (const [position, one] of asked.entries()) answers.set(one, decided[position]);
      }
      return batch.map((one) => (answers.has(one) ? answers.get(one) : AGAIN));
    },
  });

  return <Request extends RequestForShow, Row, Result>(verb: Verb<Request, Row, Result>) => {
    const asked = verb as unknown as Asked['verb'];
    return (request: Request) => submit({ verb: asked, request }) as Promise<Result>;
  };
}

/** Leaves out requests that compete with an earlier one of another verb, and those that compete with one left out. */
function withoutLaterVerbs(batch: Asked[]): Asked[] {
  if (batch.every(({ verb }) => verb === batch[0]?.verb)) return batch;
  const wantedBy = new Map<string | number, Asked['verb'] | undefined>();
  return batch.filter(({ verb, request }) => {
    const keys = verb.contentionKeysOf(request);
    const isLater = keys.some((key) => wantedBy.has(key) && wantedBy.get(key) !== verb);
    for (const key of keys) wantedBy.set(key, isLater ? undefined : verb);
    return !isLater;
  });
}
