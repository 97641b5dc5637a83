import { seatsAt } from '@moviebooking/contract/seats';
import type { Database } from '../../platform/database/database.ts';
import { toBooking } from '../booking/booking-object.ts';

export interface Recipient {
  /** Null while the address is unconfirmed: otherwise a name chosen at signup could carry a message to a stranger. */
  name: string | null;
  email: string;
}

/** Returns undefined if the account is gone. */
export async function selectRecipient(db: Database, userId: number): Promise<Recipient | undefined> {
  const found = await db
    .selectFrom('users')
    .select(['name', 'email', 'email_confirmed_at'])
    .where('id', '=', userId)
    .executeTakeFirst();
  return found?.email ? { name: found.email_confirmed_at && found.name, email: found.email } : undefined;
}

/** Returns undefined if the booking or its account is gone. */
export async function selectBookingWithRecipient(db: Database, bookingId: number) {
  const row = await db.selectFrom('booking_details').selectAll().where('booking_id', '=', bookingId).executeTakeFirst();
  if (!row?.user_email) return undefined;
  return {
    booking: toBooking(row, seatsAt(row.seats)),
    recipient: { name: row.user_name, email: row.user_email } satisfies Recipient,
  };
}
