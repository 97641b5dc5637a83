import { seatsAt } from '@moviebooking/contract/seats';
import type { Database } from '../../platform/database.ts';
import { toBooking } from '../booking/booking-object.ts';

export interface Recipient {
  name: string;
  email: string;
}

/** Undefined when the account is gone. */
export async function selectRecipient(db: Database, userId: number): Promise<Recipient | undefined> {
  const found = await db.selectFrom('users').select(['name', 'email']).where('id', '=', userId).executeTakeFirst();
  return found?.email ? { name: found.name, email: found.email } : undefined;
}

export async function selectBookingWithRecipient(db: Database, bookingId: number) {
  const row = await db.selectFrom('booking_details').selectAll().where('booking_id', '=', bookingId).executeTakeFirst();
  if (!row?.user_email) return undefined;
  return {
    booking: toBooking(row, seatsAt(row.seats)),
    recipient: { name: row.user_name, email: row.user_email } satisfies Recipient,
  };
}
