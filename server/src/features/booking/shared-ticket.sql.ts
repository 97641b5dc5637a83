import type { Accessibility } from '@moviebooking/contract/accessibility';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { SeatOfCode } from './ticket-code.ts';

interface SharedTicketRow {
  movie_title: string;
  movie_poster_url: string | null;
  cinema_name: string;
  cinema_city: string | null;
  screen_name: string;
  accessibility: Accessibility[];
  starts_at: Date;
  show_cancel_reason: string | null;
  is_show_cancelled: boolean;
  admitted_at: Date | null;
  /** As the audit log has it, if the show was moved since the seat was booked. */
  moved_from: { startTime: string; place: string } | null;
}

const lastChangeOf = (bookingId: RawBuilder<unknown>, seat: number): RawBuilder<number> => sql`(
  select coalesce(max(id), 0) from booking_changes where booking_id = ${bookingId} and ${seat}::smallint = any (taken))`;

/** Returns the change that took the seat, 0 if none did, or undefined if the booking does not have the seat. */
export async function selectChangeOfSeat(db: Database, { bookingId, seat }: SeatOfCode): Promise<number | undefined> {
  const { rows } = await sql<{ change: number }>`
    select ${lastChangeOf(sql`b.id`, seat)} as change from bookings b
    where b.id = ${bookingId} and ${seat}::smallint = any (b.seats)`.execute(db);
  return rows[0]?.change;
}

/** Returns undefined if the booking was cancelled, unless its show was. */
export async function selectSharedTicket(
  db: Database,
  { bookingId, seat }: SeatOfCode,
): Promise<SharedTicketRow | undefined> {
  const { rows } = await sql<SharedTicketRow>`
    select show.movie_title, show.movie_poster_url, show.cinema_name, show.cinema_city, show.screen_name, show.accessibility, show.starts_at,
      show.cancel_reason as show_cancel_reason, show.cancelled_at is not null as is_show_cancelled,
      (select admitted_at from admissions where booking_id = b.id and seat = ${seat}) as admitted_at,
      (
        select json_build_object('startTime', before ->> 'startTime', 'place', before ->> 'screen')
        from audit_log
        where entity = 'show' and entity_id = b.show_id and action = 'UPDATE' and at >= b.created_at
          and (before ->> 'startTime', before ->> 'screen') is distinct from (after ->> 'startTime', after ->> 'screen')
        order by id limit 1
      ) as moved_from
    from bookings b join show_details show on show.show_id = b.show_id
    where b.id = ${bookingId} and (b.status <> 'CANCELLED' or show.cancelled_at is not null)`.execute(db);
  return rows[0];
}
