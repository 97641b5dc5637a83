/**
 * A customer who books and cancels at random while servers and databases are killed, and records every attempt for the history
 * check. A missing answer or a 503 says nothing about the outcome.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { ALL_SEATS } from '@moviebooking/contract/seats';
import type { Operation } from './seat-history.ts';

/** The limit after which a request counts as hung. */
export const HANGS_MS = 120_000;
const CANCELS = 0.3;
/** A faster retry would only cost processor time. */
const RETRY_MS = 150;

interface Customer {
  id: number;
  token: string;
  url: string;
}

interface History {
  operations: Operation[];
  faults: string[];
}

interface Options {
  showId: number;
  /** The number of seats to choose from, in seat order. */
  seatCount: number;
  random: () => number;
  isOver: () => boolean;
}

export const countBooked = ({ operations }: History): number =>
  operations.filter(({ verb, answer }) => verb === 'book' && answer && answer.done.length > 0).length;

export async function bookAndCancel(
  { id: userId, token, url }: Customer,
  { showId, seatCount, random, isOver }: Options,
  history: History,
): Promise<void> {
  let isServerAway = false;

  /** Undefined if the outcome is unknown. */
  async function post(path: string, body?: unknown) {
    try {
      const response = await fetch(`${url}/api${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(HANGS_MS),
      });
      const answer = (await response.json()) as { data?: { id: number }; conflicts?: string[]; code?: string };
      isServerAway = response.status === 503;
      return isServerAway ? undefined : { ...answer, status: response.status };
    } catch (error) {
      isServerAway = true;
      if ((error as Error).name === 'TimeoutError') history.faults.push(`${path} never got an answer`);
      return undefined;
    }
  }
  const note = (operation: Omit<Operation, 'userId' | 'answer'>, done?: string[], conflicts: string[] = []) =>
    history.operations.push({
      ...{ ...operation, userId },
      ...(done ? { answer: { at: performance.now(), done, conflicts } } : {}),
    });

  async function book(seats: string[]): Promise<number | undefined> {
    const began = performance.now();
    const answer = await post('/bookings', { showId, seats });
    const asked = { verb: 'book' as const, seats, began };
    const bookingId = answer?.data?.id;
    if (!answer) note(asked);
    else if (bookingId !== undefined) note({ ...asked, bookingId }, seats);
    else if (answer.conflicts) note(asked, [], answer.conflicts);
    else history.faults.push(`booking answered ${JSON.stringify(answer)}`);
    return bookingId;
  }

  async function cancel(bookingId: number, seats: string[]): Promise<void> {
    const began = performance.now();
    const answer = await post(`/bookings/cancel/${bookingId}`);
    note({ verb: 'cancel', seats, began, bookingId }, answer && seats);
    if (answer && answer.status !== 200) history.faults.push(`cancelling answered ${JSON.stringify(answer)}`);
  }

  while (!isOver()) {
    const first = Math.floor(random() * (seatCount - 2));
    const seats = ALL_SEATS.slice(first, first + 1 + Math.floor(random() * 3));
    const bookingId = await book(seats);
    if (bookingId !== undefined && random() < CANCELS) await cancel(bookingId, seats);
    await pause(random() * 60 + (isServerAway ? RETRY_MS : 0));
  }
}
