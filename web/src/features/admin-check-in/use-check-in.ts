import { scanRefusal, type Ticket, type TicketList } from '@moviebooking/contract/check-in';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError, messageOf } from '../../lib/api.ts';
import { markAllStale } from '../../lib/query-client.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { isUncertain, newRequestId, untilAnswered } from '../../lib/until-answered.ts';
import { checkIn, withTimeout } from './api.ts';
import { admitOnce, storeScan } from './device-store.ts';
import { alreadyUsed, codesOf, judge, listedCode, type Refused, seatsToCome, sentenceOn } from './ticket-list.ts';
import { refreshStoredScans, useEntrance } from './use-entrance.ts';
import { UNREACHABLE_WITHOUT_LIST, UNREACHABLE_WITHOUT_SHOW } from './wording.ts';

/** The result of a scan. Offline there is no ticket, only its seats. */
export interface Scan {
  scanId: string;
  code: string;
  isAdmitted: boolean;
  message: string;
  reason: Refused['reason'] | null;
  /** The seats that it admits. If it is refused, those that its code is for. */
  seats: string[];
  /** The seats of the same booking that are not admitted yet. */
  remaining: string[];
  /** Whether others of the same booking were admitted before. */
  isRest: boolean;
  ticket?: Ticket | undefined;
}

const ADMITTED_VIBRATION_MS = 80;
const REFUSED_VIBRATION_MS = [120, 80, 120];

type Outcome = Pick<Scan, 'isAdmitted' | 'message'> & Partial<Omit<Scan, 'scanId' | 'code'>>;

const admitted = (all: string[], seats: string[], remaining: string[]): Outcome => ({
  ...{ isAdmitted: true, message: 'Admitted', seats, remaining },
  isRest: seats.length + remaining.length < all.length,
});

const refused = (seats: string[], { reason, message }: Refused): Outcome => ({
  isAdmitted: false,
  message,
  reason,
  seats,
});

async function checkInByList(code: string, scanId: string, list: TicketList, aheadMs: number): Promise<Outcome> {
  const listed = await listedCode(list.showId, code);
  const at = Date.now() - aheadMs;
  const { ticket, seats: wanted, refusal } = judge(list, listed, at);
  if (refusal || !ticket) return refused(wanted, refusal ?? alreadyUsed(at, at));
  const scan = { scanId, at, listed, seats: wanted, code, outcome: 'WAITING' as const, reason: null };
  const { seats, earlier } = await admitOnce(scan, codesOf(ticket));
  if (seats.length === 0) return refused(wanted, alreadyUsed(Math.max(...earlier.map((one) => one.at)), at));
  return admitted(ticket.seats, seats, seatsToCome(ticket, [...earlier, { listed, seats }]));
}

/**
 * Checks tickets in, one after the other. When the server does not respond, this device's ticket list decides and the scan is
 * settled later. Without a list the scan is retried, and counts as not admitted if no response comes. The server may have
 * admitted it all the same, so the next scan of that code reuses the scan id.
 */
export function useCheckIn(showId: number | undefined) {
  const entrance = useEntrance(showId);
  const [last, setLast] = useState<Scan | null>(null);
  const unanswered = useRef(new Map<string, string>());

  function failed(error: unknown): Outcome {
    if (isUncertain(error))
      return { isAdmitted: false, message: showId === undefined ? UNREACHABLE_WITHOUT_SHOW : UNREACHABLE_WITHOUT_LIST };
    const { ticket, code } = error instanceof ApiError ? error : {};
    const reason = scanRefusal.safeParse(code).data ?? null;
    const message = messageOf(error, 'Failed to check in. Please try again.');
    return {
      isAdmitted: false,
      message: (reason && ticket && sentenceOn(reason, ticket, serverNow())) ?? message,
      reason,
      seats: ticket?.seat ? [ticket.seat] : (ticket?.seats ?? []),
      ticket,
    };
  }

  async function decide(code: string, scanId: string): Promise<Outcome> {
    const { list, isConnected, aheadMs } = entrance;
    if (list && !isConnected) return checkInByList(code, scanId, list, aheadMs);
    const request = { code, showId, scanId };
    try {
      const ticket = await (list
        ? withTimeout((signal) => checkIn(request, signal))
        : untilAnswered(() => checkIn(request)));
      return { ...admitted(ticket.seats, ticket.admitted, ticket.remaining), ticket };
    } catch (error) {
      if (!isUncertain(error)) return failed(error);
      if (list) return checkInByList(code, scanId, list, aheadMs);
      unanswered.current.set(code, scanId);
      return failed(error);
    }
  }

  async function scan(code: string): Promise<void> {
    const scanId = unanswered.current.get(code) ?? newRequestId();
    unanswered.current.delete(code);
    const outcome = await decide(code, scanId).catch(failed);
    const { isAdmitted, reason = null, seats = [], ticket } = outcome;
    navigator.vibrate?.(isAdmitted ? ADMITTED_VIBRATION_MS : REFUSED_VIBRATION_MS);
    setLast({ remaining: [], isRest: false, ...outcome, scanId, code, reason, seats });
    if (ticket || !isAdmitted) {
      const listed = ticket ? await listedCode(ticket.showId, code) : null;
      const stored = isAdmitted ? 'ADMITTED' : 'REFUSED';
      await storeScan({ scanId, at: Date.now() - entrance.aheadMs, listed, seats, outcome: stored, reason });
    }
    if (isAdmitted) void markAllStale();
    void refreshStoredScans();
    void entrance.refetch();
  }

  const { mutate, isPending } = useMutation({ mutationFn: scan });
  return { entrance, last, scan: (code: string) => mutate(code.trim()), isScanning: isPending };
}
