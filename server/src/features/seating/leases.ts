/**
 * The leases of holds (docs/decisions/0007): every few seconds, and at each arrival, those of users in a room are
 * renewed; of a user who has left only the grace is left. Many are set in one statement, in the order asked for, and none
 * waits for a show that is locked.
 */
import { createBatches } from '../../platform/batching/batches.ts';
import type { Pool } from '../../platform/database/database.ts';
import { setLeasesOf, type UserInRoom } from './seating.sql.ts';

const LARGEST_BATCH = 1000;

/** How often a server renews the leases of its users; when it dies a hold may outlive its grace by this much. */
export const leaseRenewalSeconds = (holdGraceSeconds: number): number => Math.min(5, holdGraceSeconds / 2);

export const leaseSeconds = (holdGraceSeconds: number): number =>
  holdGraceSeconds + leaseRenewalSeconds(holdGraceSeconds);

export interface Leases {
  /** These users are connected to these shows' rooms now; their holds live on. */
  renewLeases(users: UserInRoom[]): Promise<void>;
  /** The user's last connection here has left the room, or is gone: the grace begins. */
  startGrace(user: UserInRoom): Promise<void>;
}

export function openLeases(pool: Pool, holdGraceSeconds: number): Leases {
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
    async renewLeases(users) {
      await Promise.all(users.map((user) => setLease({ ...user, isPresent: true })));
    },
    startGrace: (user) => setLease({ ...user, isPresent: false }),
  };
}
