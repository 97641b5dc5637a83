import type { ConflictReason, ScanConflict, Ticket } from '@moviebooking/contract/check-in';
import { EARLY_ADMISSION_HOURS } from '@moviebooking/contract/limits';
import { seatsAt } from '@moviebooking/contract/seats';
import { type RawBuilder, sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';

const MAX_CONFLICTS = 50;

/** When the show starts to admit: at the start of its day, or earlier if the show starts soon after midnight. */
const admitsFrom = (timeZone: string): RawBuilder<Date> => sql`least(
  date_trunc('day', show.starts_at at time zone ${timeZone}) at time zone ${timeZone},
  show.starts_at - make_interval(hours => ${EARLY_ADMISSION_HOURS})
)`;

/** Treats a scan time in the future as now, because the device's clock is ahead. */
const instantOf = (at: Date | undefined): RawBuilder<Date> => (at ? sql`least(now(), ${at}::timestamptz)` : sql`now()`);

export interface TicketToCheck {
  ticket: Ticket;
  /** True if the show admits at the time of the scan. */
  isInTime: boolean;
  hasEnded: boolean;
  /** The scan that checked the booking in. */
  scanId: string | null;
}

/** Blocks all other changes of bookings of the same show until the transaction ends. */
export async function lockShowOf(tx: Tx, bookingId: number): Promise<void> {
  await tx
    .selectFrom('seat_versions')
    .select('show_id')
    .where('show_id', '=', (query) =>
      query.selectFrom('tickets').select('tickets.show_id').where('booking_id', '=', bookingId),
    )
    .forNoKeyUpdate()
    .execute();
}

export async function selectTicket(
  tx: Tx,
  bookingId: number,
  { timeZone, at }: { timeZone: string; at: Date | undefined },
): Promise<TicketToCheck | undefined> {
  const scannedAt = instantOf(at);
  const row = await tx
    .selectFrom('tickets as ticket')
    .innerJoin('users as user', 'user.id', 'ticket.user_id')
    .innerJoin('show_details as show', 'show.show_id', 'ticket.show_id')
    .selectAll('ticket')
    .select(['user.name as user_name', 'show.movie_title', 'show.cinema_name', 'show.screen_name', 'show.starts_at'])
    .select([
      sql<boolean>`show.ends_at <= ${scannedAt}`.as('has_ended'),
      sql<boolean>`${admitsFrom(timeZone)} <= ${scannedAt} and show.ends_at > ${scannedAt}`.as('is_in_time'),
    ])
    .where('ticket.booking_id', '=', bookingId)
    .executeTakeFirst();
  return (
    row && {
      ticket: {
        bookingId: row.booking_id,
        status: row.status,
        customerName: row.user_name,
        seats: seatsAt(row.seats),
        showId: row.show_id,
        movieTitle: row.movie_title,
        cinemaName: row.cinema_name,
        screenName: row.screen_name,
        startTime: row.starts_at.toISOString(),
        checkedInAt: row.checked_in_at?.toISOString() ?? null,
      },
      isInTime: row.is_in_time,
      hasEnded: row.has_ended,
      scanId: row.scan_id,
    }
  );
}

export async function markCheckedIn(
  tx: Tx,
  { bookingId, scanId, at }: { bookingId: number; scanId: string | undefined; at: Date | undefined },
): Promise<Date> {
  const { checkedInAt } = await tx
    .updateTable('tickets')
    .set({ status: 'CHECKED_IN', checked_in_at: instantOf(at), scan_id: scanId ?? null })
    .where('booking_id', '=', bookingId)
    .returning(sql<Date>`checked_in_at`.as('checkedInAt'))
    .executeTakeFirstOrThrow();
  return checkedInAt;
}

export async function selectConflictReason(
  tx: Tx,
  scan: { bookingId: number; scanId: string },
): Promise<ConflictReason | undefined> {
  const row = await tx
    .selectFrom('scan_conflicts')
    .select('reason')
    .where('booking_id', '=', scan.bookingId)
    .where('scan_id', '=', scan.scanId)
    .executeTakeFirst();
  return row?.reason;
}

interface NewConflict {
  scanId: string;
  bookingId: number;
  reason: ConflictReason;
  scannedAt: Date;
  settledBy: number | null;
}

export async function insertConflict(tx: Tx, conflict: NewConflict): Promise<void> {
  const { scanId, bookingId, reason, scannedAt, settledBy } = conflict;
  await tx
    .insertInto('scan_conflicts')
    .values({
      ...{ scan_id: scanId, booking_id: bookingId, reason },
      ...{ scanned_at: instantOf(scannedAt), settled_by: settledBy },
    })
    .execute();
}

export const selectShow = (db: Database, showId: number, timeZone: string) =>
  db
    .selectFrom('show_details as show')
    .select(['movie_title', 'cinema_name', 'screen_name', 'starts_at', 'ends_at'])
    .select([admitsFrom(timeZone).as('admits_from'), sql<Date>`now()`.as('read_at')])
    .where('show_id', '=', showId)
    .executeTakeFirst();

/** Leaves out cancelled bookings. */
export const selectTicketsOf = (db: Database, showId: number) =>
  db
    .selectFrom('tickets')
    .select(['booking_id', 'seats', 'checked_in_at'])
    .where('show_id', '=', showId)
    .where('status', '<>', 'CANCELLED')
    .orderBy('booking_id')
    .execute();

export async function selectConflictsOf(db: Database, showId: number): Promise<ScanConflict[]> {
  const rows = await db
    .selectFrom('scan_conflicts as conflict')
    .innerJoin('tickets as ticket', 'ticket.booking_id', 'conflict.booking_id')
    .select(['conflict.scan_id', 'conflict.reason', 'conflict.scanned_at'])
    .select(['ticket.booking_id', 'ticket.seats', 'ticket.checked_in_at', 'ticket.scan_id as admitted_scan_id'])
    .where('ticket.show_id', '=', showId)
    .orderBy('conflict.settled_at', 'desc')
    .orderBy('conflict.scan_id')
    .limit(MAX_CONFLICTS)
    .execute();
  return rows.map((row) => ({
    scanId: row.scan_id,
    scannedAt: row.scanned_at.toISOString(),
    reason: row.reason,
    bookingId: row.booking_id,
    seats: seatsAt(row.seats),
    admittedScanId: row.admitted_scan_id,
    admittedAt: row.checked_in_at?.toISOString() ?? null,
  }));
}
