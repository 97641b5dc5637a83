/**
 * Makes, lists, changes and cancels bookings. A booking takes all of its seats or none. Of requests for the same seat the first to
 * arrive wins, on any server. An Idempotency-Key books once, and nobody pays a total other than the one they expected. The
 * database decides (server/functions), in batches when many requests arrive at once.
 */
import type { BookingChange, BookingRequest } from '@moviebooking/contract/bookings';
import { describePage } from '@moviebooking/contract/http';
import { DEFAULT_PAGE_SIZE, MAX_SEATS_PER_BOOKING } from '@moviebooking/contract/limits';
import { toPaise, toRupees } from '@moviebooking/contract/money';
import { createBatches } from '../../platform/batching/batches.ts';
import { AGAIN, findContested } from '../../platform/batching/group-commit.ts';
import type { Pool } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors/refusal.ts';
import { repeat } from '../../platform/process/repeat.ts';
import { openSeatCommits, type SeatCommits } from '../seating/seat-commits.ts';
import { listSeats, seatKeyOf, userKeyOf } from '../seating/seating.ts';
import {
  type BookingKeys,
  type BookRow,
  bookSeats,
  type CancelRow,
  type ChangeRow,
  cancelBookings,
  changeBookings,
  deleteOldKeys,
  type HistoryRequest,
  selectBookingKeys,
  selectBookings,
  selectHistories,
  toStoredBooking,
} from './booking.sql.ts';
import { toBooking } from './booking-object.ts';
import { notFound, notYours, refuseCancelling, refuseTaken } from './refusals.ts';
import type { BookingWithFacts } from './seat-tickets.ts';

export type { CancelOutcome } from './booking.sql.ts';

const LARGEST_BATCH = 256;
const NEWEST_WITHOUT_PAGING = 200;
const HISTORIES = { lanes: 2, largestBatch: 32 };
const KEY_CLEANING_MS = 3_600_000;

interface Attempt extends BookingRequest {
  userId: number;
  key: string | undefined;
}

/** The booking that this Idempotency-Key made before. */
interface Replay {
  replayOf: number;
}

interface Cancellation {
  bookingId: number;
  userId: number;
  showId: number;
}

interface Change extends Cancellation, BookingChange {
  key: string | undefined;
}

interface BookingsOptions {
  pool: Pool;
  /** Its own pool, so that bookings and cancellations never wait behind reads. */
  ledgerPool?: Pool;
  /** Shared with this server's holds and releases. */
  commits?: SeatCommits;
  /** The most seats of a show that one user may have booked; 0 means no limit. */
  seatsPerUser?: number;
  /** Whether the waiting room is on. If so, queued users cannot book, and booking ends the turn. */
  hasLines?: boolean;
}

export type Bookings = ReturnType<typeof openBookings>;

export function openBookings({
  pool,
  ledgerPool = pool,
  commits = openSeatCommits({ ledgerPool }),
  seatsPerUser = 0,
  hasLines = false,
}: BookingsOptions) {
  const bookAll = commits<Attempt, BookRow, BookingWithFacts | Replay>({
    name: 'book',
    contentionKeysOf: (attempt) => [userKeyOf(attempt), ...seatKeysOf(attempt)],
    prepare(batch, lockWaitMs) {
      const forWheelchairs = batch.some(({ accessible }) => accessible);
      const statement = bookSeats({
        showIds: batch.map(({ showId }) => showId),
        userIds: batch.map(({ userId }) => userId),
        seatLists: batch.map(({ seats }) => listSeats(seats)),
        keys: batch.some(({ key }) => key !== undefined) ? batch.map(({ key }) => key) : undefined,
        contested: findContested(batch, (attempt) => [
          ...seatKeysOf(attempt),
          ...(attempt.key === undefined ? [] : [`${attempt.userId} key ${attempt.key}`]),
          // What a user may book depends on what they have: SEATS_PER_CUSTOMER, a place inside, or a wheelchair place.
          ...(seatsPerUser > 0 || hasLines || forWheelchairs ? [userKeyOf(attempt)] : []),
        ]),
        areAccessible: batch.map(({ accessible = false }) => accessible),
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

  const changeAll = commits<Change, ChangeRow, BookingWithFacts | Replay>({
    name: 'change',
    contentionKeysOf: (change) => [userKeyOf(change), ...seatKeysOf(change)],
    prepare: (batch, lockWaitMs) => ({
      statement: changeBookings({
        bookingIds: batch.map(({ bookingId }) => bookingId),
        userIds: batch.map(({ userId }) => userId),
        releaseLists: batch.map(({ release }) => listSeats(release)),
        takeLists: batch.map(({ take }) => listSeats(take)),
        keys: batch.some(({ key }) => key !== undefined) ? batch.map(({ key }) => key) : undefined,
        contested: findContested(batch, (change) => [
          ...seatKeysOf(change),
          `booking ${change.bookingId}`,
          ...(change.key === undefined ? [] : [`${change.userId} key ${change.key}`]),
        ]),
        areAccessible: batch.map(({ accessible = false }) => accessible),
        hasLines,
        lockWaitMs,
      }),
      decide: (rows) => rows.map(decideChange),
    }),
  });

  const cancelAll = commits<Cancellation, CancelRow, BookingWithFacts>({
    name: 'cancel',
    contentionKeysOf: (cancellation) => [userKeyOf(cancellation)],
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

  const orReplayed = (result: BookingWithFacts | Replay) =>
    'replayOf' in result ? readBooking(result.replayOf) : result;
  const showOf = async ({ bookingId, userId }: { bookingId: number; userId: number }): Promise<number> => {
    const keys = await readKeys(bookingId);
    if (keys.user_id !== userId) throw notYours();
    return keys.show_id;
  };

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
    async book(attempt: Attempt): Promise<BookingWithFacts> {
      return orReplayed(await bookAll(attempt));
    },
    /** Gives back some seats and takes others, or changes nothing. */
    async change(change: Omit<Change, 'showId'>): Promise<BookingWithFacts> {
      return orReplayed(await changeAll({ ...change, showId: await showOf(change) }));
    },
    async cancel(bookingId: number, userId: number): Promise<BookingWithFacts> {
      return cancelAll({ bookingId, userId, showId: await showOf({ bookingId, userId }) });
    },
    async listHistory(userId: number, { page, limit }: { page?: number | undefined; limit?: number | undefined }) {
      const size = limit ?? (page === undefined ? NEWEST_WITHOUT_PAGING : DEFAULT_PAGE_SIZE);
      const number = page ?? 1;
      const { bookings, total } = await readHistory({ userId, limit: size, offset: (number - 1) * size });
      return { data: bookings, meta: describePage(number, size, total) };
    },
    close: stopCleaning,
  };
}

const seatKeysOf = ({ showId, ...wanted }: { showId: number } & ({ seats: string[] } | BookingChange)) =>
  ('seats' in wanted ? wanted.seats : [...wanted.release, ...wanted.take]).map((seat) => seatKeyOf(showId, seat));

function decide(
  attempt: Attempt,
  row: BookRow,
  seatsPerUser: number,
): BookingWithFacts | Replay | Refusal | typeof AGAIN {
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
        : new Refusal('TOO_MANY_SEATS', `You can book at most ${seatsPerUser} seats for one show.`);
    case 'OTHER_PRICE':
      return new Refusal('PRICE_CHANGED', undefined, { total: toRupees(row.price_paise * attempt.seats.length) });
  }
}

function decideChange(row: ChangeRow): BookingWithFacts | Replay | Refusal | typeof AGAIN {
  switch (row.outcome) {
    case 'CHANGED':
      return toStoredBooking({ ...row, status: 'CONFIRMED', cancel_reason: null });
    case 'REPLAY':
      return { replayOf: row.booking_id };
    case 'AGAIN':
      return AGAIN;
    case 'MISMATCH':
      return new Refusal('IDEMPOTENCY_MISMATCH');
    case 'TAKEN':
      return refuseTaken(row);
    case 'EMPTY':
      return new Refusal(
        'VALIDATION_FAILED',
        'Keep or take at least one seat. To give all of them back, cancel the booking.',
      );
    case 'SHOW_STARTED':
      return new Refusal('SHOW_STARTED', "This show has already started, so the booking can't be changed.");
    case 'NOT_FOUND':
      return notFound();
    case 'FORBIDDEN':
      return notYours();
    default:
      return new Refusal(row.outcome);
  }
}

function decideCancelling(row: CancelRow): BookingWithFacts | Refusal {
  return row.outcome === 'CANCELLED'
    ? toStoredBooking({ ...row, status: 'CANCELLED', cancel_reason: null })
    : refuseCancelling(row.outcome);
}

/** Batches reads by booking id: calls made while a query is in flight share the next one. */
function readTogether<Value>(read: (bookingIds: number[]) => Promise<Map<number, Value>>) {
  return createBatches<number, Value>({
    largestBatch: LARGEST_BATCH,
    async run(bookingIds) {
      const found = await read(bookingIds);
      return bookingIds.map((bookingId) => found.get(bookingId) ?? notFound());
    },
  });
}
