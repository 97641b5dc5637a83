import type { ProfileExport } from '@moviebooking/contract/profile';
import { seatAt, seatsAt } from '@moviebooking/contract/seats';
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';
import { toBooking } from '../booking/booking-object.ts';
import { readMailsOfAccount } from '../outbox/outbox.ts';

/** Counts bookings for upcoming shows, checked-in ones included. */
export async function countUpcomingBookings(tx: Tx, userId: number): Promise<number> {
  const { count } = await tx
    .selectFrom('booking_details')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('status', '<>', 'CANCELLED')
    .where('starts_at', '>', sql<Date>`now()`)
    .executeTakeFirstOrThrow();
  return count;
}

export async function selectUserDetails(db: Database, userId: number) {
  const { created_at, last_login_at, email_confirmed_at, ...wanted } = await db
    .selectFrom('users')
    .select(['created_at', 'last_login_at', 'email_confirmed_at'])
    .select(['language', 'wants_reminders as reminders', 'wants_waitlist_mails as waitlistMails'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return {
    createdAt: created_at.toISOString(),
    lastLoginAt: last_login_at?.toISOString() ?? null,
    emailConfirmedAt: email_confirmed_at?.toISOString() ?? null,
    ...wanted,
  };
}

export async function selectAllBookings(db: Database, userId: number): Promise<ProfileExport['bookings']> {
  const rows = await db
    .selectFrom('booking_details as booking')
    .innerJoin('booking_times as times', 'times.booking_id', 'booking.booking_id')
    .selectAll('booking')
    .select(['times.cancelled_at', 'times.checked_in_at'])
    .select([
      sql<{ seat: number; at: string }[]>`array(
        select json_build_object('seat', seat, 'at', admitted_at) from admissions
        where booking_id = booking.booking_id order by admitted_at, seat)`.as('admissions'),
      sql<{ at: string; released: number[]; taken: number[] }[]>`array(
        select json_build_object('at', at, 'released', released, 'taken', taken) from booking_changes
        where booking_id = booking.booking_id order by id)`.as('changes'),
    ])
    .where('booking.user_id', '=', userId)
    .orderBy('booking.booking_id', 'desc')
    .execute();
  return rows.map((row) => ({
    ...toBooking(row, seatsAt(row.seats)),
    cancelledAt: row.cancelled_at?.toISOString() ?? null,
    checkedInAt: row.checked_in_at?.toISOString() ?? null,
    admissions: row.admissions.map(({ seat, at }) => ({ seat: seatAt(seat), admittedAt: new Date(at).toISOString() })),
    changes: row.changes.map(({ at, released, taken }) => ({
      ...{ at: new Date(at).toISOString(), released: seatsAt(released), taken: seatsAt(taken) },
    })),
  }));
}

export async function selectScanConflicts(db: Database, userId: number): Promise<ProfileExport['scanConflicts']> {
  const rows = await db
    .selectFrom('scan_conflicts as conflict')
    .innerJoin('booking_keys as booking', 'booking.booking_id', 'conflict.booking_id')
    .select(['conflict.booking_id', 'conflict.reason', 'conflict.seats', 'conflict.scanned_at', 'conflict.settled_at'])
    .where((test) => test.or([test('booking.user_id', '=', userId), test('conflict.settled_by', '=', userId)]))
    .orderBy('conflict.settled_at', 'desc')
    .execute();
  return rows.map(({ booking_id, reason, seats, scanned_at, settled_at }) => ({
    ...{ bookingId: booking_id, reason, scannedAt: scanned_at.toISOString(), settledAt: settled_at.toISOString() },
    seats: seats && seatsAt(seats),
  }));
}

export async function selectMails(db: Database, userId: number): Promise<ProfileExport['mails']> {
  const ofBookings = await db
    .selectFrom('booking_mails as mail')
    .innerJoin('booking_keys as booking', 'booking.booking_id', 'mail.booking_id')
    .select(['mail.kind', 'mail.booking_id', 'mail.status', 'mail.queued_at', 'mail.ended_at'])
    .where('booking.user_id', '=', userId)
    .execute();
  return [...ofBookings, ...(await readMailsOfAccount(db, userId))]
    .map(({ kind, booking_id, status, queued_at, ended_at }) => ({
      ...{ kind, bookingId: booking_id, status },
      ...{ queuedAt: queued_at.toISOString(), endedAt: ended_at?.toISOString() ?? null },
    }))
    .sort((one, other) => other.queuedAt.localeCompare(one.queuedAt));
}

export async function selectLinePlaces(db: Database, userId: number): Promise<ProfileExport['linePlaces']> {
  const rows = await db
    .selectFrom('line_places')
    .select(['show_id', 'state', 'joined_at'])
    .where('user_id', '=', userId)
    .orderBy('joined_at')
    .execute();
  return rows.map(({ show_id, state, joined_at }) => ({ showId: show_id, state, joinedAt: joined_at.toISOString() }));
}

/** Reads the index of expiries, which covers only holds. Searching by user would read all sold seats. */
export async function selectHolds(db: Database, userId: number): Promise<ProfileExport['holds']> {
  const rows = await db
    .selectFrom('taken_seats')
    .select(['show_id', 'seat', 'held_until'])
    .where('user_id', '=', userId)
    .where('held_until', '>', sql<Date>`now()`)
    .orderBy('show_id')
    .orderBy('seat')
    .execute();
  return rows.flatMap(({ show_id, seat, held_until }) =>
    held_until ? [{ showId: show_id, seat: seatAt(seat), heldUntil: held_until.toISOString() }] : [],
  );
}

export async function selectRequestKeys(db: Database, userId: number): Promise<ProfileExport['requestKeys']> {
  const rows = await db
    .selectFrom('request_keys')
    .select(['key', 'booking_id', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
  return rows.map((row) => ({ key: row.key, bookingId: row.booking_id, createdAt: row.created_at.toISOString() }));
}

export async function deleteRequestKeys(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('request_keys').where('user_id', '=', userId).execute();
}

export async function selectActions(db: Database, userId: number): Promise<ProfileExport['actions']> {
  const rows = await db
    .selectFrom('audit_log')
    .select(['at', 'action', 'entity', 'entity_id', 'name'])
    // Entries about what others did to this account have their network addresses.
    .select(sql<string | null>`case when actor_id = ${userId} then address end`.as('address'))
    .where((test) => test.or([test('actor_id', '=', userId), test.and({ entity: 'user', entity_id: userId })]))
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ at, entity_id, ...entry }) => ({ at: at.toISOString(), entityId: entity_id, ...entry }));
}
