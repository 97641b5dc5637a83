/** The ticket of one seat, for anyone who has its code. It tells nothing about the user, the booking or its other seats. */
import type { SharedTicket } from '@moviebooking/contract/bookings';
import { plainCode } from '@moviebooking/contract/check-in';
import { seatAt } from '@moviebooking/contract/seats';
import type { Database } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors/refusal.ts';
import { selectChangeOfSeat, selectSharedTicket } from './shared-ticket.sql.ts';
import type { SeatOfCode, TicketCodes } from './ticket-code.ts';

/** Returns undefined for forged codes and those of seats that were given back. */
async function findSeatOfCode(db: Database, ticketCodes: TicketCodes, code: string): Promise<SeatOfCode | undefined> {
  for (const seat of ticketCodes.readSeat(code)) {
    const change = await selectChangeOfSeat(db, seat);
    if (change !== undefined && seat.isOfChange(change)) return seat;
  }
  return undefined;
}

/** Takes the code of a booking or of one of its seats. */
export async function findBookingOfCode(
  db: Database,
  ticketCodes: TicketCodes,
  code: string,
): Promise<number | undefined> {
  return ticketCodes.read(code) ?? (await findSeatOfCode(db, ticketCodes, code))?.bookingId;
}

export async function readSharedTicket(db: Database, ticketCodes: TicketCodes, code: string): Promise<SharedTicket> {
  const found = await findSeatOfCode(db, ticketCodes, code);
  const row = found && (await selectSharedTicket(db, found));
  if (!row) throw new Refusal('NOT_FOUND', "This ticket isn't valid. Its seat may have been given back or exchanged.");
  const { starts_at, moved_from: before, admitted_at, is_show_cancelled } = row;
  const startTime = starts_at.toISOString();
  const movedFrom = before && { ...before, startTime: new Date(before.startTime).toISOString() };
  const isMoved =
    movedFrom && (movedFrom.startTime !== startTime || movedFrom.place !== `${row.cinema_name}, ${row.screen_name}`);
  return {
    ...{ code: plainCode(code), seat: seatAt(found.seat), startTime, movedFrom: isMoved ? movedFrom : null },
    ...{ movieTitle: row.movie_title, posterUrl: row.movie_poster_url },
    ...{
      cinemaName: row.cinema_name,
      cinemaCity: row.cinema_city,
      screenName: row.screen_name,
      accessibility: row.accessibility,
    },
    status: is_show_cancelled ? 'SHOW_CANCELLED' : admitted_at ? 'ADMITTED' : 'VALID',
    admittedAt: admitted_at?.toISOString() ?? null,
    cancelReason: row.show_cancel_reason,
  };
}
