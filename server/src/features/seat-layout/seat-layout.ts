/** The seats of a show with the customer who holds or booked each, for administrators. */
import type { SeatLayout } from '@moviebooking/contract/admin';
import { toRupees } from '@moviebooking/contract/money';
import { ALL_SEATS, seatAt, seatsAt } from '@moviebooking/contract/seats';
import type { Database } from '../../platform/database/database.ts';
import { findShow } from '../catalogue/catalogue.ts';
import { selectTakenSeats, type TakenSeat } from './seat-layout.sql.ts';

type SeatState = SeatLayout['seatLayout'][string];

function stateOf({ bookingId, bookedAt, heldUntil, user }: TakenSeat): SeatState {
  const owner = user ? { user } : {};
  if (bookingId !== null && bookedAt !== null) {
    return { status: 'booked', bookingId, bookedAt: new Date(bookedAt).toISOString(), ...owner };
  }
  return { status: 'blocked', ...(heldUntil ? { expiresAt: new Date(heldUntil).toISOString() } : {}), ...owner };
}

export async function readSeatLayout(db: Database, showId: number): Promise<SeatLayout> {
  const show = await findShow(db, showId);
  const { epoch, version, seats, closed, wheelchair, companion } = await selectTakenSeats(db, showId);
  const states = new Map<string, SeatState>([
    ...seats.map((seat) => [seatAt(seat.seat), stateOf(seat)] as const),
    ...closed.map((seat) => [seatAt(seat), { status: 'closed' }] as const),
  ]);
  const booked = seats.filter((seat) => seat.bookingId !== null).length;
  const available = ALL_SEATS.length - states.size;
  const [wheelchairSeats, companionSeats] = [seatsAt(wheelchair ?? []), seatsAt(companion ?? [])];
  const freePlaces = [...wheelchairSeats, ...companionSeats].filter((seat) => !states.has(seat)).length;
  return {
    show: {
      ...show,
      availableSeats: available - freePlaces,
      soldSeats: booked,
      sellableSeats: ALL_SEATS.length - closed.length,
    },
    seatLayout: Object.fromEntries(ALL_SEATS.map((id) => [id, states.get(id) ?? { status: 'available' }])),
    stats: {
      total: ALL_SEATS.length,
      booked,
      blocked: seats.length - booked,
      closed: closed.length,
      available,
      revenue: toRupees(seats.reduce((sum, { pricePaise }) => sum + (pricePaise ?? 0), 0)),
    },
    wheelchairSeats,
    companionSeats,
    epoch,
    version,
  };
}
