/**
 * Waitlists of shows. Users join, and leave; the transaction that frees seats offers them to whoever is next, by holding them
 * (server/functions/waitlist, docs/waitlist.md). No process keeps state about them.
 */
import type { Waiting } from '@moviebooking/contract/waitlist';
import { AGAIN, findContested } from '../../platform/batching/group-commit.ts';
import type { Database, Pool, Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors/refusal.ts';
import { repeat } from '../../platform/process/repeat.ts';
import type { SeatCommits } from '../seating/seat-commits.ts';
import { userKeyOf } from '../seating/seating.ts';
import {
  changeWaitlists,
  deleteEntriesOf,
  deleteEntriesOfStartedShows,
  selectAllEntriesOf,
  selectEntriesFor,
  selectEntriesOf,
  selectEntry,
  selectIsShow,
  selectSizes,
  toWaiting,
  updateOfferTime,
  type WaitRow,
} from './waitlist.sql.ts';

const CLEAN_EVERY_MS = 3_600_000;

interface WaitRequest {
  showId: number;
  userId: number;
  /** 0 takes the user off the list. */
  seats: number;
}

interface WaitlistOptions {
  pool: Pool;
  commits: SeatCommits;
  config: { offerMinutes: number };
  onProblem: (error: unknown) => void;
}

export type Waitlist = Awaited<ReturnType<typeof openWaitlist>>;

export async function openWaitlist({ pool, commits, config, onProblem }: WaitlistOptions) {
  await updateOfferTime(pool, config.offerMinutes);
  const change = commits<WaitRequest, WaitRow, Waiting | null>({
    name: 'wait',
    contentionKeysOf: (request) => [userKeyOf(request)],
    prepare(batch, lockWaitMs) {
      const contested = findContested(batch, (request) => [userKeyOf(request)]);
      const now = batch.filter((_, index) => !contested[index]);
      return {
        statement: changeWaitlists(
          now.map(({ showId }) => showId),
          now.map(({ userId }) => userId),
          now.map(({ seats }) => seats),
          lockWaitMs,
        ),
        decide(rows) {
          const decided = new Map(now.map((request, index) => [request, decide(rows[index] as WaitRow)]));
          return batch.map((request) => (decided.has(request) ? (decided.get(request) ?? null) : AGAIN));
        },
      };
    },
  });
  const stopCleaning = repeat(CLEAN_EVERY_MS, () => deleteEntriesOfStartedShows(pool), onProblem);

  /** Tells an empty answer from that about an unknown show. */
  async function orNotFound<Answer>(showId: number, answer: Answer): Promise<Answer> {
    if (!(await selectIsShow(pool, showId))) throw notFound();
    return answer;
  }

  return {
    join: change,
    leave: async (showId: number, userId: number) => void (await change({ showId, userId, seats: 0 })),
    find: async (showId: number, userId: number) =>
      (await selectEntry(pool, showId, userId)) ?? (await orNotFound(showId, null)),
    listOf: (userId: number) => selectEntriesOf(pool, userId),
    listFor: async (showId: number) => orNotFound(showId, await selectEntriesFor(pool, showId)),
    sizes: () => selectSizes(pool),
    close: stopCleaning,
  };
}

/** For an account that is being deleted. */
export const leaveAllWaitlists = (tx: Tx, userId: number): Promise<void> => deleteEntriesOf(tx, userId);

export const readWaitlistEntries = (db: Database, userId: number) => selectAllEntriesOf(db, userId);

const notFound = () => new Refusal('NOT_FOUND', 'Show not found');

function decide(row: WaitRow): Waiting | null | Refusal {
  switch (row.outcome) {
    case 'JOINED':
      return toWaiting(row);
    case 'LEFT':
      return null;
    case 'NO_USER':
      return new Refusal('UNAUTHENTICATED');
    case 'NO_SHOW':
      return notFound();
    case 'CANCELLED':
      return new Refusal('SHOW_CANCELLED');
    case 'STARTED':
      return new Refusal('SHOW_STARTED');
    case 'TOO_LATE':
      return new Refusal('TOO_LATE');
    case 'AVAILABLE':
      return new Refusal('SEATS_AVAILABLE');
  }
}
