import type { ConflictReason, ScanConflict, Ticket } from '@moviebooking/contract/check-in';
import { EARLY_ADMISSION_HOURS } from '@moviebooking/contract/limits';
import { seatsAt } from '@moviebooking/contract/seats';
import { type RawBuilder, sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { SeatFact } from '../booking/seat-tickets.ts';

const MAX_CONFLICTS = 50;

/** When the show starts to admit: at the start of its day, or earlier if the show starts soon after midnight. */
const admitsFrom = (timeZone: string): RawBuilder<Date> => sql`least(
  date_trunc('day', show.starts_at at time zone ${timeZone}) at time zone ${timeZone},
  show.starts_at - make_interval(hours => ${EARLY_ADMISSION_HOURS})
)`;

/** Treats a scan time in the future as now, because the device's clock is ahead. */
const instantOf = (at: Date | undefined): RawBuilder<Date> => (at ? sql`least(now(), ${at}::timestamptz)` : sql`now()`);

export interface Admission {
  seat: number;
  at: Date;
  scanId: string | null;
  bySeatCode: boolean;
}

export interface TicketToCheck {
  ticket: Omit<Ticket, 'seat' | 'admitted' | 'remaining' | 'usedAt'>;
  seats: number[];
  admissions: Admission[];
  /** The last change that took the seat whose code was scanned; 0 if none did. */
  change: number;
  /** True if the show admits at the time of the scan. */
  isInTime: boolean;
  hasEnded: boolean;
}

interface CodeOf {
  bookingId: number;
  /** Null for the code of the booking. */
  seat: number | null;
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
  { bookingId, seat }: CodeOf,
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
      sql<(Omit<Admission, 'at'> & { at: string })[]>`array(
        select json_build_object('seat', seat, 'at', admitted_at, 'scanId', scan_id, 'bySeatCode', by_seat_code)
        from admissions where booking_id = ticket.booking_id)`.as('admissions'),
      sql<number>`(
        select coalesce(max(id), 0) from booking_changes
        where booking_id = ticket.booking_id and ${seat}::smallint = any (taken))`.as('change'),
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
      seats: row.seats,
      admissions: row.admissions.map((admission) => ({ ...admission, at: new Date(admission.at) })),
      change: row.change,
      isInTime: row.is_in_time,
      hasEnded: row.has_ended,
    }
  );
}

/** Returns the seats that were not admitted before, and when they were admitted. */
export async function admitSeats(
  tx: Tx,
  { bookingId, seat }: CodeOf,
  { seats, scanId, at }: { seats: number[]; scanId: string | undefined; at: Date | undefined },
): Promise<{ seats: number[]; at: Date }> {
  const { rows } = await sql<{ seats: number[]; at: Date }>`
    select ledger.admit_seats(${bookingId}, ${seats}::smallint[], at, ${scanId ?? null}, ${seat !== null}) as seats, at
    from (select ${instantOf(at)} as at) moment`.execute(tx);
  return rows[0] as { seats: number[]; at: Date };
}

/** A code and the id of a scan of it. */
interface ScanOf extends CodeOf {
  scanId: string;
}

const codeOf = ({ seat }: CodeOf): number => seat ?? -1;

/** Returns the reason, the seats in conflict, and those that the scan admitted all the same. */
export async function selectConflict(
  tx: Tx,
  scan: ScanOf,
): Promise<{ reason: ConflictReason; admitted: number[]; others: number[] } | undefined> {
  const row = await tx
    .selectFrom('scan_conflicts as conflict')
    .innerJoin('tickets as ticket', 'ticket.booking_id', 'conflict.booking_id')
    .select(['conflict.reason', sql<number[]>`coalesce(conflict.seats, ticket.seats)`.as('others')])
    .select(
      sql<number[]>`array(
        select seat from admissions
        where booking_id = ticket.booking_id and scan_id = conflict.scan_id and by_seat_code = (conflict.code_of >= 0)
      )`.as('admitted'),
    )
    .where('conflict.booking_id', '=', scan.bookingId)
    .where('conflict.scan_id', '=', scan.scanId)
    .where('conflict.code_of', '=', codeOf(scan))
    .executeTakeFirst();
  return row && { ...row, admitted: row.admitted.filter((seat) => !row.others.includes(seat)) };
}

interface NewConflict extends ScanOf {
  reason: ConflictReason;
  seats: number[];
  scannedAt: Date;
  settledBy: number | null;
}

export async function insertConflict(tx: Tx, conflict: NewConflict): Promise<void> {
  const { scanId, bookingId, reason, seats, scannedAt, settledBy } = conflict;
  await tx
    .insertInto('scan_conflicts')
    .values({
      ...{ scan_id: scanId, booking_id: bookingId, code_of: codeOf(conflict), seats, reason },
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
export async function selectTicketsOf(db: Database, showId: number) {
  const { rows } = await sql<{
    booking_id: number;
    seats: number[];
    checked_in_at: Date | null;
    seat_facts: SeatFact[] | null;
  }>`
    with listed as materialized (
      select booking_id, seats, checked_in_at from tickets where show_id = ${showId} and status <> 'CANCELLED'
    )
    select listed.*, facts.seat_facts
    from listed
      left join ledger.read_seat_tickets(array(select booking_id from listed)) facts on facts.booking_id = listed.booking_id
    order by listed.booking_id`.execute(db);
  return rows;
}

export async function selectConflictsOf(db: Database, showId: number): Promise<ScanConflict[]> {
  const rows = await db
    .selectFrom('scan_conflicts as conflict')
    .innerJoin('tickets as ticket', 'ticket.booking_id', 'conflict.booking_id')
    .leftJoinLateral(
      (query) =>
        query
          .selectFrom('admissions')
          .select(['admitted_at', 'scan_id'])
          .whereRef('booking_id', '=', 'ticket.booking_id')
          .where(sql<boolean>`seat = any (coalesce(conflict.seats, ticket.seats))`)
          .orderBy('admitted_at')
          .orderBy('seat')
          .limit(1)
          .as('admitted'),
      (join) => join.onTrue(),
    )
    .select(['conflict.scan_id', 'conflict.reason', 'conflict.scanned_at', 'ticket.booking_id'])
    .select(sql<number[]>`coalesce(conflict.seats, ticket.seats)`.as('seats'))
    .select(['admitted.admitted_at', 'admitted.scan_id as admitted_scan_id'])
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
    admittedAt: row.admitted_at?.toISOString() ?? null,
  }));
}
