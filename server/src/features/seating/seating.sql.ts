import type { Role, UserSummary } from '@moviebooking/contract/accounts';
import type { Show } from '@moviebooking/contract/catalogue';
import type { Pool } from '../../platform/database.ts';
import { SHOW_COLUMNS, toShow } from '../catalogue/show.ts';

export type HoldOutcome = 'HELD' | 'NONE' | 'TOO_MANY' | 'AGAIN' | 'NO_USER' | 'NO_SHOW' | 'STARTED';

export interface HoldRow {
  place: number;
  outcome: HoldOutcome;
  held: number[] | null;
  conflicts: number[] | null;
  held_until: Date;
}

interface HoldBatch {
  showIds: number[];
  userIds: number[];
  seatLists: string[];
  areWatching: boolean[];
  contested: boolean[];
}

const seconds = (count: number) => `${count} seconds`;

export async function holdSeatsOf(
  pool: Pool,
  { showIds, userIds, seatLists, areWatching, contested }: HoldBatch,
  limits: { holdSeconds: number; holdMaxSeconds: number; watchSeconds: number },
): Promise<HoldRow[]> {
  const { rows } = await pool.query<HoldRow>({
    name: 'hold_seats',
    text: 'select * from hold_seats($1, $2, $3, $4, $5, $6, $7, $8) order by place',
    values: [
      showIds,
      userIds,
      seatLists,
      areWatching,
      contested,
      seconds(limits.holdSeconds),
      seconds(limits.holdMaxSeconds),
      seconds(limits.watchSeconds),
    ],
  });
  return rows;
}

/** Which of the requests let go of which seats; an empty list asks for all that the user holds. */
export async function releaseHoldsOf(
  pool: Pool,
  showIds: number[],
  userIds: number[],
  seatLists: string[],
): Promise<{ place: number; released: number[] }[]> {
  const { rows } = await pool.query({
    name: 'release_holds',
    text: 'select * from release_holds($1, $2, $3)',
    values: [showIds, userIds, seatLists],
  });
  return rows;
}

export async function releaseLapsed(pool: Pool, graceSeconds: number): Promise<number> {
  const { rows } = await pool.query<{ freed: number }>({
    name: 'release_lapsed_holds',
    text: 'select release_lapsed_holds($1) as freed',
    values: [seconds(graceSeconds)],
  });
  return rows[0]?.freed ?? 0;
}

export async function noteWatchers(
  pool: Pool,
  watchers: { showId: number; userId: number }[],
  timeToLiveSeconds: number | null,
): Promise<void> {
  await pool.query({
    name: 'note_watchers',
    text: 'select note_watchers($1, $2, $3)',
    values: [
      watchers.map(({ showId }) => showId),
      watchers.map(({ userId }) => userId),
      timeToLiveSeconds === null ? null : seconds(timeToLiveSeconds),
    ],
  });
}

export interface SeatsRow {
  version: number;
  booked: number[];
  /** seat, user and expiry of each live hold, as parallel lists in the order of the seats. */
  held: number[];
  holders: number[];
  held_until: Date[];
}

const SEATS_COLUMNS = `v.version, s.booked, s.held, s.holders, s.held_until`;
const SEATS_JOIN = `
  cross join lateral (
    select
      coalesce(array_agg(t.seat order by t.seat) filter (where t.booking_id is not null), '{}') as booked,
      coalesce(array_agg(t.seat order by t.seat) filter (where t.booking_id is null), '{}') as held,
      coalesce(array_agg(t.user_id order by t.seat) filter (where t.booking_id is null), '{}') as holders,
      coalesce(array_agg(t.held_until order by t.seat) filter (where t.booking_id is null), '{}') as held_until,
      count(distinct t.booking_id)::integer as bookings
    from seats t
    where t.show_id = v.show_id and (t.booking_id is not null or t.held_until > clock_timestamp())
  ) s`;

export async function selectSeats(pool: Pool, showId: number): Promise<SeatsRow | undefined> {
  const { rows } = await pool.query<SeatsRow>({
    name: 'select_seats',
    text: `select ${SEATS_COLUMNS} from seat_versions v ${SEATS_JOIN} where v.show_id = $1`,
    values: [showId],
  });
  return rows[0];
}

export async function selectSeatsAndShow(
  pool: Pool,
  showId: number,
): Promise<{ seats: SeatsRow; show: Show } | undefined> {
  const { rows } = await pool.query({
    name: 'select_seats_and_show',
    text: `
      select ${SEATS_COLUMNS}, s.bookings, show.price_paise, ${SHOW_COLUMNS}
      from seat_versions v
        join show_details show on show.show_id = v.show_id
        ${SEATS_JOIN}
      where v.show_id = $1`,
    values: [showId],
  });
  const row = rows[0];
  return row && { seats: row, show: toShow({ ...row, taken_seats: row.booked.length + row.held.length }) };
}

export async function selectRoles(pool: Pool, userIds: number[]): Promise<Map<number, Role>> {
  const { rows } = await pool.query<{ id: number; role: Role }>({
    name: 'select_roles',
    text: 'select id, role from users where id = any ($1)',
    values: [userIds],
  });
  return new Map(rows.map(({ id, role }) => [id, role]));
}

export async function selectBookers(pool: Pool, userIds: number[]): Promise<Map<number, UserSummary>> {
  const { rows } = await pool.query<UserSummary>({
    name: 'select_bookers',
    text: 'select id, name, email from users where id = any ($1)',
    values: [userIds],
  });
  return new Map(rows.map((booker) => [booker.id, booker]));
}
