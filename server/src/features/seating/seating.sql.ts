import type { Role, UserSummary } from '@moviebooking/contract/accounts';
import { ALL_SEATS } from '@moviebooking/contract/seats';
import type { Pool, Statement } from '../../platform/database/database.ts';
import { toShow } from '../catalogue/show.ts';

export type HoldOutcome =
  | 'HELD'
  | 'NONE'
  | 'TOO_MANY'
  | 'AGAIN'
  | 'NO_USER'
  | 'NO_SHOW'
  | 'STARTED'
  | 'CANCELLED'
  | 'WAITING';

export interface HoldRow {
  /** The position of the request in its call, from 1. */
  place: number;
  outcome: HoldOutcome;
  /** A closed seat is in both lists. */
  held: number[] | null;
  conflicts: number[] | null;
  held_until: Date;
  /** The conflicts that are free places, but not for this request. */
  wheelchair: number[] | null;
  companion: number[] | null;
}

interface HoldBatch {
  showIds: number[];
  userIds: number[];
  seatLists: string[];
  areInRoom: boolean[];
  contested: boolean[];
  areAccessible: boolean[];
}

const seconds = (count: number) => `${count} seconds`;

/** Returns a HoldRow for each request. */
export function holdSeats(
  { showIds, userIds, seatLists, areInRoom, contested, areAccessible }: HoldBatch,
  limits: { holdSeconds: number; holdMaxSeconds: number; leaseSeconds: number; lockWaitMs: number; hasLines: boolean },
): Statement {
  return {
    name: 'hold_seats',
    text: 'select * from ledger.hold_seats($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) order by place',
    values: [
      showIds,
      userIds,
      seatLists,
      areInRoom,
      contested,
      seconds(limits.holdSeconds),
      seconds(limits.holdMaxSeconds),
      seconds(limits.leaseSeconds),
      limits.lockWaitMs,
      limits.hasLines,
      areAccessible,
    ],
  };
}

/** A request that released at least one seat. */
export interface ReleaseRow {
  /** The position of the request in its call, from 1. */
  place: number;
  released: number[];
}

/** An empty list of seats stands for all that the user holds. */
export const releaseHolds = (
  showIds: number[],
  userIds: number[],
  seatLists: string[],
  lockWaitMs: number,
): Statement => ({
  name: 'release_holds',
  text: 'select * from ledger.release_holds($1, $2, $3, $4)',
  values: [showIds, userIds, seatLists, lockWaitMs],
});

/** Locks the shows until the transaction ends. */
export const lockShows = (showIds: number[], lockWaitMs: number): Statement => ({
  name: 'lock_shows',
  text: 'select ledger.lock_shows($1, $2)',
  values: [showIds, lockWaitMs],
});

/** Returns the shows whose versions another transaction has locked right now. */
export async function findLockedShows(pool: Pool, showIds: number[]): Promise<number[]> {
  const { rows } = await pool.query<{ show_id: number }>(
    `with unlocked as materialized (
       select show_id from seat_versions where show_id = any ($1) for no key update skip locked
     )
     select show_id from seat_versions where show_id = any ($1) and show_id not in (select show_id from unlocked)`,
    [showIds],
  );
  return rows.map(({ show_id }) => show_id);
}

/** Returns the number of shows whose places are ordinary seats from now on. */
export async function releasePlaces(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ shows: number }>({
    name: 'release_places',
    text: 'select ledger.release_places() as shows',
  });
  return rows[0]?.shows ?? 0;
}

export async function releaseExpired(pool: Pool, graceSeconds: number): Promise<number> {
  const { rows } = await pool.query<{ freed: number }>({
    name: 'release_expired_holds',
    text: 'select ledger.release_expired_holds($1) as freed',
    values: [seconds(graceSeconds)],
  });
  return rows[0]?.freed ?? 0;
}

export interface UserInRoom {
  showId: number;
  userId: number;
}

/** Sets the leases of users in a room and of users who have left one; `lease` and `grace` are in seconds. */
export async function setLeasesOf(
  pool: Pool,
  present: UserInRoom[],
  away: UserInRoom[],
  { lease, grace }: { lease: number; grace: number },
): Promise<void> {
  const lists = (users: UserInRoom[]) => [users.map(({ showId }) => showId), users.map(({ userId }) => userId)];
  await pool.query({
    name: 'renew_leases_and_start_graces',
    text: 'select ledger.renew_leases($1, $2, $3), ledger.renew_leases($4, $5, $6)',
    values: [...lists(present), seconds(lease), ...lists(away), seconds(grace)],
  });
}

export interface SeatsRow {
  epoch: string;
  version: number;
  booked: number[];
  /** Seat, user and expiry of each live hold, as parallel lists in seat order. */
  held: number[];
  holders: number[];
  held_until: Date[];
  /** Seats that are out of service and not sold. */
  closed: number[];
  /** Marked places that are not ordinary seats yet. Null if there are none. */
  wheelchair: number[] | null;
  companion: number[] | null;
}

export interface SnapshotRow extends SeatsRow {
  show_id: number;
  /** By user id; users without an account are missing. */
  roles: Record<string, Role> | null;
  cancel_reason: string | null;
}

/** Returns a row for each show that exists, with the roles of the users who asked for it. */
export async function readSnapshotsOf(
  pool: Pool,
  showIds: number[],
  userIds: (number | null)[],
): Promise<SnapshotRow[]> {
  const { rows } = await pool.query<SnapshotRow>({
    name: 'read_snapshots',
    text: `select s.*, p.wheelchair, p.companion
      from ledger.read_snapshots($1, $2) s left join ledger.read_places($1) p on p.show_id = s.show_id`,
    values: [showIds, userIds],
  });
  return rows;
}

interface SeatMapRow extends SeatsRow {
  cancel_reason: string | null;
  bookings: number;
  /** JSON text. */
  show: string;
}

export type SeatsAndShow = Awaited<ReturnType<typeof selectSeatsAndShows>>[number];

/** Leaves out shows that do not exist. In any order. */
export async function selectSeatsAndShows(pool: Pool, showIds: number[]) {
  const { rows } = await pool.query<SeatMapRow>({
    name: 'read_seat_maps',
    text: `select s.*, p.wheelchair, p.companion
      from ledger.read_seat_maps($1) s left join ledger.read_places($1) p on p.show_id = s.show_id`,
    values: [`{${showIds}}`],
  });
  return rows.map((row) => {
    const unavailable = new Set([...row.booked, ...row.held, ...row.closed]);
    const counts = {
      sold_seats: row.booked.length,
      taken_seats: row.booked.length + row.held.length,
      sellable_seats: ALL_SEATS.length - row.closed.length,
      free_places: [...(row.wheelchair ?? []), ...(row.companion ?? [])].filter((seat) => !unavailable.has(seat))
        .length,
    };
    return { seats: row, show: toShow({ ...JSON.parse(row.show), ...row, ...counts }) };
  });
}

export async function selectUsers(pool: Pool, userIds: number[]): Promise<Map<number, UserSummary>> {
  const { rows } = await pool.query<UserSummary>('select id, name, email from users where id = any ($1)', [userIds]);
  return new Map(rows.map((user) => [user.id, user]));
}

/** Starts a new epoch, because the ledger's past has changed during this one. */
export async function startEpochAfter(pool: Pool, ending: string): Promise<void> {
  await pool.query('select ledger.start_epoch($1)', [ending]);
}

export const CHECK_EPOCH = 'select ledger.check_epoch() as epoch';
