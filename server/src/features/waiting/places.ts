/**
 * Users' places in the database: entered, left and renewed for this server, in batches. What happens to one user at one show
 * is written in the order in which it happened here; of what happened within one batch the last counts.
 */
import { randomUUID } from 'node:crypto';
import { createBatches } from '../../platform/batching/batches.ts';
import type { Pool } from '../../platform/database/database.ts';
import {
  advanceLines,
  enterLinesOf,
  type LineRow,
  leaveLinesOf,
  type PlaceRow,
  renewPlacesOf,
  selectLines,
  type UserAtShow,
} from './waiting.sql.ts';

const LARGEST_BATCH = 256;
const LARGEST_RENEWAL = 1000;
const TIMES_THE_GRACE = 3;
/** A server that has missed so many renewals has died, whether or not the database has noticed. */
const MISSED_RENEWALS = 3;

export interface RoomConfig {
  roomLimit: number;
  roomMinutes: number;
  holdGraceSeconds: number;
}

interface Step extends UserAtShow {
  verb: 'enter' | 'leave' | 'go away';
}

/** How often a server renews the places of its users; when it dies a place may live this much longer. */
export const placeRenewalSeconds = ({ holdGraceSeconds }: RoomConfig): number => Math.min(10, holdGraceSeconds / 2);

export interface Places {
  /** As this server is called in the database. */
  readonly server: string;
  /** Without a state the user has no place and needs none. */
  enter(user: UserAtShow): Promise<PlaceRow>;
  /** The user's last connection here has left the show. */
  leave(user: UserAtShow): Promise<void>;
  /** The user's last connection here is gone, and may come back. */
  goAway(user: UserAtShow): Promise<void>;
  /** These users are connected here. Returns the shows at which one of them has no place. */
  renew(users: UserAtShow[]): Promise<number[]>;
  /** Ends what has run out in any line, and what bookings have ended in these, and lets in who is next. */
  advance(showIds: number[]): Promise<void>;
  read(showIds: number[]): Promise<LineRow[]>;
}

const NONE: PlaceRow = { state: null, position: null, seconds_per_place: null };
const keyOf = ({ showId, userId }: UserAtShow) => `${showId} ${userId}`;

export function openPlaces(pool: Pool, config: RoomConfig): Places {
  const awaySeconds = TIMES_THE_GRACE * config.holdGraceSeconds;
  const rules = { roomLimit: config.roomLimit, roomMinutes: config.roomMinutes, awaySeconds };
  const lease = {
    server: `live ${randomUUID()}`,
    leaseSeconds: awaySeconds + placeRenewalSeconds(config),
    renewalSeconds: MISSED_RENEWALS * placeRenewalSeconds(config),
  };

  const take = createBatches<Step, PlaceRow>({
    largestBatch: LARGEST_BATCH,
    async run(batch) {
      const last = [...new Map(batch.map((step) => [keyOf(step), step])).values()];
      const leaving = last.filter(({ verb }) => verb !== 'enter');
      if (leaving.length > 0) {
        const users = leaving.map((step) => ({ ...step, isAway: step.verb === 'go away' }));
        await leaveLinesOf(pool, users, lease, rules);
      }
      const entering = last.filter(({ verb }) => verb === 'enter');
      const rows = entering.length > 0 ? await enterLinesOf(pool, entering, lease, rules) : [];
      const placeOf = new Map(entering.map((step, index) => [keyOf(step), rows[index] ?? NONE]));
      return batch.map((step) => placeOf.get(keyOf(step)) ?? NONE);
    },
  });

  return {
    server: lease.server,
    enter: (user) => take({ ...user, verb: 'enter' }),
    async leave(user) {
      await take({ ...user, verb: 'leave' });
    },
    async goAway(user) {
      await take({ ...user, verb: 'go away' });
    },
    async renew(users) {
      const missing: number[] = [];
      for (let from = 0; from < users.length; from += LARGEST_RENEWAL)
        missing.push(...(await renewPlacesOf(pool, users.slice(from, from + LARGEST_RENEWAL), lease)));
      return missing;
    },
    advance: (showIds) => advanceLines(pool, showIds, rules),
    read: (showIds) => selectLines(pool, showIds),
  };
}
