import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/tables.ts';

type Person = { id: number; name: string };
type Fields = Record<string, unknown>;

export const selectCancellation = (db: Database, bookingId: number) =>
  db
    .selectFrom('booking_times')
    .select('cancelled_at as cancelledAt')
    .where('booking_id', '=', bookingId)
    .executeTakeFirstOrThrow();

/** One for each scan, with the seats that it admitted. */
export const selectAdmissions = (db: Database, bookingId: number) =>
  db
    .selectFrom('admissions')
    .select(['admitted_at as at', sql<number[]>`array_agg(seat)`.as('seats')])
    .where('booking_id', '=', bookingId)
    .groupBy(['admitted_at', 'scan_id', 'by_seat_code'])
    .execute();

export const selectMailsOfBooking = (db: Database, bookingId: number): Promise<Tables['booking_mails'][]> =>
  db.selectFrom('booking_mails').selectAll().where('booking_id', '=', bookingId).orderBy('queued_at').execute();

export const selectChanges = (db: Database, bookingId: number) =>
  db.selectFrom('booking_changes').select(['at', 'released', 'taken']).where('booking_id', '=', bookingId).execute();

export const selectScanConflicts = (db: Database, bookingId: number) =>
  db
    .selectFrom('scan_conflicts')
    .leftJoin('users as sender', 'sender.id', 'settled_by')
    .select(['reason', 'seats', 'scanned_at', 'sender.id as sender_id', 'sender.name as sender_name'])
    .where('booking_id', '=', bookingId)
    .execute();

export interface AuditedAction {
  at: Date;
  action: string;
  entity: string;
  name: string | null;
  by: Person | null;
  before: Fields | null;
  after: Fields | null;
}

/** What staff and administrators did to the booking, and to its show since it was booked, oldest first. */
export async function selectAuditedActions(
  db: Database,
  { bookingId, showId, madeAt }: { bookingId: number; showId: number; madeAt: string },
): Promise<AuditedAction[]> {
  const { rows } = await sql<AuditedAction>`
    select at, action, entity, audit_log.name, before, after,
      case when actor.id is not null then json_build_object('id', actor.id, 'name', actor.name) end as by
    from audit_log left join users as actor on actor.id = actor_id
    where entity = 'booking' and entity_id = ${bookingId}
      or entity = 'show' and entity_id = ${showId} and at >= ${madeAt}
    order by at, audit_log.id
  `.execute(db);
  return rows;
}
