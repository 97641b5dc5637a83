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
  const { movieTitle, screenName, startTime, checkedInAt } = ticket;
  if (reason === 'ALREADY_CHECKED_IN' && checkedInAt) return alreadyUsed(checkedInAt, now).message;
  if (reason === 'WRONG_TIME') return wrongTime(startTime, now).message;
  return reason === 'WRONG_SHOW'
    ? `This ticket is for another show: ${movieTitle}, ${screenName}, ${unlessToday(startTime, now)}.`
    : undefined;
}

/** Returns the seats of the ticket, with a refusal if the list does not admit it. */
export function judge(list: TicketList, listed: string | null, now: number): { seats: string[]; refusal?: Refused } {
  const ticket = list.tickets.find(({ codes }) => listed !== null && codes.includes(listed));
  if (!ticket) {
    const message = `Not on this show's ticket list of ${formatTime(list.issuedAt)}. It may be for another show, or booked later.`;
    return { seats: [], refusal: { reason: 'NOT_LISTED', message } };
  }
  const { seats, checkedInAt } = ticket;
  if (checkedInAt) return { seats, refusal: alreadyUsed(checkedInAt, now) };
  const isInTime = Date.parse(list.admitsFrom) <= now && now < Date.parse(list.admitsUntil);
  return isInTime ? { seats } : { seats, refusal: wrongTime(list.startTime, now) };
}

export interface SeatCount {
  admittedSeats: number;
  bookedSeats: number;
}

/** Counts admitted and booked seats, including those that this device has admitted since the list was issued. */
export function countSeats({ tickets }: TicketList, admittedHere: ReadonlySet<string>): SeatCount {
  const seatsOf = (counted: ListedTicket[]) => counted.reduce((sum, { seats }) => sum + seats.length, 0);
  const admitted = tickets.filter(
    ({ checkedInAt, codes }) => checkedInAt !== null || codes.some((code) => admittedHere.has(code)),
  );
  return { admittedSeats: seatsOf(admitted), bookedSeats: seatsOf(tickets) };
}
