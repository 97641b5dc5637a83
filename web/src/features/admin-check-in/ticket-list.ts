/**
 * The list of a show's tickets, which lets a device check tickets without a connection. Its checksum is verified when it
 * arrives and each time it is read from the device, so a damaged list admits nobody.
 */
import {
  type ChecksummedList,
  LISTED_LENGTH,
  type ListedTicket,
  listedText,
  type ScanRefusal,
  type Ticket,
  type TicketList,
} from '@moviebooking/contract/check-in';
import { dayOf, formatDateTime, formatTime } from '../../lib/cinema-times.ts';

/** In base64url. Returns null if the browser cannot hash: it does so only on https and on localhost. */
async function sha256(text: string): Promise<string | null> {
  const hash = await globalThis.crypto?.subtle?.digest('SHA-256', new TextEncoder().encode(text));
  if (!hash) return null;
  const base64 = btoa(String.fromCharCode(...new Uint8Array(hash)));
  return base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** Returns null if the list is damaged or the browser cannot verify it. */
export async function openList({ list, checksum }: ChecksummedList): Promise<TicketList | null> {
  const actual = await sha256(list);
  return actual !== null && actual === checksum ? JSON.parse(list) : null;
}

/** Returns what the show's list has in place of this code, or null if the browser cannot hash. */
export const listedCode = async (showId: number, code: string): Promise<string | null> =>
  (await sha256(listedText(showId, code)))?.slice(0, LISTED_LENGTH) ?? null;

export interface Refused {
  reason: ScanRefusal | 'NOT_LISTED';
  message: string;
}

const unlessToday = (instant: string | number, now: number): string =>
  dayOf(instant) === dayOf(now) ? formatTime(instant) : formatDateTime(instant);

export const alreadyUsed = (at: string | number, now: number): Refused => ({
  reason: 'ALREADY_CHECKED_IN',
  message: `Already used at ${unlessToday(at, now)}.`,
});

const wrongTime = (startTime: string, now: number): Refused => ({
  reason: 'WRONG_TIME',
  message:
    Date.parse(startTime) <= now
      ? `The show on ${formatDateTime(startTime)} is over.`
      : `This ticket is for another day: ${formatDateTime(startTime)}.`,
});

/** Rewrites the server's sentence if it contains a time, to add the time zone on a device in a different one. */
export function sentenceOn(reason: ScanRefusal, ticket: Ticket, now: number): string | undefined {
  const { movieTitle, screenName, startTime, checkedInAt, usedAt } = ticket;
  const at = usedAt ?? checkedInAt;
  if (reason === 'ALREADY_CHECKED_IN' && at) return alreadyUsed(at, now).message;
  if (reason === 'WRONG_TIME') return wrongTime(startTime, now).message;
  return reason === 'WRONG_SHOW'
    ? `This ticket is for another show: ${movieTitle}, ${screenName}, ${unlessToday(startTime, now)}.`
    : undefined;
}

/** All hashed codes of a ticket: of the booking and of each seat. */
export const codesOf = ({ codes, seatCodes = [] }: ListedTicket): string[] => [...codes, ...seatCodes.flat()];

const admissionsOf = ({ seats, checkedInAt, admittedAt }: ListedTicket): (string | null)[] =>
  admittedAt ?? seats.map(() => checkedInAt);

export interface Judgement {
  ticket?: ListedTicket;
  /** The seats that the scan admits. If it is refused, those that its code is for. */
  seats: string[];
  refusal?: Refused;
}

/** Judges a code by the list: the code of a booking admits every seat that was not admitted, the code of a seat that seat. */
export function judge(list: TicketList, listed: string | null, now: number): Judgement {
  const ticket = list.tickets.find((one) => listed !== null && codesOf(one).includes(listed));
  if (!ticket || listed === null) {
    const message = `Not on this show's ticket list of ${formatTime(list.issuedAt)}. It may be for another show, or booked later.`;
    return { seats: [], refusal: { reason: 'NOT_LISTED', message } };
  }
  const isOfCode = (index: number) => ticket.codes.includes(listed) || ticket.seatCodes?.[index]?.includes(listed);
  const admissions = admissionsOf(ticket);
  const ofCode = ticket.seats.filter((_, index) => isOfCode(index));
  const seats = ticket.seats.filter((_, index) => isOfCode(index) && admissions[index] == null);
  if (seats.length === 0) {
    const times = admissions.filter((at, index) => isOfCode(index) && at !== null).map(String);
    return { ticket, seats: ofCode, refusal: alreadyUsed(times.sort().at(-1) ?? list.issuedAt, now) };
  }
  const isInTime = Date.parse(list.admitsFrom) <= now && now < Date.parse(list.admitsUntil);
  return isInTime ? { ticket, seats } : { ticket, seats: ofCode, refusal: wrongTime(list.startTime, now) };
}

/** The seats of a ticket that neither the list nor the scans of this device know to be admitted. */
export function seatsToCome(ticket: ListedTicket, scansHere: readonly ScanHere[]): string[] {
  const codes = codesOf(ticket);
  const here = scansHere
    .filter(({ listed }) => listed !== null && codes.includes(listed))
    .flatMap(({ seats }) => seats);
  const admissions = admissionsOf(ticket);
  return ticket.seats.filter((seat, index) => admissions[index] == null && !here.includes(seat));
}

/** A scan that admitted seats on this device. */
interface ScanHere {
  listed: string | null;
  seats: string[];
}

export interface SeatCount {
  admittedSeats: number;
  bookedSeats: number;
}

/** Counts admitted and booked seats, including those that this device has admitted since the list was issued. */
export function countSeats({ tickets }: TicketList, scansHere: readonly ScanHere[]): SeatCount {
  const sum = (count: (ticket: ListedTicket) => number) => tickets.reduce((total, ticket) => total + count(ticket), 0);
  const bookedSeats = sum(({ seats }) => seats.length);
  return { admittedSeats: bookedSeats - sum((ticket) => seatsToCome(ticket, scansHere).length), bookedSeats };
}
