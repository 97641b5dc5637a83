/**
 * Leases of holds (docs/decisions/0007). A user in a room has their lease renewed every few seconds and on each join; a user
 * who has left keeps only the grace period. One statement sets many leases, in the order of the calls, and none waits for a
 * locked show.
 */
import { createBatches } from '../../platform/batching/batches.ts';
import type { Pool } from '../../platform/database/database.ts';
import { setLeasesOf, type UserInRoom } from './seating.sql.ts';

const LARGEST_BATCH = 1000;

/** How often a server renews the leases of its users. If it crashes, a hold may outlive its grace period by this much. */
export const leaseRenewalSeconds = (holdGraceSeconds: number): number => Math.min(5, holdGraceSeconds / 2);

export const leaseSeconds = (holdGraceSeconds: number): number =>
  holdGraceSeconds + leaseRenewalSeconds(holdGraceSeconds);

export function openLeases(pool: Pool, holdGraceSeconds: number) {
  const lengths = { lease: leaseSeconds(holdGraceSeconds), grace: holdGraceSeconds };
  const setLease = createBatches<UserInRoom & { isPresent: boolean }, void>({
    largestBatch: LARGEST_BATCH,
    async run(batch) {
      const last = new Map(batch.map((user) => [`${user.showId} ${user.userId}`, user]));
      const { present = [], away = [] } = Object.groupBy(last.values(), ({ isPresent }) =>
        isPresent ? 'present' : 'away',
      );
      await setLeasesOf(pool, present, away, lengths);
      return batch.map(() => undefined);
    },
  });

  return {
    /** Keeps the holds of users who are in these shows' rooms. */
    async renewLeases(users: UserInRoom[]): Promise<void> {
      await Promise.all(users.map((user) => setLease({ ...user, isPresent: true })));
    },
    /** Starts the grace period, because the user's last connection here has left the room or disconnected. */
    startGrace: (user: UserInRoom): Promise<void> => setLease({ ...user, isPresent: false }),
  };
}
