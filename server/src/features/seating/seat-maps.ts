/**
 * Seat maps for GET /bookings/seats as JSON text, never older than the request. Concurrent requests for one show share a read,
 * and one statement reads the maps of many shows.
 */
import type { SeatMapAnswer } from '@moviebooking/contract/bookings';
import { ALL_SEATS } from '@moviebooking/contract/seats';
import { createBatches } from '../../platform/batching/batches.ts';
import { createSharedRead } from '../../platform/batching/shared-read.ts';
import type { Pool } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors/refusal.ts';
import { type SeatsAndShow, selectSeatsAndShows } from './seating.sql.ts';
import { describeSeats } from './snapshots.ts';

const LANES = 2;
const LARGEST_BATCH = 32;

/** Returns a function that reads a seat map, or rejects with NOT_FOUND if there is no such show. */
export function createSeatMapReader(pool: Pool): (showId: number) => Promise<string> {
  const read = createBatches<number, string>({
    lanes: LANES,
    largestBatch: LARGEST_BATCH,
    async run(showIds) {
      const found = await selectSeatsAndShows(pool, showIds);
      const texts = new Map(found.map((one) => [one.show.id, JSON.stringify(describeSeatMap(one))]));
      return showIds.map((showId) => texts.get(showId) ?? new Refusal('NOT_FOUND', 'Show not found'));
    },
  });
  return createSharedRead(read);
}

function describeSeatMap({ seats, show }: SeatsAndShow): SeatMapAnswer {
  const described = describeSeats(seats);
  const isBooked = new Set(described.bookedSeats);
  const seatMap = Object.fromEntries(
    ALL_SEATS.map((id) => [id, { id, isBooked: isBooked.has(id), isBlocked: id in described.blockedSeats }]),
  );
  return { success: true, show, seatMap, ...described, epoch: seats.epoch, version: seats.version };
}
