import type { Lines } from '@moviebooking/contract/admin';
import type { Pool } from '../../platform/database/database.ts';

export const LINE_CHANNEL = 'lines';

export interface UserAtShow {
  showId: number;
  userId: number;
}

/** This server, and how many seconds it counts as alive and a place lasts without being renewed. */
export interface Lease {
  server: string;
  renewalSeconds: number;
  leaseSeconds: number;
}

/** How many users may be inside and for how long, and how long they may be disconnected. */
export interface RoomRules {
  roomLimit: number;
  roomMinutes: number;
  awaySeconds: number;
}

export interface PlaceRow {
  /** Null if the user has no place and may go in. */
  state: 'WAITING' | 'INSIDE' | null;
  position: number | null;
  seconds_per_place: number | null;
}

const seconds = (count: number) => `${count} seconds`;
const rulesOf = ({ roomLimit, roomMinutes, awaySeconds }: RoomRules) => [
  roomLimit,
  seconds(roomMinutes * 60),
  seconds(awaySeconds),
];
const leaseOf = ({ server, renewalSeconds, leaseSeconds }: Lease) => [
  server,
  seconds(renewalSeconds),
  seconds(leaseSeconds),
];
const showsOf = (users: UserAtShow[]) => users.map(({ showId }) => showId);
const idsOf = (users: UserAtShow[]) => users.map(({ userId }) => userId);

/** Returns the places of these users, in the same order. */
export async function enterLinesOf(
  pool: Pool,
  users: UserAtShow[],
  lease: Lease,
  rules: RoomRules,
): Promise<PlaceRow[]> {
  const { rows } = await pool.query<PlaceRow>({
    name: 'enter_lines',
    text: 'select state, position, seconds_per_place from ledger.enter_lines($1, $2, $3, $4, $5, $6, $7, $8) order by place',
    values: [showsOf(users), idsOf(users), ...leaseOf(lease), ...rulesOf(rules)],
  });
  return rows;
}

export async function leaveLinesOf(
  pool: Pool,
  users: (UserAtShow & { isAway: boolean })[],
  { server }: Lease,
  rules: RoomRules,
): Promise<void> {
  await pool.query({
    name: 'leave_lines',
    text: 'select ledger.leave_lines($1, $2, $3, $4, $5, $6, $7)',
    values: [showsOf(users), idsOf(users), users.map(({ isAway }) => isAway), server, ...rulesOf(rules)],
  });
}

/** Run it on a connection that lasts as long as this server, so that others notice its end immediately. */
export const showAlive = (server: string) => ({ text: 'select ledger.show_alive($1)', values: [server] });

/** Ends expired places of all shows and booked ones of these shows, and admits whoever is next. */
export async function advanceLines(pool: Pool, showIds: number[], rules: RoomRules): Promise<void> {
  await pool.query({
    name: 'advance_lines',
    text: 'select ledger.advance_lines($1, $2, $3, $4)',
    values: [showIds, ...rulesOf(rules)],
  });
}

/** Returns the shows for which one of these users has no place. */
export async function renewPlacesOf(pool: Pool, users: UserAtShow[], lease: Lease): Promise<number[]> {
  const { rows } = await pool.query<{ missing: number[] }>({
    name: 'renew_places',
    text: 'select ledger.renew_places($1, $2, $3, $4, $5) as missing',
    values: [showsOf(users), idsOf(users), ...leaseOf(lease)],
  });
  return rows[0]?.missing ?? [];
}

export interface LineRow {
  show_id: number;
  seconds_per_place: number | null;
  /** User ids, in queue order. */
  waiting: number[];
  inside: number[];
  timed_out: number[];
  booked: number[];
}

/** Returns the queues of these shows as of one moment. Leaves out shows without one. */
export async function selectLines(pool: Pool, showIds: number[]): Promise<LineRow[]> {
  const { rows } = await pool.query<LineRow>(
    `select l.show_id, l.seconds_per_place, p.waiting, p.inside, p.timed_out, p.booked
     from lines l cross join lateral (
       select
         coalesce(array_agg(p.user_id order by p.number) filter (where p.state = 'WAITING'), '{}') as waiting,
         coalesce(array_agg(p.user_id) filter (where p.state = 'INSIDE'), '{}') as inside,
         coalesce(array_agg(p.user_id) filter (where p.state = 'TIME_UP'), '{}') as timed_out,
         coalesce(array_agg(p.user_id) filter (where p.state = 'BOOKED'), '{}') as booked
       from line_places p where p.show_id = l.show_id
     ) p
     where l.show_id = any ($1)`,
    [showIds],
  );
  return rows;
}

/** Returns the size of each queue. */
export async function countLines(pool: Pool): Promise<Lines['lines']> {
  const { rows } = await pool.query({
    name: 'count_lines',
    text: `
      select show_id as "showId", count(*) filter (where state = 'WAITING')::integer as waiting,
        count(*) filter (where state = 'INSIDE')::integer as inside
      from line_places where state in ('WAITING', 'INSIDE') group by show_id order by show_id`,
  });
  return rows;
}
