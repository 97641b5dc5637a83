/**
 * What a device at the entrance of a show needs: how many seats were admitted, which scans are conflicts, and the list of
 * tickets for checking without a connection. The list contains no names, and no ticket code can be derived from it.
 */
import { createHash } from 'node:crypto';
import { type Entrance, LISTED_LENGTH, listedText, type TicketList } from '@moviebooking/contract/check-in';
import { seatsAt } from '@moviebooking/contract/seats';
import type { Database } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors/refusal.ts';
import { admissionOf, changeThatTook } from '../booking/seat-tickets.ts';
import { selectConflictsOf, selectShow, selectTicketsOf } from './check-in.sql.ts';
import type { CheckInOptions } from './check-in.ts';
import { addChecksum } from './list-checksum.ts';

const listed = (showId: number, code: string): string =>
  createHash('sha256').update(listedText(showId, code)).digest('base64url').slice(0, LISTED_LENGTH);

export async function describeEntrance(db: Database, showId: number, options: CheckInOptions): Promise<Entrance> {
  const show = await selectShow(db, showId, options.timeZone);
  if (!show) throw new Refusal('NOT_FOUND', 'Show not found');
  const tickets = await selectTicketsOf(db, showId);
  const list = {
    showId,
    movieTitle: show.movie_title,
    cinemaName: show.cinema_name,
    screenName: show.screen_name,
    startTime: show.starts_at.toISOString(),
    admitsFrom: show.admits_from.toISOString(),
    admitsUntil: show.ends_at.toISOString(),
    issuedAt: show.read_at.toISOString(),
    tickets: tickets.map(({ booking_id: bookingId, seats: unordered, checked_in_at, seat_facts: facts }) => {
      const seats = unordered.toSorted((one, other) => one - other);
      return {
        codes: options.ticketCodes.allOf(bookingId).map((code) => listed(showId, code)),
        seats: seatsAt(seats),
        checkedInAt: checked_in_at?.toISOString() ?? null,
        seatCodes: seats.map((seat) =>
          options.ticketCodes
            .allOfSeat({ bookingId, seat, change: changeThatTook(seat, facts) })
            .map((code) => listed(showId, code)),
        ),
        admittedAt: seats.map((seat) => admissionOf(seat, facts)),
      };
    }),
  };
  const seatsOf = (isCounted: (admittedAt: string | null) => boolean) =>
    list.tickets.reduce((sum, { admittedAt }) => sum + admittedAt.filter(isCounted).length, 0);
  return {
    showId,
    admittedSeats: seatsOf((admittedAt) => admittedAt !== null),
    bookedSeats: seatsOf(() => true),
    conflicts: await selectConflictsOf(db, showId),
    signedList: addChecksum(JSON.stringify(list satisfies TicketList)),
  };
}
