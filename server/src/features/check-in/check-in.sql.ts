import type { Ticket } from '@moviebooking/contract/check-in';
import { seatsAt } from '@moviebooking/contract/seats';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database.ts';

/** A ticket is admitted from this long before the show, also when midnight lies between. */
const EARLY_HOURS = 3;

export interface TicketToCheck {
  ticket: Ticket;
  /** The show is on this cinema day or starts within EARLY_HOURS, and it has not ended. */
  isInTime: boolean;
  hasEnded: boolean;
  /** The scan that checked it in. */
  scanId: string | null;
}

/** Nobody else can check in, cancel or move bookings of this booking's show until the transaction ends. */
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

export async function selectTicket(tx: Tx, bookingId: number, timeZone: string): Promise<TicketToCheck | undefined> {
  const today = sql`(now() at time zone ${timeZone})::date`;
  const row = await tx
    .selectFrom('tickets as ticket')
    .innerJoin('users as user', 'user.id', 'ticket.user_id')
    .innerJoin('show_details as show', 'show.show_id', 'ticket.show_id')
    .selectAll('ticket')
    .select(['user.name as user_name', 'show.movie_title', 'show.cinema_name', 'show.screen_name', 'show.starts_at'])
    .select([
      sql<boolean>`show.ends_at <= now()`.as('has_ended'),
      sql<boolean>`show.ends_at > now() and (
        (show.starts_at at time zone ${timeZone})::date = ${today}
        or show.starts_at - make_interval(hours => ${EARLY_HOURS}) <= now()
      )`.as('is_in_time'),
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

export async function markCheckedIn(tx: Tx, bookingId: number, scanId: string | undefined): Promise<Date> {
  const { at } = await tx
    .updateTable('tickets')
    .set({ status: 'CHECKED_IN', checked_in_at: sql<Date>`now()`, scan_id: scanId ?? null })
    .where('booking_id', '=', bookingId)
    .returning(sql<Date>`checked_in_at`.as('at'))
    .executeTakeFirstOrThrow();
  return at;
}
