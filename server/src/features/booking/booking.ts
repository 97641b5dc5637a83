/**
 * Bookings: made, listed, cancelled. A booking has all of its seats or does not happen; of requests that want the same
 * seat the first to arrive wins, on whichever server; the same Idempotency-Key books once; nobody pays another total than
 * the one they expect. The database decides (server/functions), in batches when many requests arrive at once.
 */
import type { Booking, BookingRequest } from '@moviebooking/contract/bookings';
import { describePage, type PageMeta } from '@moviebooking/contract/http';
import { DEFAULT_PAGE_SIZE, MAX_SEATS_PER_BOOKING } from '@moviebooking/contract/limits';
import { toPaise, toRupees } from '@moviebooking/contract/money';
import { inSeatOrder, seatsAt } from '@moviebooking/contract/seats';
import { createBatches } from '../../platform/batching/batches.ts';
import { AGAIN, findContested } from '../../platform/batching/group-commit.ts';
import type { Pool } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors/refusal.ts';
import { repeat } from '../../platform/process/repeat.ts';
import { openSeatCommits, type SeatCommits } from '../seating/seat-commits.ts';
import { listSeats, markOf, saySeats, userMarkOf } from '../seating/seating.ts';
import {
  type BookingKeys,
  type BookRow,
  bookSeats,
  type CancelOutcome,
  type CancelRow,
  cancelBookings,
  deleteOldKeys,
  type HistoryRequest,
  selectBookingKeys,
  selectBookings,
  selectHistories,
  toStoredBooking,
} from './booking.sql.ts';
import { toBooking } from './booking-object.ts';

export type { CancelOutcome } from './booking.sql.ts';

const LARGEST_BATCH = 256;
const NEWEST_WITHOUT_PAGING = 200;
const HISTORIES = { lanes: 2, largestBatch: 32 };
const KEY_CLEANING_MS = 3_600_000;

interface Attempt extends BookingRequest {
  userId: number;
  key: string | undefined;
}

/** The key was used before: the booking that came of it. */
interface Replay {
  replayOf: number;
}

interface Cancellation {
  bookingId: number;
  userId: number;
  showId: number;
}

interface Paging {
  page?: number | undefined;
  limit?: number | undefined;
}

export interface Bookings {
  book(attempt: Attempt): Promise<Booking>;
  cancel(bookingId: number, userId: number): Promise<Booking>;
  listHistory(userId: number, paging: Paging): Promise<{ data: Booking[]; meta: PageMeta }>;
  close(): Promise<void>;
}

interface Parts {
  pool: Pool;
  /** What books and cancels goes over these connections, so that it never waits behind reads. */
  ledgerPool?: Pool;
  /** Shared with the other verbs of this server. */
  commits?: SeatCommits;
  /** How many seats of a show one user may have booked; 0 for any number. */
  seatsPerUser?: number;
  /** Is there a waiting room? Then who waits books nothing, and a booking ends one's turn. */
  hasLines?: boolean;
}

export function openBookings({
  pool,
  ledgerPool = pool,
  commits = openSeatCommits({ ledgerPool }),
  seatsPerUser = 0,
  hasLines = false,
}: Parts): Bookings {
  const bookAll = commits<Attempt, BookRow, Booking | Replay>({
    name: 'book',
    marksOf: (attempt) => [userMarkOf(attempt), ...seatMarksOf(attempt)],
    prepare(batch, lockWaitMs) {
      const statement = bookSeats({
        showIds: batch.map(({ showId }) => showId),
        userIds: batch.map(({ userId }) => userId),
        seatLists: batch.map(({ seats }) => listSeats(seats)),
        keys: batch.some(({ key }) => key !== undefined) ? batch.map(({ key }) => key) : undefined,
        contested: findContested(batch, (attempt) => [
          ...seatMarksOf(attempt),
          ...(attempt.key === undefined ? [] : [`${attempt.userId} key ${attempt.key}`]),
          ...(seatsPerUser > 0 || hasLines ? [userMarkOf(attempt)] : []),
        ]),
        seatsPerUser,
        hasLines,
        lockWaitMs,
        expectedTotals: batch.some(({ expectedTotal }) => expectedTotal !== undefined)
          ? batch.map(({ expectedTotal }) => (expectedTotal === undefined ? undefined : toPaise(expectedTotal)))
          : undefined,
      });
      return {
        statement,
        decide: (rows) => rows.map((row, index) => decide(batch[index] as Attempt, row, seatsPerUser)),
      };
    },
  });

  const cancelAll = commits<Cancellation, CancelRow, Booking>({
    name: 'cancel',
    marksOf: (cancellation) => [userMarkOf(cancellation)],
    prepare: (batch, lockWaitMs) => ({
      statement: cancelBookings(
        batch.map(({ bookingId }) => bookingId),
        batch.map(({ userId }) => userId),
        lockWaitMs,
      ),
      decide: (rows) => rows.map(decideCancelling),
    }),
  });

  const readBooking = readTogether(async (ids) => {
    const bookings = await selectBookings(ledgerPool, ids);
    return new Map(bookings.map((booking) => [booking.id, booking]));
  });
  const readKeys = readTogether<BookingKeys>(async (ids) => {
    const rows = await selectBookingKeys(ledgerPool, ids);
    return new Map(rows.map((row) => [row.booking_id, row]));
  });

  const readHistory = createBatches({
    ...HISTORIES,
    run: (requests: HistoryRequest[]) => selectHistories(pool, requests),
  });
  const stopCleaning = repeat(
    KEY_CLEANING_MS,
    () => deleteOldKeys(pool),
    () => {},
  );

  return {
    async book(attempt) {
      const result = await bookAll(attempt);
      return 'replayOf' in result ? readBooking(result.replayOf) : result;
    },
    async cancel(bookingId, userId) {
      const keys = await readKeys(bookingId);
      if (keys.user_id !== userId) throw notYours();
      return cancelAll({ bookingId, userId, showId: keys.show_id });
    },
    async listHistory(userId, { page, limit }) {
      const size = limit ?? (page === undefined ? NEWEST_WITHOUT_PAGING : DEFAULT_PAGE_SIZE);
      const number = page ?? 1;
      const { bookings, total } = await readHistory({ userId, limit: size, offset: (number - 1) * size });
      return { data: bookings, meta: describePage(number, size, total) };
    },
    close: stopCleaning,
  };
}

const seatMarksOf = ({ showId, seats }: Attempt) => seats.map((seat) => markOf(showId, seat));

function decide(attempt: Attempt, row: BookRow, seatsPerUser: number): Booking | Replay | Refusal | typeof AGAIN {
  switch (row.outcome) {
    case 'BOOKED':
      return toBooking({ ...row, status: 'CONFIRMED', cancel_reason: null }, attempt.seats);
    case 'REPLAY':
      return { replayOf: row.booking_id };
    case 'AGAIN':
      return AGAIN;
    case 'MISMATCH':
      return new Refusal('IDEMPOTENCY_MISMATCH');
    case 'TAKEN':
      return refuseTaken(row);
    case 'NO_USER':
      return new Refusal('UNAUTHENTICATED');
    case 'NO_SHOW':
      return new Refusal('NOT_FOUND', 'Show not found');
    case 'CANCELLED':
      return new Refusal('SHOW_CANCELLED');
    case 'STARTED':
      return new Refusal('SHOW_STARTED');
    case 'WAITING':
      return new Refusal('WAITING');
    case 'TOO_MANY':
      return attempt.seats.length > MAX_SEATS_PER_BOOKING
        ? new Refusal('TOO_MANY_SEATS')
        : new Refusal('TOO_MANY_SEATS', `One customer can have at most ${seatsPerUser} seats of a show.`);
    case 'OTHER_PRICE':
      return new Refusal('PRICE_CHANGED', undefined, { total: toRupees(row.price_paise * attempt.seats.length) });
  }
}

function refuseTaken(row: BookRow): Refusal {
  const [unavailable, inTheWay] = [seatsAt(row.booked ?? []), seatsAt(row.held ?? [])];
  const closed = unavailable.filter((seat) => inTheWay.includes(seat));
  const isOpen = (seat: string) => !closed.includes(seat);
  const booked = unavailable.filter(isOpen);
  const held = inTheWay.filter(isOpen);
  const message = [
    ...saySeats(booked, 'already booked'),
    ...saySeats(held, 'held by another customer'),
    ...saySeats(closed, 'out of service'),
  ].join(' ');
  const code = closed.length > 0 ? 'SEATS_CLOSED' : booked.length > 0 ? 'SEATS_BOOKED' : 'SEATS_HELD';
  return new Refusal(code, message, { conflicts: inSeatOrder([...booked, ...held, ...closed]) });
}

function decideCancelling(row: CancelRow): Booking | Refusal {
  return row.outcome === 'CANCELLED'
    ? toStoredBooking({ ...row, status: 'CANCELLED', cancel_reason: null })
    : refuseCancelling(row.outcome);
}

/** Why a booking cannot be cancelled. */
export function refuseCancelling(outcome: Exclude<CancelOutcome, 'CANCELLED'>): Refusal {
  switch (outcome) {
    case 'FORBIDDEN':
      return notYours();
    case 'ALREADY_CANCELLED':
    case 'ALREADY_CHECKED_IN':
      return new Refusal(outcome);
    case 'SHOW_STARTED':
      return new Refusal('SHOW_STARTED', 'This show has already started, so the booking cannot be cancelled.');
    case 'NOT_FOUND':
      return notFound();
  }
}

const notYours = () => new Refusal('FORBIDDEN', 'This is not your booking.');
const notFound = () => new Refusal('NOT_FOUND', 'Booking not found');

/** Something of one booking, read in one query for all who ask while the last one is under way. */
function readTogether<Value>(read: (bookingIds: number[]) => Promise<Map<number, Value>>) {
  return createBatches<number, Value>({
    largestBatch: LARGEST_BATCH,
    async run(bookingIds) {
      const found = await read(bookingIds);
      return bookingIds.map((bookingId) => found.get(bookingId) ?? notFound());
    },
  });
}
