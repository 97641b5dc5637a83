/** Why the database refused to book, change or cancel. */
import { inSeatOrder, seatsAt } from '@moviebooking/contract/seats';
import { Refusal } from '../../platform/errors/refusal.ts';
import { describeSeatState } from '../seating/seating.ts';
import type { CancelOutcome, TakenSeats } from './booking.sql.ts';

export function refuseTaken(row: TakenSeats): Refusal {
  const [bookedOrClosed, heldOrClosed] = [seatsAt(row.booked ?? []), seatsAt(row.held ?? [])];
  const closed = bookedOrClosed.filter((seat) => heldOrClosed.includes(seat));
  const isOpen = (seat: string) => !closed.includes(seat);
  const booked = bookedOrClosed.filter(isOpen);
  const held = heldOrClosed.filter(isOpen);
  const message = [
    ...describeSeatState(booked, 'already booked'),
    ...describeSeatState(held, 'held by another customer'),
    ...describeSeatState(closed, 'out of service'),
  ].join(' ');
  const code = closed.length > 0 ? 'SEATS_CLOSED' : booked.length > 0 ? 'SEATS_BOOKED' : 'SEATS_HELD';
  return new Refusal(code, message, { conflicts: inSeatOrder([...booked, ...held, ...closed]) });
}

/** Returns the refusal for a booking that cannot be cancelled. */
export function refuseCancelling(outcome: Exclude<CancelOutcome, 'CANCELLED'>): Refusal {
  switch (outcome) {
    case 'FORBIDDEN':
      return notYours();
    case 'ALREADY_CANCELLED':
    case 'ALREADY_CHECKED_IN':
      return new Refusal(outcome);
    case 'SHOW_STARTED':
      return new Refusal('SHOW_STARTED', "This show has already started, so the booking can't be cancelled.");
    case 'NOT_FOUND':
      return notFound();
  }
}

export const notYours = () => new Refusal('FORBIDDEN', "This isn't your booking.");
export const notFound = () => new Refusal('NOT_FOUND', 'Booking not found');
