/**
 * Snapshots of shows' seats, read in batches: concurrent joins of any shows share one statement, which also returns the
 * users' roles. A snapshot is never older than the call.
 */
import type { Role } from '@moviebooking/contract/accounts';
import type { BlockedSeats } from '@moviebooking/contract/bookings';
import type { SeatsSnapshot } from '@moviebooking/contract/live';
import { seatAt, seatsAt } from '@moviebooking/contract/seats';
import { createBatches } from '../../platform/batching/batches.ts';
import type { Pool } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors/refusal.ts';
import { readSnapshotsOf, type SeatsRow, type SnapshotRow } from './seating.sql.ts';

const LARGEST_BATCH = 256;

interface Request {
  showId: number;
  /** Null if the caller needs no role. */
  userId: number | null;
}

export interface SnapshotAndRole {
  snapshot: SeatsSnapshot;
  /** Undefined if the account does not exist. */
  role: Role | undefined;
}

function describeHolds({ held, holders, held_until }: SeatsRow): BlockedSeats {
  return Object.fromEntries(
    held.map((seat, index) => [
      seatAt(seat),
      { userId: holders[index] ?? 0, expiresAt: held_until[index]?.toISOString() ?? '' },
    ]),
  );
}

/** Seats out of service are listed as booked too, for clients that do not know about them. */
export const describeSeats = (row: SeatsRow) => ({
  bookedSeats: seatsAt([...row.booked, ...row.closed]),
  blockedSeats: describeHolds(row),
  closedSeats: row.closed.map(seatAt),
  wheelchairSeats: row.wheelchair?.map(seatAt) ?? [],
  companionSeats: row.companion?.map(seatAt) ?? [],
});

const describe = (row: SnapshotRow): SeatsSnapshot => ({
  showId: row.show_id,
  epoch: row.epoch,
  version: row.version,
  ...describeSeats(row),
  ...(row.cancel_reason === null ? {} : { cancelReason: row.cancel_reason }),
});

export function openSnapshots(pool: Pool, onBatch?: (size: number) => void) {
  const read = createBatches<Request, SnapshotAndRole>({
    largestBatch: LARGEST_BATCH,
    async run(batch) {
      onBatch?.(batch.length);
      const rows = await readSnapshotsOf(
        pool,
        batch.map(({ showId }) => showId),
        batch.map(({ userId }) => userId),
      );
      const shows = new Map(rows.map((row) => [row.show_id, { roles: row.roles, snapshot: describe(row) }]));
      return batch.map(({ showId, userId }) => {
        const show = shows.get(showId);
        if (!show) return new Refusal('NOT_FOUND', 'Show not found');
        return { snapshot: show.snapshot, role: show.roles?.[String(userId)] };
      });
    },
  });

  return {
    /** Rejects with NOT_FOUND if there is no such show. */
    readSnapshot: async (showId: number): Promise<SeatsSnapshot> => (await read({ showId, userId: null })).snapshot,
    readSnapshotAndRole: (showId: number, userId: number): Promise<SnapshotAndRole> => read({ showId, userId }),
  };
}
