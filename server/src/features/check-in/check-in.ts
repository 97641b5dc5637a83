/**
 * Check-in at the entrance. A ticket's code admits its booking once: the seats of its show are locked, as by everyone who
 * changes bookings, the rules are checked, and only then it becomes CHECKED_IN, so that of two scans at once, on
 * whichever servers, exactly one is admitted. The scan that was admitted may be sent again, because its answer was lost,
 * and is answered as the first time. A refusal carries the ticket, so that the staff can explain it.
 *
 * Scans made without a connection are settled by the same rules, as of when they were made (docs/decisions/0022). The
 * first that is settled admits; a later one of the same ticket is a conflict, which is kept for all devices to see. A scan id
 * that was used for two tickets is settled for each of them on its own.
 */
import type { CheckInRequest, ScanRefusal, SettledScan, SettleRequest, Ticket } from '@moviebooking/contract/check-in';
import type { Database, Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors/refusal.ts';
import { dayOf } from '../../platform/time/cinema-day.ts';
import { timesIn } from '../../platform/time/cinema-times.ts';
import { type Actor, recordAudit } from '../audit/audit.ts';
import type { TicketCodes } from '../booking/ticket-code.ts';
import {
  insertConflict,
  lockShowOf,
  markCheckedIn,
  selectConflictReason,
  selectTicket,
  type TicketToCheck,
} from './check-in.sql.ts';

interface Settings {
  ticketCodes: TicketCodes;
  timeZone: string;
}

interface Scan {
  bookingId: number;
  showId?: number | undefined;
  scanId?: string | undefined;
  /** Missing: now. */
  scannedAt?: Date | undefined;
}

interface Refused {
  reason: ScanRefusal;
  message: string;
  ticket?: Ticket;
}

const UNKNOWN: Refused = { reason: 'NOT_FOUND', message: 'This code belongs to no ticket of ours.' };

function refusalOf({ ticket, isInTime, hasEnded }: TicketToCheck, showId: number | undefined, timeZone: string) {
  const times = timesIn(timeZone);
  const unlessToday = (instant: string) =>
    dayOf(new Date(instant), timeZone) === dayOf(new Date(), timeZone) ? times.clock(instant) : times.withDay(instant);
  const refuse = (reason: ScanRefusal, message: string): Refused => ({ reason, message, ticket });
  const { movieTitle, screenName, startTime, checkedInAt, status } = ticket;
  if (status === 'CANCELLED') return refuse('ALREADY_CANCELLED', 'This booking was cancelled.');
  if (checkedInAt) {
    return refuse('ALREADY_CHECKED_IN', `Already used at ${unlessToday(checkedInAt)}.`);
  }
  if (showId !== undefined && showId !== ticket.showId) {
    const place = `${movieTitle}, ${screenName}, ${unlessToday(startTime)}`;
    return refuse('WRONG_SHOW', `This ticket is for another show: ${place}.`);
  }
  if (isInTime) return undefined;
  return hasEnded
    ? refuse('WRONG_TIME', `This show of ${times.withDay(startTime)} is over.`)
    : refuse('WRONG_TIME', `This ticket is for another day: ${times.withDay(startTime)}.`);
}

const withShowLocked = <Result>(db: Database, bookingId: number, work: (tx: Tx) => Promise<Result>): Promise<Result> =>
  db.transaction().execute(async (tx) => {
    await lockShowOf(tx, bookingId);
    return work(tx);
  });

/** The ticket, admitted now or by this very scan before, or why it is not. */
async function admit(tx: Tx, scan: Scan, timeZone: string, actor: Actor): Promise<Ticket | Refused> {
  const { bookingId, showId, scanId, scannedAt } = scan;
  const found = await selectTicket(tx, bookingId, { timeZone, at: scannedAt });
  if (!found) return UNKNOWN;
  if (scanId !== undefined && scanId === found.scanId) return found.ticket;
  const refused = refusalOf(found, showId, timeZone);
  if (refused) return refused;
  const at = await markCheckedIn(tx, { bookingId, scanId, at: scannedAt });
  const { movieTitle, cinemaName, screenName, seats } = found.ticket;
  await recordAudit(tx, {
    ...{ actor, action: 'CHECK_IN', entity: 'booking', entityId: bookingId },
    name: `${movieTitle}, ${cinemaName}, ${screenName}, ${seats.join(' ')}`,
  });
  return { ...found.ticket, status: 'CHECKED_IN', checkedInAt: at.toISOString() };
}

export async function checkIn(
  db: Database,
  { code, ...scan }: CheckInRequest,
  { ticketCodes, timeZone }: Settings,
  actor: Actor,
): Promise<Ticket> {
  const bookingId = ticketCodes.read(code);
  const admitted =
    bookingId === undefined
      ? UNKNOWN
      : await withShowLocked(db, bookingId, (tx) => admit(tx, { ...scan, bookingId }, timeZone, actor));
  if (!('reason' in admitted)) return admitted;
  const { reason, message, ticket } = admitted;
  throw new Refusal(reason, message, ticket ? { ticket } : {});
}

/** One after the other, each in a transaction of its own: after a lost answer all may be sent again. */
export async function settleScans(
  db: Database,
  { scans }: SettleRequest,
  settings: Settings,
  actor: Actor,
): Promise<SettledScan[]> {
  const settled: SettledScan[] = [];
  for (const scan of scans) settled.push(await settleScan(db, scan, settings, actor));
  return settled;
}

async function settleScan(
  db: Database,
  { code, scanId, scannedAt }: SettleRequest['scans'][number],
  { ticketCodes, timeZone }: Settings,
  actor: Actor,
): Promise<SettledScan> {
  const bookingId = ticketCodes.read(code);
  if (bookingId === undefined) return { scanId, reason: 'NOT_FOUND' };
  return withShowLocked(db, bookingId, async (tx) => {
    const before = await selectConflictReason(tx, { bookingId, scanId });
    if (before) return { scanId, reason: before };
    const outcome = await admit(tx, { bookingId, scanId, scannedAt }, timeZone, actor);
    if (!('reason' in outcome)) return { scanId, reason: null };
    const { reason } = outcome;
    if (reason !== 'NOT_FOUND' && reason !== 'WRONG_SHOW')
      await insertConflict(tx, { scanId, bookingId, reason, scannedAt, settledBy: actor.userId });
    return { scanId, reason };
  });
}
