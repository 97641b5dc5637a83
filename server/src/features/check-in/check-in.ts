/**
 * Check-in at the entrance. The code of a booking admits every seat that was not admitted before, the code of a seat admits
 * that seat: the show's seats are locked, as for every change of a booking, the rules are checked, and only then are the seats
 * admitted. So exactly one of two concurrent scans admits a seat, on any servers. An admitted scan whose response was lost may
 * be sent again and gets the same response. A refusal includes the ticket, so that staff can explain it.
 *
 * Offline scans are settled seat by seat under the same rules, as of when they were made (docs/decisions/0022). The first scan
 * settled admits; a later one of the same seat is a conflict, which every device can see. A scan id used for two codes is
 * settled for each code separately.
 */
import type { CheckInRequest, ScanRefusal, SettledScan, SettleRequest, Ticket } from '@moviebooking/contract/check-in';
import { seatAt, seatIndex, seatsAt } from '@moviebooking/contract/seats';
import type { Database, Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors/refusal.ts';
import { dayOf } from '../../platform/time/cinema-day.ts';
import { timesIn } from '../../platform/time/cinema-times.ts';
import { type Actor, recordAudit } from '../audit/audit.ts';
import type { SeatOfCode, TicketCodes } from '../booking/ticket-code.ts';
import {
  type Admission,
  admitSeats,
  insertConflict,
  lockShowOf,
  selectConflict,
  selectTicket,
  type TicketToCheck,
} from './check-in.sql.ts';

export interface CheckInOptions {
  ticketCodes: TicketCodes;
  timeZone: string;
}

interface Scan {
  showId?: number | undefined;
  scanId?: string | undefined;
  /** Now, if missing. */
  scannedAt?: Date | undefined;
  /** The seats that a device let in. All seats that the code admits, if missing. */
  seats?: string[] | undefined;
}

interface Refused {
  reason: ScanRefusal;
  message: string;
  ticket?: Ticket;
}

interface Outcome {
  ticket?: Ticket;
  refused?: Refused;
  /** The seats that this scan admitted, now or when it was sent before. */
  admitted: number[];
  /** The other seats that it is about. */
  others: number[];
}

/** The code of a booking or of one of its seats. */
type ScannedCode = SeatOfCode | { bookingId: number; seat: null };

const UNKNOWN: Refused = { reason: 'NOT_FOUND', message: "We don't recognise this code." };
const NOTHING = { admitted: [], others: [] };

function readCode({ ticketCodes }: CheckInOptions, code: string): ScannedCode[] {
  const bookingId = ticketCodes.read(code);
  return bookingId === undefined ? ticketCodes.readSeat(code) : [{ bookingId, seat: null }];
}

const isCurrent = ({ seats, change }: TicketToCheck, code: ScannedCode): boolean =>
  code.seat === null || (seats.includes(code.seat) && code.isOfChange(change));

/**
 * The seats that a scan is about. No booking changes after its first admission. So if a device let in a seat that the booking
 * no longer has, it knew the booking before a change, and let in everyone.
 */
function wantedBy({ seats }: TicketToCheck, code: ScannedCode, letIn: string[] | undefined): number[] {
  if (code.seat !== null) return [code.seat];
  const known = letIn?.map(seatIndex) ?? seats;
  return known.every((seat) => seats.includes(seat)) ? known : seats;
}

function describeTicket({ ticket, seats, admissions }: TicketToCheck, code: ScannedCode, admitted: number[]): Ticket {
  const admittedAt = (seat: number) => admissions.find((one) => one.seat === seat)?.at;
  const times = (code.seat === null ? seats : [code.seat]).map(admittedAt);
  const isUsed = times.every((at) => at !== undefined);
  return {
    ...ticket,
    seat: code.seat === null ? null : seatAt(code.seat),
    admitted: seatsAt(admitted),
    remaining: seatsAt(seats.filter((seat) => !admittedAt(seat))),
    usedAt: isUsed ? new Date(Math.max(...times.map(Number))).toISOString() : null,
  };
}

function refusalOf(
  { isInTime, hasEnded, admissions }: TicketToCheck,
  ticket: Ticket,
  { showId, wanted }: { showId: number | undefined; wanted: number[] },
  timeZone: string,
): Refused | undefined {
  const times = timesIn(timeZone);
  const unlessToday = (instant: string) =>
    dayOf(new Date(instant), timeZone) === dayOf(new Date(), timeZone) ? times.clock(instant) : times.withDay(instant);
  const refuse = (reason: ScanRefusal, message: string): Refused => ({ reason, message, ticket });
  const { movieTitle, screenName, startTime, usedAt, checkedInAt, status } = ticket;
  if (status === 'CANCELLED') return refuse('ALREADY_CANCELLED', 'This booking was cancelled.');
  if (wanted.every((seat) => admissions.some((one) => one.seat === seat)))
    return refuse('ALREADY_CHECKED_IN', `Already used at ${unlessToday(usedAt ?? checkedInAt ?? startTime)}.`);
  if (showId !== undefined && showId !== ticket.showId) {
    const show = `${movieTitle}, ${screenName}, ${unlessToday(startTime)}`;
    return refuse('WRONG_SHOW', `This ticket is for another show: ${show}.`);
  }
  if (isInTime) return undefined;
  return hasEnded
    ? refuse('WRONG_TIME', `The show on ${times.withDay(startTime)} is over.`)
    : refuse('WRONG_TIME', `This ticket is for another day: ${times.withDay(startTime)}.`);
}

const isBy = (admission: Admission, { seat }: ScannedCode, scanId: string | undefined): boolean =>
  scanId !== undefined && admission.scanId === scanId && admission.bySeatCode === (seat !== null);

const nameOf = ({ movieTitle, cinemaName, screenName }: TicketToCheck['ticket'], seats: number[]): string =>
  `${movieTitle}, ${cinemaName}, ${screenName}, ${seatsAt(seats).join(' ')}`;

/** Returns the ticket if seats are admitted now or were admitted by this same scan, or else the refusal. */
async function admit(tx: Tx, code: ScannedCode, scan: Scan, timeZone: string, actor: Actor): Promise<Outcome> {
  const { showId, scanId, scannedAt, seats: letIn } = scan;
  const found = await selectTicket(tx, code, { timeZone, at: scannedAt });
  if (!found || !isCurrent(found, code)) return { ...NOTHING, refused: UNKNOWN };
  const wanted = wantedBy(found, code, letIn);
  const mine = wanted.filter((seat) => found.admissions.some((one) => one.seat === seat && isBy(one, code, scanId)));
  const others = wanted.filter((seat) => !mine.includes(seat));
  const isRepeated = mine.length > 0 && (!letIn || others.length === 0);
  if (isRepeated) return { ticket: describeTicket(found, code, mine), admitted: mine, others: [] };

  const refused = refusalOf(found, describeTicket(found, code, []), { showId, wanted: others }, timeZone);
  if (refused) return { refused, admitted: mine, others };
  const { seats, at } = await admitSeats(tx, code, { seats: others, scanId, at: scannedAt });
  // Another scan got there first.
  if (seats.length === 0) return admit(tx, code, scan, timeZone, actor);
  const admitted = [...mine, ...seats];
  await recordAudit(tx, {
    ...{ actor, action: 'CHECK_IN', entity: 'booking', entityId: code.bookingId },
    name: nameOf(found.ticket, seats),
  });
  const after: TicketToCheck = {
    ...found,
    ticket: { ...found.ticket, status: 'CHECKED_IN', checkedInAt: found.ticket.checkedInAt ?? at.toISOString() },
    admissions: [
      ...found.admissions,
      ...seats.map((seat) => ({ seat, at, scanId: scanId ?? null, bySeatCode: code.seat !== null })),
    ],
  };
  return {
    ticket: describeTicket(after, code, admitted),
    admitted,
    others: others.filter((seat) => !seats.includes(seat)),
  };
}

/** Tries each secret's reading of the code. Until it returns, no booking of the show changes. */
async function withTicket(
  db: Database,
  codes: ScannedCode[],
  work: (tx: Tx, code: ScannedCode) => Promise<Outcome>,
): Promise<Outcome> {
  for (const code of codes) {
    const outcome = await db.transaction().execute(async (tx) => {
      await lockShowOf(tx, code.bookingId);
      return work(tx, code);
    });
    if (outcome.refused !== UNKNOWN) return outcome;
  }
  return { ...NOTHING, refused: UNKNOWN };
}

export async function checkIn(
  db: Database,
  { code, ...scan }: CheckInRequest,
  options: CheckInOptions,
  actor: Actor,
): Promise<Ticket> {
  const { ticket, refused } = await withTicket(db, readCode(options, code), (tx, found) =>
    admit(tx, found, scan, options.timeZone, actor),
  );
  if (ticket) return ticket;
  const { reason, message, ticket: refusedTicket } = refused ?? UNKNOWN;
  throw new Refusal(reason, message, refusedTicket ? { ticket: refusedTicket } : {});
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
  { code, ...scan }: SettleRequest['scans'][number],
  options: CheckInOptions,
  actor: Actor,
): Promise<SettledScan> {
  const { scanId, scannedAt } = scan;
  const { refused, admitted, others } = await withTicket(db, readCode(options, code), async (tx, found) => {
    const conflict = { ...found, scanId };
    const known = await selectConflict(tx, conflict);
    if (known) return { ...known, refused: { reason: known.reason, message: '' } };
    const outcome = await admit(tx, found, scan, options.timeZone, actor);
    const reason = outcome.refused?.reason ?? 'ALREADY_CHECKED_IN';
    if (outcome.others.length > 0 && reason !== 'NOT_FOUND' && reason !== 'WRONG_SHOW')
      await insertConflict(tx, { ...conflict, seats: outcome.others, reason, scannedAt, settledBy: actor.userId });
    return outcome;
  });
  const reason = refused?.reason ?? (others.length > 0 ? 'ALREADY_CHECKED_IN' : null);
  const isPartly = admitted.length > 0 && others.length > 0;
  return { scanId, reason, ...(isPartly ? { conflicts: seatsAt(others) } : {}) };
}
