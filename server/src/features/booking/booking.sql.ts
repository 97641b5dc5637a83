import { seatsAt } from '@moviebooking/contract/seats';
import type { Pool, Statement } from '../../platform/database/database.ts';
import { SHOW_COLUMNS, type ShowRow } from '../catalogue/show.ts';
import { type BookingRow, toBooking } from './booking-object.ts';
import type { BookingWithFacts } from './seat-tickets.ts';

export type BookOutcome =
  | 'BOOKED'
  | 'REPLAY'
  | 'MISMATCH'
  | 'TAKEN'
  | 'AGAIN'
  | 'NO_USER'
  | 'NO_SHOW'
  | 'CANCELLED'
  | 'STARTED'
  | 'WAITING'
  | 'OTHER_PRICE'
  | 'TOO_MANY';

/** The requested seats that can't be had. A closed seat is in both lists. */
export interface TakenSeats {
  booked: number[] | null;
  held: number[] | null;
  /** Places that can't be had that way, or, for a change, companion places that would be left. */
  wheelchair: number[] | null;
  companion: number[] | null;
}

export interface BookRow extends Omit<BookingRow, 'status' | 'cancel_reason'>, TakenSeats {
  /** The position of the request in its call, from 1. */
  place: number;
  outcome: BookOutcome;
}

interface BookBatch {
  showIds: number[];
  userIds: number[];
  seatLists: string[];
  /** Idempotency keys. Undefined if no request has one. */
  keys: (string | undefined)[] | undefined;
  contested: boolean[];
  lockWaitMs: number;
  /** In paise. Undefined if no request has one. */
  expectedTotals: (number | undefined)[] | undefined;
  /** 0 means no limit. */
  seatsPerUser: number;
  /** Whether the waiting room is on. */
  hasLines: boolean;
  areAccessible: boolean[];
}

/** Returns a BookRow for each request. */
export function bookSeats(batch: BookBatch): Statement {
  const { showIds, userIds, seatLists, keys, contested, lockWaitMs, expectedTotals, seatsPerUser, hasLines } = batch;
  return {
    name: 'book_seats',
    text: `
      with r as materialized (
        select *, ($1::integer[])[place] as show_id from ledger.book_seats($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
      )
      select r.place, r.outcome, r.booking_id, r.price_paise, r.created_at, r.booked, r.held, r.wheelchair, r.companion,
        ${SHOW_COLUMNS}
      from r left join ledger.read_shows(array(select r.show_id from r where r.booking_id is not null)) show
        on show.show_id = r.show_id and r.booking_id is not null
      order by r.place`,
    values: [
      `{${showIds}}`,
      `{${userIds}}`,
      `{"${seatLists.join('","')}"}`,
      keys ?? null,
      `{${contested}}`,
      lockWaitMs,
      expectedTotals ? `{${expectedTotals.map((total) => total ?? 'null')}}` : null,
      seatsPerUser,
      hasLines,
      `{${batch.areAccessible}}`,
    ],
  };
}

export type ChangeOutcome =
  | 'CHANGED'
  | 'REPLAY'
  | 'MISMATCH'
  | 'TAKEN'
  | 'AGAIN'
  | 'NOT_FOUND'
  | 'FORBIDDEN'
  | 'NOT_CHANGEABLE'
  | 'EMPTY'
  | 'SHOW_CANCELLED'
  | 'SHOW_STARTED'
  | 'WAITING';

export interface ChangeRow extends Omit<StoredBooking, 'status' | 'cancel_reason'>, TakenSeats {
  outcome: ChangeOutcome;
}

interface ChangeBatch {
  bookingIds: number[];
  userIds: number[];
  releaseLists: string[];
  takeLists: string[];
  /** Idempotency keys. Undefined if no request has one. */
  keys: (string | undefined)[] | undefined;
  contested: boolean[];
  lockWaitMs: number;
  /** Whether the waiting room is on. */
  hasLines: boolean;
  areAccessible: boolean[];
}

/** Returns a ChangeRow for each booking. */
export const changeBookings = (batch: ChangeBatch): Statement => ({
  name: 'change_bookings',
  text: `
    with r as materialized (select * from ledger.change_bookings($1, $2, $3, $4, $5, $6, $7, $8, $9))
    select r.*, ticket.seat_facts, ${SHOW_COLUMNS}
    from r left join ledger.read_shows(array(select r.show_id from r where r.outcome = 'CHANGED')) show
      on show.show_id = r.show_id and r.outcome = 'CHANGED'
      left join ledger.read_seat_tickets(array(select r.booking_id from r where r.outcome = 'CHANGED')) ticket
      on ticket.booking_id = r.booking_id and r.outcome = 'CHANGED'
    order by r.place`,
  values: [
    `{${batch.bookingIds}}`,
    `{${batch.userIds}}`,
    `{"${batch.releaseLists.join('","')}"}`,
    `{"${batch.takeLists.join('","')}"}`,
    batch.keys ?? null,
    `{${batch.contested}}`,
    batch.lockWaitMs,
    batch.hasLines,
    `{${batch.areAccessible}}`,
  ],
});

export type CancelOutcome =
  | 'CANCELLED'
  | 'NOT_FOUND'
  | 'FORBIDDEN'
  | 'ALREADY_CANCELLED'
  | 'ALREADY_CHECKED_IN'
  | 'SHOW_STARTED';

export interface CancelRow extends Omit<StoredBooking, 'status' | 'cancel_reason'> {
  outcome: CancelOutcome;
}

/** Returns a CancelRow for each booking. */
export const cancelBookings = (bookingIds: number[], userIds: number[], lockWaitMs: number): Statement => ({
  name: 'cancel_bookings',
  text: `
    with r as materialized (select * from ledger.cancel_bookings($1, $2, $3))
    select r.*, ${SHOW_COLUMNS}
    from r left join ledger.read_shows(array(select r.show_id from r where r.outcome = 'CANCELLED')) show
      on show.show_id = r.show_id and r.outcome = 'CANCELLED'
    order by r.place`,
  values: [`{${bookingIds}}`, `{${userIds}}`, lockWaitMs],
});

export interface BookingKeys {
  booking_id: number;
  show_id: number;
  user_id: number;
}

export async function selectBookingKeys(ledgerPool: Pool, bookingIds: number[]): Promise<BookingKeys[]> {
  const { rows } = await ledgerPool.query<BookingKeys>({
    name: 'find_bookings',
    text: 'select * from ledger.find_bookings($1)',
    values: [`{${bookingIds}}`],
  });
  return rows;
}

type StoredBooking = BookingRow & { seats: number[] };

export const toStoredBooking = (row: StoredBooking): BookingWithFacts => toBooking(row, seatsAt(row.seats));

export async function selectBookings(pool: Pool, bookingIds: number[]): Promise<BookingWithFacts[]> {
  const { rows } = await pool.query<StoredBooking>({
    name: 'read_bookings',
    text: `
      select b.*, ticket.seat_facts
      from ledger.read_bookings($1) b left join ledger.read_seat_tickets($1) ticket on ticket.booking_id = b.booking_id`,
    values: [`{${bookingIds}}`],
  });
  return rows.map(toStoredBooking);
}

export interface HistoryRequest {
  userId: number;
  limit: number;
  offset: number;
}

export interface History {
  bookings: BookingWithFacts[];
  total: number;
}

interface HistoryRow extends Omit<StoredBooking, keyof ShowRow> {
  /** The position of the request in its call, from 1. */
  place: number;
  total: number;
  /** JSON text, so that a show in many of the bookings is encoded and parsed once. */
  show: string;
}

/** Returns the histories of many users, in the order of the requests. */
export async function selectHistories(pool: Pool, requests: HistoryRequest[]): Promise<History[]> {
  const { rows } = await pool.query<HistoryRow>({
    name: 'read_histories',
    text: `
      with h as materialized (select * from ledger.read_histories($1, $2, $3))
      select h.*, ticket.seat_facts
      from h left join ledger.read_seat_tickets(array(select h.booking_id from h where h.status <> 'CANCELLED')) ticket
        on ticket.booking_id = h.booking_id
      order by h.place, h.booking_id desc`,
    values: [
      `{${requests.map(({ userId }) => userId)}}`,
      `{${requests.map(({ limit }) => limit)}}`,
      `{${requests.map(({ offset }) => offset)}}`,
    ],
  });
  const shows = new Map<string, ShowRow>();
  const readShow = (json: string): ShowRow => {
    const show = shows.get(json) ?? JSON.parse(json);
    shows.set(json, show);
    return show;
  };
  const histories = requests.map((): History => ({ bookings: [], total: 0 }));
  for (const row of rows) {
    const history = histories[row.place - 1] as History;
    history.total = row.total;
    if (row.booking_id !== null) history.bookings.push(toStoredBooking({ ...readShow(row.show), ...row }));
  }
  return histories;
}

export async function deleteOldKeys(pool: Pool): Promise<void> {
  await pool.query(`delete from idempotency_keys where created_at < now() - interval '24 hours'`);
}
