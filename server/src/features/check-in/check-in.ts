/**
 * Check-in at the entrance. A ticket's code admits its booking once: the show's seats are locked, as for every change of a
 * booking, the rules are checked, and only then does the booking become CHECKED_IN. So exactly one of two concurrent scans
 * is admitted, on any servers. An admitted scan whose response was lost may be sent again and gets the same response. A
 * refusal includes the ticket, so that staff can explain it.
 *
 * Offline scans are settled under the same rules, as of when they were made (docs/decisions/0022). The first scan settled
 * admits; a later one of the same ticket is a conflict, which every device can see. A scan id used for two tickets is
 * settled for each ticket separately.
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

export interface CheckInOptions {
  ticketCodes: TicketCodes;
  timeZone: string;
}

interface Scan {
  bookingId: number;
  showId?: number | undefined;
  scanId?: string | undefined;
  /** Now, if missing. */
  scannedAt?: Date | undefined;
}

interface Refused {
  reason: ScanRefusal;
  message: string;
  ticket?: Ticket;
}

const UNKNOWN: Refused = { reason: 'NOT_FOUND', message: "We don't recognise this code." };

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
    const show = `${movieTitle}, ${screenName}, ${unlessToday(startTime)}`;
    return refuse('WRONG_SHOW', `This ticket is for another show: ${show}.`);
  }
  if (isInTime) return undefined;
  return hasEnded
    ? refuse('WRONG_TIME', `The show on ${times.withDay(startTime)} is over.`)
    : refuse('WRONG_TIME', `This ticket is for another day: ${times.withDay(startTime)}.`);
}

const withShowLocked = <Result>(db: Database, bookingId: number, work: (tx: Tx) => Promise<Result>): Promise<Result> =>
  db.transaction().execute(async (tx) => {
    await lockShowOf(tx, bookingId);
    return work(tx);
  });

/** Returns the ticket if it is admitted now or was admitted by this same scan, or else the refusal. */
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
  { ticketCodes, timeZone }: CheckInOptions,
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

/** Settles each scan in its own transaction. After a lost response, all may be sent again. */
export async function settleScans(
  db: Database,
  { scans }: SettleRequest,
  options: CheckInOptions,
  actor: Actor,
): Promise<SettledScan[]> {
  const settled: SettledScan[] = [];
  for (const scan of scans) settled.push(await settleScan(db, scan, options, actor));
  return settled;
}

async function settleScan(
  db: Database,
  { code, scanId, scannedAt }: SettleRequest['scans'][number],
  { ticketCodes, timeZone }: CheckInOptions,
  actor: Actor,
): Promise<SettledScan> {
  const bookingId = ticketCodes.read(code);
  if (bookingId === undefined) return { scanId, reason: 'NOT_FOUND' };
  return withShowLocked(db, bookingId, async (tx) => {
    const known = await selectConflictReason(tx, { bookingId, scanId });
    if (known) return { scanId, reason: known };
    const outcome = await admit(tx, { bookingId, scanId, scannedAt }, timeZone, actor);
    if (!('reason' in outcome)) return { scanId, reason: null };
    const { reason } = outcome;
    if (reason !== 'NOT_FOUND' && reason !== 'WRONG_SHOW')
      await insertConflict(tx, { scanId, bookingId, reason, scannedAt, settledBy: actor.userId });
    return { scanId, reason };
  });
}
