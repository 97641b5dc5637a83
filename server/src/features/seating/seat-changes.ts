/** Reads what the database publishes about seats (ledger/publish-changes.sql): a JSON array of changes in each payload. */
import type { ReleaseReason } from '@moviebooking/contract/live';
import { ALL_SEATS, seatAt } from '@moviebooking/contract/seats';
import { z } from 'zod';

export const SEAT_CHANNEL = 'seats';

const id = z.int().positive();
const milliseconds = z.int();
const common = {
  showId: id,
  version: id,
  userId: id,
  seats: z
    .array(
      z
        .int()
        .min(0)
        .max(ALL_SEATS.length - 1),
    )
    .min(1),
};
const reason = z.enum(['released', 'expired', 'disconnected'] satisfies ReleaseReason[]);
const payloadSchema = z.array(
  z.discriminatedUnion('kind', [
    z.object({ ...common, kind: z.literal('held'), expiresAt: milliseconds }),
    z.object({ ...common, kind: z.literal('released'), reason }),
    z.object({ ...common, kind: z.literal('booked'), bookedAt: milliseconds, bookingId: id }),
    z.object({ ...common, kind: z.literal('cancelled'), bookingId: id }),
  ]),
);
type Published = z.infer<typeof payloadSchema>[number];

/** One committed change of a show's seats, with seat ids; times are milliseconds since 1970. */
export type SeatChange = WithSeatIds<Published>;
type WithSeatIds<Change> = Change extends Published ? Omit<Change, 'seats'> & { seats: string[] } : never;

/** Throws when the payload is not what this server understands. */
export const parseChanges = (payload: string): SeatChange[] =>
  payloadSchema.parse(JSON.parse(payload)).map((change) => ({ ...change, seats: change.seats.map(seatAt) }));
