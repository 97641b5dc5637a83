/** Why the database refused to book, change or cancel. */
import { inSeatOrder, seatsAt } from '@moviebooking/contract/seats';
import { Refusal } from '../../platform/errors/refusal.ts';
import { describeSeatState, refusedPlaces } from '../seating/seating.ts';
import type { CancelOutcome, TakenSeats } from './booking.sql.ts';

export function refuseTaken(row: TakenSeats): Refusal {
  const [bookedOrClosed, heldOrClosed] = [seatsAt(row.booked ?? []), seatsAt(row.held ?? [])];
  const closed = bookedOrClosed.filter((seat) => heldOrClosed.includes(seat));
  const isOpen = (seat: string) => !closed.includes(seat);
  const booked = bookedOrClosed.filter(isOpen);
  const held = heldOrClosed.filter(isOpen);
  const places = refusedPlaces(row);
  const message = [
    ...describeSeatState(booked, 'already booked'),
    ...describeSeatState(held, 'held by another customer'),
    ...describeSeatState(closed, 'out of service'),
    ...places.sentences,
  ].join(' ');
  const code = closed.length > 0 ? 'SEATS_CLOSED' : booked.length > 0 ? 'SEATS_BOOKED' : 'SEATS_HELD';
  const conflicts = inSeatOrder(new Set([...booked, ...held, ...closed, ...places.seats]));
  return new Refusal(booked.length + held.length + closed.length === 0 ? (places.code ?? code) : code, message, {
    conflicts,
  });
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
