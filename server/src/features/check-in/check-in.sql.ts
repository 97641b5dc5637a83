import type { Ticket } from '@moviebooking/contract/check-in';
import { seatAt } from '@moviebooking/contract/seats';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database.ts';

/** Doors open at the latest this long before a show, also when midnight lies between. */
const EARLY_HOURS = 3;

export interface TicketAtDoor {
  ticket: Ticket;
  /** The show is on this day of the house or starts within hours, and it has not ended. */
  isInTime: boolean;
  hasEnded: boolean;
}

/** Nobody else can check in or cancel this booking until the transaction ends. */
export async function lockTicket(tx: Tx, bookingId: number, timeZone: string): Promise<TicketAtDoor | undefined> {
  const today = sql`(now() at time zone ${timeZone})::date`;
  const row = await tx
    .selectFrom('bookings')
    .innerJoin('users', 'users.id', 'bookings.user_id')
    .innerJoin('shows', 'shows.id', 'bookings.show_id')
    .innerJoin('movies', 'movies.id', 'shows.movie_id')
    .innerJoin('screens', 'screens.id', 'shows.screen_id')
    .innerJoin('cinemas', 'cinemas.id', 'screens.cinema_id')
    .select([
      'bookings.id',
      'bookings.status',
      'bookings.seats',
      'bookings.checked_in_at',
      'bookings.show_id',
      'users.name as customer_name',
      'movies.title',
      'cinemas.name as cinema_name',
      'screens.name as screen_name',
      'shows.starts_at',
      sql<boolean>`upper(shows.occupies) <= now()`.as('has_ended'),
      sql<boolean>`upper(shows.occupies) > now() and (
        (shows.starts_at at time zone ${timeZone})::date = ${today}
        or shows.starts_at - make_interval(hours => ${EARLY_HOURS}) <= now()
      )`.as('is_in_time'),
    ])
    .where('bookings.id', '=', bookingId)
    .forUpdate('bookings')
    .executeTakeFirst();
  return (
    row && {
      ticket: {
        bookingId: row.id,
        status: row.status,
        customerName: row.customer_name,
        seats: row.seats.toSorted((a, b) => a - b).map(seatAt),
        showId: row.show_id,
        movieTitle: row.title,
        cinemaName: row.cinema_name,
        screenName: row.screen_name,
        startTime: row.starts_at.toISOString(),
        checkedInAt: row.checked_in_at?.toISOString() ?? null,
      },
      isInTime: row.is_in_time,
      hasEnded: row.has_ended,
    }
  );
}

export async function markCheckedIn(tx: Tx, bookingId: number): Promise<Date> {
  const { at } = await tx
    .updateTable('bookings')
    .set({ status: 'CHECKED_IN', checked_in_at: sql<Date>`now()` })
    .where('id', '=', bookingId)
    .returning(sql<Date>`checked_in_at`.as('at'))
    .executeTakeFirstOrThrow();
  return at;
}
