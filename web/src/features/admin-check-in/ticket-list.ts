/**
 * The list of a show's tickets, with which a device goes on without a connection. It counts only with the server's
 * signature, checked when it arrives and each time it is taken out again, so that nothing that was changed or damaged on the
 * device admits anybody.
 */
import {
  LISTED_LENGTH,
  type ListedTicket,
  listedText,
  type ScanRefusal,
  type SignedList,
  type Ticket,
  type TicketList,
} from '@moviebooking/contract/check-in';
import { dayOf, formatDateTime, formatTime } from '../../lib/cinema-times.ts';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

/** Browsers compute signatures on https and on this machine only. */
const canVerify = (): boolean => globalThis.crypto?.subtle !== undefined;

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));

/** Null where the signature does not fit, or cannot be checked. */
export async function openList({ list, signature, key }: SignedList): Promise<TicketList | null> {
  if (!canVerify()) return null;
  try {
    const publicKey = await crypto.subtle.importKey('raw', bytesOf(key), ALGORITHM, false, ['verify']);
    const text = new TextEncoder().encode(list);
    return (await crypto.subtle.verify(ALGORITHM, publicKey, bytesOf(signature), text)) ? JSON.parse(list) : null;
  } catch {
    return null;
  }
}

/** What stands for this code in the list of the show; null where the browser cannot compute it. */
export async function listedCode(showId: number, code: string): Promise<string | null> {
  if (!canVerify()) return null;
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(listedText(showId, code)));
  const base64 = btoa(String.fromCharCode(...new Uint8Array(hash)));
  return base64.replaceAll('+', '-').replaceAll('/', '_').slice(0, LISTED_LENGTH);
}

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
      ? `This show of ${formatDateTime(startTime)} is over.`
      : `This ticket is for another day: ${formatDateTime(startTime)}.`,
});

/** The server's own sentence about a ticket, where it has a time in it: with the zone for a device whose clock differs. */
export function sentenceOn(reason: ScanRefusal, ticket: Ticket, now: number): string | undefined {
  const { movieTitle, screenName, startTime, checkedInAt } = ticket;
  if (reason === 'ALREADY_CHECKED_IN' && checkedInAt) return alreadyUsed(checkedInAt, now).message;
  if (reason === 'WRONG_TIME') return wrongTime(startTime, now).message;
  return reason === 'WRONG_SHOW'
    ? `This ticket is for another show: ${movieTitle}, ${screenName}, ${unlessToday(startTime, now)}.`
    : undefined;
}

/** The seats to which the list admits, or why it does not. */
export function judge(list: TicketList, listed: string | null, now: number): { seats: string[]; refusal?: Refused } {
  const ticket = list.tickets.find(({ codes }) => listed !== null && codes.includes(listed));
  if (!ticket) {
    const message = `Not among the tickets of this show at ${formatTime(list.issuedAt)}. It may be for another show, or booked since then.`;
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

/** Seats admitted and booked, with those that this device has admitted and the list does not know of yet. */
export function countSeats({ tickets }: TicketList, admittedHere: ReadonlySet<string>): SeatCount {
  const seatsOf = (counted: ListedTicket[]) => counted.reduce((sum, { seats }) => sum + seats.length, 0);
  const admitted = tickets.filter(
    ({ checkedInAt, codes }) => checkedInAt !== null || codes.some((code) => admittedHere.has(code)),
  );
  return { admittedSeats: seatsOf(admitted), bookedSeats: seatsOf(tickets) };
}
