import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

export interface TakenSeat {
  seat: number;
  bookingId: number | null;
  pricePaise: number | null;
  bookedAt: string | null;
  heldUntil: string | null;
  user: { id: number; name: string; email: string } | null;
}

interface SeatsSnapshot {
  epoch: string;
  version: number;
  seats: TakenSeat[];
  /** Out of service and neither held nor booked. */
  closed: number[];
  /** Marked places that are not ordinary seats yet. Null if there are none. */
  wheelchair: number[] | null;
  companion: number[] | null;
}

export async function selectTakenSeats(db: Database, showId: number): Promise<SeatsSnapshot> {
  const { rows } = await sql<SeatsSnapshot>`
    select (select epoch from ledger.epoch) as epoch,
      coalesce((select version from seat_versions where show_id = ${showId}), 0) as version,
      coalesce((
        select json_agg(json_build_object(
          'seat', taken.seat, 'bookingId', taken.booking_id, 'pricePaise', booking.price_paise,
          'bookedAt', booking.created_at, 'heldUntil', taken.held_until,
          'user', case when users.id is not null
            then json_build_object('id', users.id, 'name', users.name, 'email', users.email) end
        ))
        from taken_seats as taken
          left join booking_keys as booking on booking.booking_id = taken.booking_id
          left join users on users.id = taken.user_id
        where taken.show_id = ${showId}
      ), '[]') as seats,
      array(
        select closed.seat from shows, ledger.closed_for_show(shows.id, shows.screen_id) as closed
        where shows.id = ${showId} and not exists (
          select from taken_seats as taken where taken.show_id = ${showId} and taken.seat = closed.seat
        )
      ) as closed,
      places.wheelchair, places.companion
    from (select) as layout left join ledger.read_places(array[${showId}::integer]) as places on true
  `.execute(db);
  return rows[0] as SeatsSnapshot;
}
