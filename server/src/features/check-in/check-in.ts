/**
 * Check-in at the entrance. A ticket's code admits its booking once: the seats of its show are locked, as by everyone who
 * changes bookings, the rules are checked, and only then it becomes CHECKED_IN, so that of two scans at once, on
 * whichever servers, exactly one is admitted. The scan that was admitted may be sent again, because its answer was lost,
 * and is answered as the first time. A refusal carries the ticket, so that the staff can explain it.
 */
import type { CheckInRequest, Ticket } from '@moviebooking/contract/check-in';
import type { Database } from '../../platform/database.ts';
import { Refusal } from '../../platform/refusal.ts';
import { type Actor, recordAudit } from '../audit/audit.ts';
import type { TicketCodes } from '../booking/ticket-code.ts';
import { lockShowOf, markCheckedIn, selectTicket, type TicketToCheck } from './check-in.sql.ts';

interface Settings {
  ticketCodes: TicketCodes;
  timeZone: string;
}

function timesOf(timeZone: string) {
  const clock = new Intl.DateTimeFormat('en-IN', { timeZone, hour: 'numeric', minute: '2-digit' });
  const full = new Intl.DateTimeFormat('en-IN', {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
  });
  const day = new Intl.DateTimeFormat('en-IN', { timeZone, dateStyle: 'short' });
  return {
    withDay: (instant: string) => full.format(new Date(instant)),
    withDayUnlessToday: (instant: string) =>
      day.format(new Date(instant)) === day.format(new Date())
        ? clock.format(new Date(instant))
        : full.format(new Date(instant)),
  };
}

function refusalOf({ ticket, isInTime, hasEnded }: TicketToCheck, showId: number | undefined, timeZone: string) {
  const times = timesOf(timeZone);
  const refuse = (code: 'ALREADY_CANCELLED' | 'ALREADY_CHECKED_IN' | 'WRONG_SHOW' | 'WRONG_TIME', message: string) =>
    new Refusal(code, message, { ticket });
  const { movieTitle, screenName, startTime, checkedInAt, status } = ticket;
  if (status === 'CANCELLED') return refuse('ALREADY_CANCELLED', 'This booking was cancelled.');
  if (checkedInAt) {
    return refuse('ALREADY_CHECKED_IN', `Already used at ${times.withDayUnlessToday(checkedInAt)}.`);
  }
  if (showId !== undefined && showId !== ticket.showId) {
    const place = `${movieTitle}, ${screenName}, ${times.withDayUnlessToday(startTime)}`;
    return refuse('WRONG_SHOW', `This ticket is for another show: ${place}.`);
  }
  if (isInTime) return undefined;
  return hasEnded
    ? refuse('WRONG_TIME', `This show of ${times.withDay(startTime)} is over.`)
    : refuse('WRONG_TIME', `This ticket is for another day: ${times.withDay(startTime)}.`);
}

export async function checkIn(
  db: Database,
  { code, showId, scanId }: CheckInRequest,
  { ticketCodes, timeZone }: Settings,
  actor: Actor,
): Promise<Ticket> {
  const unknown = new Refusal('NOT_FOUND', 'This code belongs to no ticket of ours.');
  const bookingId = ticketCodes.read(code);
  if (bookingId === undefined) throw unknown;
  return db.transaction().execute(async (tx) => {
    await lockShowOf(tx, bookingId);
    const found = await selectTicket(tx, bookingId, timeZone);
    if (!found) throw unknown;
    if (scanId !== undefined && scanId === found.scanId) return found.ticket;
    const refusal = refusalOf(found, showId, timeZone);
    if (refusal) throw refusal;
    const at = await markCheckedIn(tx, bookingId, scanId);
    const { movieTitle, cinemaName, screenName, seats } = found.ticket;
    await recordAudit(tx, {
      ...{ actor, action: 'CHECK_IN', entity: 'booking', entityId: bookingId },
      name: `${movieTitle}, ${cinemaName}, ${screenName}, ${seats.join(' ')}`,
    });
    return { ...found.ticket, status: 'CHECKED_IN', checkedInAt: at.toISOString() };
  });
}
