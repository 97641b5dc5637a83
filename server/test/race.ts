/**
 * One round of a race for a show's seats: customers on several servers book, hold, release and cancel overlapping seats at once,
 * in an order that the seed decides. Afterwards the database is compared with the customers' answers and their order.
 */
import type { Booking } from '@moviebooking/contract/bookings';
import { ALL_SEATS, seatAt } from '@moviebooking/contract/seats';
import type { Pool } from '../src/platform/database/database.ts';
import { checkHistory } from './check-history.ts';
import type { LiveConnection } from './live-connection.ts';
import { randomFrom } from './random-from.ts';
import type { Operation } from './seat-history.ts';

export interface Customer {
  userId: number;
  token: string;
  url: string;
  /** Only some customers have a live connection; the others book without holding. */
  connection?: LiveConnection;
}

type Answer = NonNullable<Operation['answer']>;

interface Answers {
  operations: Operation[];
  booked: { id: number; userId: number; seats: string[] }[];
  cancelled: number[];
  failures: string[];
}

function someSeats(random: () => number): string[] {
  const count = 1 + Math.floor(random() * 6);
  const first = Math.floor(random() * (ALL_SEATS.length - count));
  return ALL_SEATS.slice(first, first + count);
}

async function post(customer: Customer, path: string, body?: unknown): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${customer.url}/api${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${customer.token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}

async function act(customer: Customer, showId: number, random: () => number, answers: Answers): Promise<void> {
  const { userId, connection } = customer;
  const note = (operation: Omit<Operation, 'userId' | 'answer'>, answer: Partial<Answer>) => {
    const given = { at: performance.now(), done: [], conflicts: [], ...answer };
    answers.operations.push({ ...operation, userId, answer: given });
  };
  const book = async (seats: string[]): Promise<Booking | undefined> => {
    const began = performance.now();
    const { status, body } = await post(customer, '/bookings', { showId, seats });
    if (status === 201) {
      const { data } = body as { data: Booking };
      note({ verb: 'book', seats, began, bookingId: data.id }, { done: data.seats });
      answers.booked.push({ id: data.id, userId, seats: data.seats });
      return data;
    }
    const { conflicts } = body as { conflicts?: string[] };
    if (status === 409 && conflicts?.length) note({ verb: 'book', seats, began }, { conflicts });
    else answers.failures.push(`booking answered ${status} ${JSON.stringify(body)}`);
    return undefined;
  };
  const cancel = async ({ id, seats }: Booking) => {
    const began = performance.now();
    const { status, body } = await post(customer, `/bookings/cancel/${id}`);
    if (status !== 200) return void answers.failures.push(`cancelling answered ${status} ${JSON.stringify(body)}`);
    note({ verb: 'cancel', seats, began, bookingId: id }, { done: seats });
    answers.cancelled.push(id);
  };

  const seats = someSeats(random);
  const [holds, books, cancels, releases] = [random() < 0.8, random() < 0.7, random() < 0.4, random() < 0.5];
  if (connection && holds) {
    const began = performance.now();
    const { blocked, conflicts, expiresAt, message } = await connection.ask('block-seats', { showId, seats });
    if (!blocked) answers.failures.push(`holding answered ${message}`);
    note(
      { verb: 'hold', seats, began },
      { done: blocked ?? [], conflicts: conflicts ?? [], expiresAt: Date.parse(expiresAt) },
    );
  }
  if (books || !connection) {
    const booking = await book(seats);
    if (booking && cancels) {
      await cancel(booking);
      await book(someSeats(random));
    }
  }
  if (connection && releases) {
    const began = performance.now();
    const { unblocked, message } = await connection.ask('unblock-seats', { showId });
    if (!unblocked) answers.failures.push(`releasing answered ${message}`);
    note({ verb: 'release', seats, began }, { done: unblocked ?? [] });
  }
}

/** Returns all faults. */
export async function race(pool: Pool, showId: number, customers: Customer[], seed: number): Promise<string[]> {
  const random = randomFrom(seed);
  const answers: Answers = { operations: [], booked: [], cancelled: [], failures: [] };
  const seeds = customers.map(() => Math.floor(random() * 2 ** 31));
  await Promise.all(customers.map((customer, n) => act(customer, showId, randomFrom(seeds[n] ?? 0), answers)));
  const faults = [...answers.failures, ...(await checkLedger(pool, showId))];

  const { rows } = await pool.query<{ id: number; user_id: number; status: string; seats: number[] }>(
    'select id, user_id, status, seats from bookings where show_id = $1',
    [showId],
  );
  const stored = new Map(rows.map((row) => [row.id, row]));
  for (const { id, userId, seats } of answers.booked) {
    const row = stored.get(id);
    const status = answers.cancelled.includes(id) ? 'CANCELLED' : 'CONFIRMED';
    if (row?.user_id !== userId || row.status !== status || row.seats.map(seatAt).join() !== seats.join()) {
      faults.push(`booking ${id} was answered but is ${JSON.stringify(row)} in the database`);
    }
  }
  if (answers.booked.length !== stored.size)
    faults.push(`${stored.size} bookings stored, ${answers.booked.length} answered`);
  return [...faults, ...(await checkHistory(pool, showId, answers.operations))];
}

/** Checks the invariants of a show's seats. */
export async function checkLedger(pool: Pool, showId: number): Promise<string[]> {
  const { rows: seats } = await pool.query<{ seat: number; user_id: number; booking_id: number | null }>(
    'select seat, user_id, booking_id from seats where show_id = $1 and (booking_id is not null or held_until > now())',
    [showId],
  );
  const { rows: bookings } = await pool.query<{ id: number; user_id: number; seats: number[] }>(
    `select id, user_id, seats from bookings where show_id = $1 and status <> 'CANCELLED'`,
    [showId],
  );
  const faults: string[] = [];
  const owners = new Map<number, string>();
  for (const { seat, user_id, booking_id } of seats) {
    if (owners.has(seat)) faults.push(`seat ${seatAt(seat)} has two owners`);
    owners.set(seat, `${user_id} ${booking_id}`);
  }
  for (const { id, user_id, seats: wanted } of bookings) {
    const had = wanted.filter((seat) => owners.get(seat) === `${user_id} ${id}`);
    if (had.length !== wanted.length) faults.push(`booking ${id} has ${had.length} of its ${wanted.length} seats`);
  }
  const booked = seats.filter(({ booking_id }) => booking_id !== null).length;
  const sold = bookings.reduce((sum, booking) => sum + booking.seats.length, 0);
  if (booked !== sold) faults.push(`${booked} seats are booked, ${sold} were sold`);
  return faults;
}
