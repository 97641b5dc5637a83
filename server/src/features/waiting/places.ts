/**
 * Enters, leaves and renews users' places in the database, in batches. What happens to one user at one show is written in
 * order; within one batch, only the last step counts.
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
/** After this many missed renewals a server counts as dead, whether or not the database has noticed. */
const MISSED_RENEWALS = 3;

export interface RoomConfig {
  roomLimit: number;
  roomMinutes: number;
  holdGraceSeconds: number;
}

interface Step extends UserAtShow {
  verb: 'enter' | 'leave' | 'disconnect';
}

/** How often a server renews the places of its users. If it crashes, a place may outlive its time by this much. */
export const placeRenewalSeconds = ({ holdGraceSeconds }: RoomConfig): number => Math.min(10, holdGraceSeconds / 2);

const NONE: PlaceRow = { state: null, position: null, seconds_per_place: null };
const keyOf = ({ showId, userId }: UserAtShow) => `${showId} ${userId}`;

export function openPlaces(pool: Pool, config: RoomConfig) {
  const awaySeconds = TIMES_THE_GRACE * config.holdGraceSeconds;
  const rules = { roomLimit: config.roomLimit, roomMinutes: config.roomMinutes, awaySeconds };
  const lease = {
    server: `live ${randomUUID()}`,
    leaseSeconds: awaySeconds + placeRenewalSeconds(config),
    renewalSeconds: MISSED_RENEWALS * placeRenewalSeconds(config),
  };

  const submit = createBatches<Step, PlaceRow>({
    largestBatch: LARGEST_BATCH,
    async run(batch) {
      const last = [...new Map(batch.map((step) => [keyOf(step), step])).values()];
      const leaving = last.filter(({ verb }) => verb !== 'enter');
      if (leaving.length > 0) {
        const users = leaving.map((step) => ({ ...step, isAway: step.verb === 'disconnect' }));
        await leaveLinesOf(pool, users, lease, rules);
      }
      const entering = last.filter(({ verb }) => verb === 'enter');
      const rows = entering.length > 0 ? await enterLinesOf(pool, entering, lease, rules) : [];
      const placeOf = new Map(entering.map((step, index) => [keyOf(step), rows[index] ?? NONE]));
      return batch.map((step) => placeOf.get(keyOf(step)) ?? NONE);
    },
  });

  return {
    /** This server's name in the database. */
    server: lease.server,
    /** Returns no state if the user has no place and needs none. */
    enter: (user: UserAtShow): Promise<PlaceRow> => submit({ ...user, verb: 'enter' }),
    /** Call it when the user's last connection here has left the show. */
    async leave(user: UserAtShow): Promise<void> {
      await submit({ ...user, verb: 'leave' });
    },
    /** Call it when the user's last connection here was lost; the user may come back. */
    async disconnect(user: UserAtShow): Promise<void> {
      await submit({ ...user, verb: 'disconnect' });
    },
    /** Renews the places of connected users. Returns the shows for which one of them has no place. */
    async renew(users: UserAtShow[]): Promise<number[]> {
      const missing: number[] = [];
      for (let from = 0; from < users.length; from += LARGEST_RENEWAL)
        missing.push(...(await renewPlacesOf(pool, users.slice(from, from + LARGEST_RENEWAL), lease)));
      return missing;
    },
    /** Ends expired places of all shows and booked ones of these shows, and admits whoever is next. */
    advance: (showIds: number[]): Promise<void> => advanceLines(pool, showIds, rules),
    read: (showIds: number[]): Promise<LineRow[]> => selectLines(pool, showIds),
  };
}
