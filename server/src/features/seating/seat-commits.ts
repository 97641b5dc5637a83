/**
 * Requests that change seats, of whichever verb (hold, release, book, cancel): those that wait together travel in one
 * transaction, because their verbs want the same locks, and one after the other would only wait for each other. Within a
 * verb the database decides in the order of arrival; a request that wants what an earlier one of another verb wants too goes
 * into the next batch.
 */

import { AGAIN, createGroupCommit, type Submit } from '../../platform/batching/group-commit.ts';
import type { Pool, Statement } from '../../platform/database/database.ts';
import type { Refusal } from '../../platform/errors/refusal.ts';
import { findLockedShows, lockShows } from './seating.sql.ts';

/** With two, plain bookings were a tenth faster, and in a rush with all verbs they took half as long again. */
const LANES = 1;
const LARGEST_BATCH = 256;

export interface Verb<Request, Row, Result> {
  /** In metrics and traces. */
  name: string;
  /** What requests of different verbs may compete for. */
  marksOf: (request: Request) => (string | number)[];
  /** One statement for all of them. It waits so long for locks, and what it answers with decides about each request. */
  prepare: (
    batch: Request[],
    lockWaitMs: number,
  ) => { statement: Statement; decide: (rows: Row[]) => (Result | Refusal | typeof AGAIN)[] };
}

interface RequestForShow {
  showId: number;
}

/** Gives a verb its way into the batches. */
export type SeatCommits = <Request extends RequestForShow, Row, Result>(
  verb: Verb<Request, Row, Result>,
) => Submit<Request, Result>;

interface Parts {
  ledgerPool: Pool;
  /** Transactions under way at once, and how many requests may share one. */
  lanes?: number;
  largestBatch?: number;
  /** `waitedMs` is how long the first of the verb has waited. */
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
}: Parts): SeatCommits {
  async function send(statements: Statement[], batch: Asked[], lockWaitMs: number): Promise<{ rows: unknown[] }[]> {
    const [only, ...others] = statements;
    if (only && others.length === 0) return [await ledgerPool.query(only)];
    const showIds = batch.map(({ request: { showId } }) => showId);
    // First of all, and in the order of the shows: two servers would else wait for each other.
    const [_, ...results] = await ledgerPool.commitTogether([lockShows(showIds, lockWaitMs), ...statements]);
    return results;
  }

  const submit = createGroupCommit<Asked, unknown>({
    ...{ lanes, largestBatch },
    keyOf: ({ request }) => request.showId,
    // A flood of holds leaves room for bookings.
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
        for (const [place, one] of asked.entries()) answers.set(one, decided[place]);
      }
      return batch.map((one) => (answers.has(one) ? answers.get(one) : AGAIN));
    },
  });

  return <Request extends RequestForShow, Row, Result>(verb: Verb<Request, Row, Result>) => {
    const asked = verb as unknown as Asked['verb'];
    return (request: Request) => submit({ verb: asked, request }) as Promise<Result>;
  };
}

/** Without the requests that want what an earlier one of another verb wants, or one that has to wait for such a one. */
function withoutLaterVerbs(batch: Asked[]): Asked[] {
  if (batch.every(({ verb }) => verb === batch[0]?.verb)) return batch;
  const wantedBy = new Map<string | number, Asked['verb'] | undefined>();
  return batch.filter(({ verb, request }) => {
    const marks = verb.marksOf(request);
    const isLater = marks.some((mark) => wantedBy.has(mark) && wantedBy.get(mark) !== verb);
    for (const mark of marks) wantedBy.set(mark, isLater ? undefined : verb);
    return !isLater;
  });
}
