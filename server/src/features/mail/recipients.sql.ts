import type { Language } from '@moviebooking/contract/accounts';
import { seatsAt } from '@moviebooking/contract/seats';
import { type Selectable, sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { toBooking } from '../booking/booking-object.ts';
import { describeShow } from '../catalogue/show.ts';

export interface Recipient {
  /** Null while the address is unconfirmed: otherwise a name chosen at signup could carry a message to a stranger. */
  name: string | null;
  email: string;
  language: Language;
}

/** Returns undefined if the account is gone. */
export async function selectRecipient(db: Database, userId: number): Promise<Recipient | undefined> {
  const found = await db
    .selectFrom('users')
    .select(['name', 'email', 'email_confirmed_at', 'language'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!found?.email) return undefined;
  const { name, email, email_confirmed_at, language } = found;
  return { name: email_confirmed_at && name, email, language };
}

/** At least one, all of one user for one show. */
export type Bookings = NonNullable<ReturnType<typeof toMailed>>['bookings'];

function toMailed([first, ...others]: (Selectable<Tables['booking_details']> & { language: Language })[]) {
  if (!first?.user_email) return undefined;
  const read = (row: typeof first) => toBooking(row, seatsAt(row.seats));
  return {
    bookings: [read(first), ...others.map(read)] as const,
    recipient: { name: first.user_name, email: first.user_email, language: first.language } satisfies Recipient,
  };
}

/** Returns undefined if the booking or its account is gone. */
export async function selectBookingWithRecipient(db: Database, bookingId: number) {
  const rows = await db
    .selectFrom('booking_details as booking')
    .innerJoin('users as customer', 'customer.id', 'booking.user_id')
    .selectAll('booking')
    .select('customer.language')
    .where('booking.booking_id', '=', bookingId)
    .execute();
  return toMailed(rows);
}

/** All confirmed bookings of the user who made this one, for its show. None once it has started, or if reminders are off. */
export async function selectBookingsToRemindOf(db: Database, bookingId: number) {
  const rows = await db
    .selectFrom('booking_details as booking')
    .innerJoin('booking_keys as key', 'key.show_id', 'booking.show_id')
    .innerJoin('users as customer', 'customer.id', 'key.user_id')
    .selectAll('booking')
    .select('customer.language')
    .where('key.booking_id', '=', bookingId)
    .whereRef('booking.user_id', '=', 'key.user_id')
    .where('booking.status', '=', 'CONFIRMED')
    .where('booking.starts_at', '>', sql<Date>`now()`)
    .where('customer.wants_reminders', '=', true)
    .orderBy('booking.booking_id')
    .execute();
  return toMailed(rows);
}

export type Offer = NonNullable<Awaited<ReturnType<typeof selectOffer>>>;

/** Returns undefined if the offer has ended, or the user wants no such mails. */
export async function selectOffer(db: Database, userId: number, { showId, expiresAt }: Record<string, unknown>) {
  const row = await db
    .selectFrom('waitlist')
    .innerJoin('show_details as show', 'show.show_id', 'waitlist.show_id')
    .innerJoin('users', 'users.id', 'waitlist.user_id')
    .selectAll('show')
    .select(['waitlist.offered', 'waitlist.offered_until'])
    .where('waitlist.show_id', '=', Number(showId))
    .where('waitlist.user_id', '=', userId)
    .where('waitlist.offered_until', '=', sql<Date>`${expiresAt}::timestamptz`)
    .where('waitlist.offered_until', '>', sql<Date>`clock_timestamp()`)
    .where('users.wants_waitlist_mails', '=', true)
    .executeTakeFirst();
  if (!row?.offered || !row.offered_until) return undefined;
  return { show: describeShow(row), seats: seatsAt(row.offered), expiresAt: row.offered_until };
}
