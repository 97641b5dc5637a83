/** Parses what the database publishes about seats (server/functions/seats/publish-changes.sql): JSON arrays of changes. */
import type { ReleaseReason } from '@moviebooking/contract/live';
import { ALL_SEATS, seatAt } from '@moviebooking/contract/seats';
import { z } from 'zod';

export const SEAT_CHANNEL = 'seats';

const id = z.int().positive();
const milliseconds = z.int();
const common = {
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
const changeSchema = z.discriminatedUnion('kind', [
  z.object({ ...common, kind: z.literal('held'), expiresAt: milliseconds, isOffer: z.boolean().optional() }),
  z.object({ ...common, kind: z.literal('released'), reason, isOffer: z.boolean().optional() }),
  z.object({ ...common, kind: z.literal('booked'), bookedAt: milliseconds, bookingId: id }),
  z.object({ ...common, kind: z.literal('cancelled'), bookingId: id }),
  z.object({ kind: z.literal('show-cancelled') }),
  z.object({ kind: z.literal('closed') }),
]);
const payloadSchema = z.array(
  z.object({ showId: id, epoch: z.string().optional(), version: id, change: changeSchema }),
);

type Change = z.infer<typeof changeSchema>;
type WithSeatIds<Kind> = Kind extends { seats: number[] } ? Omit<Kind, 'seats'> & { seats: string[] } : Kind;

/**
 * One committed change of a show's seats; times are milliseconds since 1970. 'closed' (other seats are out of service now)
 * and 'show-cancelled' name no seats: rooms need a snapshot.
 */
export type SeatChange = { showId: number; epoch: string | undefined; version: number } & WithSeatIds<Change>;

/** A change that names the seats that changed. */
export type ChangeOfSeats = Extract<SeatChange, { seats: string[] }>;

export const namesSeats = (change: SeatChange): change is ChangeOfSeats => 'seats' in change;

/** Throws if this server does not understand the payload. */
export function parseChanges(payload: string): SeatChange[] {
  const published = payloadSchema.parse(JSON.parse(payload));
  return published.map(({ showId, epoch, version, change }) => {
    const common = { showId, epoch, version };
    return 'seats' in change ? { ...common, ...change, seats: change.seats.map(seatAt) } : { ...common, ...change };
  });
}
