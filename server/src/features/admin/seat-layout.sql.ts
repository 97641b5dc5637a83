import { sql } from 'kysely';
import type { Database } from '../../platform/database.ts';

export interface TakenSeat {
  seat: number;
  bookingId: number | null;
  pricePaise: number | null;
  bookedAt: string | null;
  heldUntil: string | null;
  user: { id: number; name: string; email: string } | null;
}

/** Who has which seat, and the version of the show's seats that this is. */
export async function selectTakenSeats(db: Database, showId: number): Promise<{ version: number; seats: TakenSeat[] }> {
  const { rows } = await sql<{ version: number; seats: TakenSeat[] }>`
    select coalesce((select version from seat_versions where show_id = ${showId}), 0) as version,
      coalesce((
        select json_agg(json_build_object(
          'seat', seats.seat, 'bookingId', seats.booking_id, 'pricePaise', bookings.price_paise,
          'bookedAt', bookings.created_at, 'heldUntil', seats.held_until,
          'user', case when users.id is not null
            then json_build_object('id', users.id, 'name', users.name, 'email', users.email) end
        ))
        from seats
          left join bookings on bookings.id = seats.booking_id
          left join users on users.id = seats.user_id
        where seats.show_id = ${showId} and (seats.booking_id is not null or seats.held_until > now())
      ), '[]') as seats
  `.execute(db);
  return rows[0] as { version: number; seats: TakenSeat[] };
}
