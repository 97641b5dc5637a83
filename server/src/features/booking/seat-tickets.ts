/** The tickets of a booking's seats. Each can be shared on its own. */
import type { Booking } from '@moviebooking/contract/bookings';
import { seatIndex } from '@moviebooking/contract/seats';
import type { TicketCodes } from './ticket-code.ts';

/** The seat, the last change that took it (0 if none did), and when it was admitted, in milliseconds. */
export type SeatFact = [seat: number, change: number, admitted: number | null];

/** Facts are missing if no seat was taken in a change or admitted. */
export interface WithSeatFacts {
  seat_facts?: SeatFact[] | null;
}

/** A booking with what its tickets need. */
export type BookingWithFacts = Booking & { seatFacts?: SeatFact[] };

type Facts = SeatFact[] | null | undefined;

export const changeThatTook = (seat: number, facts: Facts): number => facts?.find(([one]) => one === seat)?.[1] ?? 0;

export function admissionOf(seat: number, facts: Facts): string | null {
  const admitted = facts?.find(([one]) => one === seat)?.[2];
  return admitted ? new Date(admitted).toISOString() : null;
}

/** Adds the code of the booking and a ticket for each seat, unless the booking is cancelled. */
export function addTickets(
  { seatFacts, ...booking }: BookingWithFacts,
  { issue, issueForSeat }: Pick<TicketCodes, 'issue' | 'issueForSeat'>,
): Booking {
  if (booking.status === 'CANCELLED') return booking;
  const tickets = booking.seats.map((id) => {
    const seat = seatIndex(id);
    return {
      seat: id,
      code: issueForSeat({ bookingId: booking.id, seat, change: changeThatTook(seat, seatFacts) }),
      admittedAt: admissionOf(seat, seatFacts),
    };
  });
  return { ...booking, ticketCode: issue(booking.id), tickets };
}
