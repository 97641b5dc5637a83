/**
 * Compares the whole database with the customers' answers, after all changes are done. Every acknowledged booking exists with its
 * owner and seats; every acknowledged change, cancellation and admission took place; nothing exists that no customer requested; each seat has one
 * owner, and exactly the valid bookings have seats; the totals match the bookings; no show's version is lower than a customer has
 * seen. Unanswered requests happened completely or not at all.
 */
import { inSeatOrder, seatsAt } from '@moviebooking/contract/seats';
import type { Pool } from '../../../server/src/platform/database/database.ts';
import type { NotedOperation, Notes } from './notes.ts';

type StoredBooking = Record<'id' | 'show_id' | 'user_id', number> & { status: string; seats: number[] };

const say = (showId: number, userId: number, seats: readonly string[]) =>
  `${seats.join()} of show ${showId} by user ${userId}`;

/** Returns the number of bookings and all faults. */
export async function sweep(pool: Pool, notes: Notes) {
  const { rows: stored } = await pool.query<StoredBooking>('select id, show_id, user_id, status, seats from bookings');
  return {
    bookings: stored.length,
    faults: [
      ...compareBookings(stored, notes),
      ...(await compareAdmissions(pool, notes.scans)),
      ...(await findSeatsWithoutBookings(pool)),
      ...(await findOffersWithoutSeats(pool)),
      ...(await findWrongStatuses(pool)),
      ...(await findWrongTotals(pool)),
      ...(await findLowVersions(pool, notes.versions)),
    ],
  };
}

function compareBookings(stored: StoredBooking[], { operations, scans }: Notes): string[] {
  const scanned = new Set(scans.map(({ bookingId }) => bookingId));
  const faults: string[] = [];
  const changes = Map.groupBy(
    operations.filter(({ isChange }) => isChange),
    ({ bookingId }) => bookingId,
  );
  const others = operations.filter(({ isChange }) => !isChange);
  const cancels = Map.groupBy(
    others.filter(({ verb }) => verb === 'cancel'),
    ({ bookingId }) => bookingId,
  );
  const books = others.filter(({ verb }) => verb === 'book');
  const left = new Map(stored.map((booking) => [booking.id, booking]));
  for (const { bookingId, showId, userId, seats } of books) {
    if (bookingId === undefined) continue;
    const booking = left.get(bookingId);
    left.delete(bookingId);
    const asked = possibleSeats(seats, changes.get(bookingId) ?? []).map((possible) => say(showId, userId, possible));
    if (!booking || !asked.includes(say(booking.show_id, booking.user_id, seatsAt(booking.seats)))) {
      faults.push(`booking ${bookingId} (${asked.join(' or ')}) was acknowledged but is ${JSON.stringify(booking)}`);
      continue;
    }
    const cancelling = cancels.get(bookingId) ?? [];
    const wasCancelled = cancelling.some(({ answer }) => answer);
    const allowed = [
      ...(wasCancelled ? [] : ['CONFIRMED']),
      ...(cancelling.length > 0 ? ['CANCELLED'] : []),
      ...(scanned.has(bookingId) ? ['CHECKED_IN'] : []),
    ];
    if (!allowed.includes(booking.status))
      faults.push(`booking ${bookingId} is ${booking.status} but should be ${allowed.join(' or ')}`);
  }
  const unanswered = books
    .filter(({ answer }) => !answer)
    .map(({ showId, userId, seats }) => say(showId, userId, seats));
  for (const { id, show_id, user_id, status, seats } of left.values()) {
    const place = unanswered.indexOf(say(show_id, user_id, seatsAt(seats)));
    if (place < 0 || status !== 'CONFIRMED') faults.push(`booking ${id} is ${status} but nobody requested it`);
    else unanswered.splice(place, 1);
  }
  return faults;
}

/** Every seat that a scan admitted is admitted, once, and no other unless a scan got no answer. */
async function compareAdmissions(pool: Pool, scans: Notes['scans']): Promise<string[]> {
  const { rows } = await pool.query<{ booking_id: number; seats: number[] }>(
    'select booking_id, array_agg(seat order by seat) as seats from admissions group by booking_id',
  );
  const stored = new Map(rows.map(({ booking_id, seats }) => [booking_id, seatsAt(seats)]));
  const faults: string[] = [];
  for (const [bookingId, ofBooking] of Map.groupBy(scans, (scan) => scan.bookingId)) {
    const told = ofBooking.flatMap(({ admitted }) => admitted ?? []);
    const seats = stored.get(bookingId) ?? [];
    stored.delete(bookingId);
    const isKnown = ofBooking.every(({ admitted }) => admitted);
    if (told.length !== new Set(told).size) faults.push(`booking ${bookingId}: ${told} were admitted twice`);
    if (told.some((seat) => !seats.includes(seat)) || (isKnown && told.length !== seats.length))
      faults.push(`booking ${bookingId}: ${seats} are admitted, and scans were told ${told}`);
  }
  for (const [bookingId, seats] of stored) faults.push(`booking ${bookingId}: nobody scanned ${seats}`);
  return faults;
}

/** The seats of a booking after its changes. An unanswered change is the last one, and happened completely or not at all. */
function possibleSeats(booked: string[], changes: NotedOperation[]): string[][] {
  const change = (seats: string[], { verb, seats: changed }: NotedOperation) =>
    verb === 'book' ? [...seats, ...changed] : seats.filter((seat) => !changed.includes(seat));
  const certain = changes.filter(({ answer }) => answer).reduce(change, booked);
  return [certain, changes.filter(({ answer }) => !answer).reduce(change, certain)].map(inSeatOrder);
}

/** Bookings whose status or number of seats to come contradicts their admissions. */
async function findWrongStatuses(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ fault: string }>(`
    select format('booking %s is %s with %s seats to come, and has %s admissions', id, status, to_come, admitted) as fault
    from bookings b cross join lateral (select count(*) as admitted from admissions where booking_id = b.id) a
    where (status = 'CHECKED_IN') <> (admitted > 0)
      or to_come <> case when status = 'CHECKED_IN' then cardinality(seats) - admitted else 0 end`);
  return rows.map(({ fault }) => fault);
}

/** Offers on waitlists whose seats are not held for them, and the other way round. */
async function findOffersWithoutSeats(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ fault: string }>(`
    with offered as (select show_id, user_id, unnest(offered) as seat, offered_until from waitlist)
    select format('seat %s of show %s is offered to user %s until %s and held for user %s until %s', coalesce(o.seat, s.seat),
      coalesce(o.show_id, s.show_id), o.user_id, o.offered_until, s.user_id, s.held_until) as fault
    from offered o full join (select * from seats where offered) s using (show_id, seat, user_id)
    where o.offered_until is distinct from s.held_until`);
  return rows.map(({ fault }) => fault);
}

/** Bookings without exactly their seats, and seats without a booking. The primary key already prevents two owners. */
async function findSeatsWithoutBookings(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ fault: string }>(`
    with wanted as (
      select b.show_id, unnest(b.seats) as seat, b.id as booking_id, b.user_id from bookings b where status <> 'CANCELLED'
    ), twice as (
      select show_id, seat from seats group by 1, 2 having count(*) > 1
      union
      select show_id, seat from wanted group by 1, 2 having count(*) > 1
    )
    select format('seat %s of show %s has two owners', seat, show_id) as fault from twice
    union all
    select format('seat %s of show %s: booking %s of user %s and booking %s of user %s', coalesce(w.seat, s.seat),
      coalesce(w.show_id, s.show_id), w.booking_id, w.user_id, s.booking_id, s.user_id)
    from wanted w full join (select * from seats where booking_id is not null) s using (show_id, seat, booking_id, user_id)
    where w.booking_id is null or s.seat is null`);
  return rows.map(({ fault }) => fault);
}

/** Compares the stored totals with recalculated ones. */
async function findWrongTotals(pool: Pool): Promise<string[]> {
  const sums = `select dimension, day, ref_id, status, sum(bookings) as bookings, sum(seats) as seats, sum(paise) as paise
    from current_totals group by 1, 2, 3, 4 having sum(bookings) <> 0 or sum(seats) <> 0 or sum(paise) <> 0`;
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(`create temporary table kept on commit drop as ${sums}`);
    await client.query('select ledger.rebuild_totals()');
    const { rows } = await client.query(`
      select * from ((table kept except ${sums}) union all (${sums} except table kept)) difference limit 10`);
    return rows.map((row) => `these totals are not the sums of the bookings: ${JSON.stringify(row)}`);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

async function findLowVersions(pool: Pool, seen: Notes['versions']): Promise<string[]> {
  const { rows } = await pool.query<{ show_id: number; version: number }>('select show_id, version from seat_versions');
  return rows
    .filter(({ show_id, version }) => version < (seen[show_id] ?? 0))
    .map(({ show_id, version }) => `show ${show_id} is at version ${version}, customers have seen ${seen[show_id]}`);
}
