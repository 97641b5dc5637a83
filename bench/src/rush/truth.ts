/** Compares what customers see and were answered with the database, during the rush and at the end. */
import { setTimeout as pause } from 'node:timers/promises';
import { openSeating } from '../../../server/src/features/seating/seating.ts';
import type { Pool } from '../../../server/src/platform/database/database.ts';
import { checkHistory, readChanges } from '../../../server/test/check-history.ts';
import type { Crowd } from './crowd-process.ts';
import type { Notes } from './notes.ts';
import { describeSeats } from './seat-state.ts';

/** The limit after which it will never match. */
const NEVER_RIGHT_MS = 30_000;
const POLL_MS = 100;
/** Required settings; this process holds no seats. */
const HOLDS = { holdSeconds: 1, holdMaxSeconds: 1, holdGraceSeconds: 1 };

/** Waits until every customer sees the actual seats. Returns the time since `since`, and whether some never did. */
export async function untilAllRight(crowd: Crowd, pool: Pool, since: number, stopping: AbortSignal) {
  const seating = openSeating({ pool, config: HOLDS });
  for (;;) {
    const showIds = await crowd.shows();
    const snapshots = await Promise.all(showIds.map((showId) => seating.readSnapshot(showId))).catch(() => []);
    const wrong = await crowd.compare(
      Object.fromEntries(snapshots.map((snapshot) => [snapshot.showId, describeSeats(snapshot)])),
    );
    const took = performance.now() - since;
    if (wrong.length === 0) return { took, stillWrong: [] };
    if (took > NEVER_RIGHT_MS) return { took, stillWrong: [`${wrong.length} customers stay wrong: ${wrong[0]}`] };
    await pause(POLL_MS, undefined, { signal: stopping });
  }
}

/** Returns all faults in the history of any show, and users who got more offers than they have waited. */
export async function checkHistories(pool: Pool, { operations, waits }: Notes): Promise<string[]> {
  const changes = await readChanges(pool);
  const faults: string[] = [];
  const offers = [...changes.values()].flat().filter((change) => change.kind === 'held' && change.isOffer);
  const nameOf = ({ showId, userId }: { showId: number; userId: number }) => `user ${userId} of show ${showId}`;
  const waited = Map.groupBy(waits, nameOf);
  for (const [name, made] of Map.groupBy(offers, nameOf))
    if (made.length > (waited.get(name)?.length ?? 0)) faults.push(`${name} got ${made.length} offers`);
  for (const [showId, ofShow] of Map.groupBy(operations, (operation) => operation.showId))
    for (const fault of await checkHistory(pool, showId, ofShow, changes)) faults.push(`show ${showId}: ${fault}`);
  return faults;
}
