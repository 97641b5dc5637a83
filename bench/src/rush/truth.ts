/** Compares what customers see and were answered with the database, during the rush and at the end. */
import { setTimeout as pause } from 'node:timers/promises';
import type { ChangeOfSeats } from '../../../server/src/features/seating/seat-changes.ts';
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

/** Returns all faults in the history of any show, and in what customers were told about offers. */
export async function checkHistories(pool: Pool, notes: Notes): Promise<string[]> {
  const changes = await readChanges(pool);
  const faults = await checkOffers(pool, notes, [...changes.values()].flat());
  for (const [showId, ofShow] of Map.groupBy(notes.operations, (operation) => operation.showId))
    for (const fault of await checkHistory(pool, showId, ofShow, changes)) faults.push(`show ${showId}: ${fault}`);
  return faults;
}

/** Each entry gets one offer at most, none is lost, and customers were told each offer once, and no other. */
async function checkOffers(pool: Pool, { waits, leavers, offers }: Notes, changes: ChangeOfSeats[]): Promise<string[]> {
  const { rows: left } = await pool.query<Entry>(
    'select show_id as "showId", user_id as "userId" from waitlist where offered is null',
  );
  const made = changes.flatMap((change) => (change.kind === 'held' && change.isOffer ? [change] : []));
  const faults: string[] = [];
  const [waited, offered, waiting] = [waits, made, left].map((entries) => Map.groupBy<string, Entry>(entries, nameOf));
  const hasLeft = new Set(leavers.map(nameOf));
  for (const [name, entries] of Map.groupBy(waits, nameOf)) {
    const certain = entries.filter(({ isCertain }) => isCertain).length;
    const known = (offered?.get(name)?.length ?? 0) + (waiting?.get(name)?.length ?? 0);
    if (known < certain && !hasLeft.has(name)) faults.push(`${name} waited ${certain} times; ${known} are known`);
  }
  for (const [name, ofUser] of offered ?? [])
    if (ofUser.length > (waited?.get(name)?.length ?? 0)) faults.push(`${name} got ${ofUser.length} offers`);
  const madeOffers = new Set(made.map(describeOffer));
  for (const [offer, told] of Map.groupBy(offers, describeOffer))
    if (told.length > 1 || !madeOffers.has(offer)) faults.push(`told ${told.length} times of ${offer}`);
  return faults;
}

type Entry = { showId: number; userId: number };
type MadeOffer = Extract<ChangeOfSeats, { kind: 'held' }>;

const nameOf = ({ showId, userId }: Entry) => `user ${userId} of show ${showId}`;

const describeOffer = ({ seats, expiresAt, ...entry }: Entry & { seats: string[]; expiresAt: number | string }) =>
  `the offer of ${seats} to ${nameOf(entry)} until ${new Date(expiresAt).toISOString()}`;

/** Without faults customers are told every offer. Returns those made before `end` that were not heard. */
export async function findUnheardOffers(
  pool: Pool,
  { offers }: Notes,
  end: number,
  offerMs: number,
): Promise<string[]> {
  const heard = new Set(offers.map(describeOffer));
  const isDue = (change: ChangeOfSeats): change is MadeOffer =>
    change.kind === 'held' && change.isOffer === true && change.expiresAt - offerMs < end;
  const made = [...(await readChanges(pool)).values()].flat().filter(isDue).map(describeOffer);
  return made.filter((offer) => !heard.has(offer)).map((offer) => `nobody heard ${offer}`);
}
