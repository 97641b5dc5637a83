import { sql } from 'kysely';
import type { Database } from '../../platform/database.ts';
import type { Tables } from '../../platform/tables.ts';

interface MailRow {
  kind: Tables['outbox']['kind'];
  userId: number | null;
  bookingId: number | null;
  details: object;
}

export async function insertMail(db: Database, { kind, userId, bookingId, details }: MailRow): Promise<void> {
  await sql`
    insert into outbox (kind, user_id, booking_id, details)
    select ${kind}, ${userId}::integer, ${bookingId}::integer, ${JSON.stringify(details)}::jsonb
    from mail_switch where is_on
  `.execute(db);
}

export async function updateMailSwitch(db: Database, isOn: boolean): Promise<void> {
  await db.updateTable('mail_switch').set({ is_on: isOn }).where('is_on', '<>', isOn).execute();
}
