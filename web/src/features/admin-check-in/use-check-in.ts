import { scanRefusal, type Ticket, type TicketList } from '@moviebooking/contract/check-in';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError, messageOf } from '../../lib/api.ts';
import { markAllStale } from '../../lib/query-client.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { isUncertain, newRequestId, untilAnswered } from '../../lib/until-answered.ts';
import { checkIn, withTimeout } from './api.ts';
import { admitOnce, storeScan } from './device-store.ts';
import { alreadyUsed, judge, listedCode, type Refused, sentenceOn } from './ticket-list.ts';
import { refreshStoredScans, useEntrance } from './use-entrance.ts';
import { UNREACHABLE_WITHOUT_LIST, UNREACHABLE_WITHOUT_SHOW } from './wording.ts';

/** The result of a scan. Offline there is no ticket, only its seats. */
export interface Scan {
  scanId: string;
  code: string;
  isAdmitted: boolean;
  message: string;
  reason: Refused['reason'] | null;
  seats: string[];
  ticket?: Ticket | undefined;
}

const ADMITTED_VIBRATION_MS = 80;
const REFUSED_VIBRATION_MS = [120, 80, 120];

type Outcome = Pick<Scan, 'isAdmitted' | 'message'> & Partial<Pick<Scan, 'reason' | 'seats' | 'ticket'>>;

const refused = (seats: string[], { reason, message }: Refused): Outcome => ({
  isAdmitted: false,
  message,
  reason,
  seats,
});

async function checkInByList(code: string, scanId: string, list: TicketList, aheadMs: number): Promise<Outcome> {
  const listed = await listedCode(list.showId, code);
  const at = Date.now() - aheadMs;
  const { seats, refusal } = judge(list, listed, at);
  if (refusal) return refused(seats, refusal);
  const before = await admitOnce({ scanId, at, listed, seats, code, outcome: 'WAITING', reason: null });
  return before ? refused(seats, alreadyUsed(before.at, at)) : { isAdmitted: true, message: 'Admitted', seats };
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
      seats: ticket?.seats ?? [],
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
      return { isAdmitted: true, message: 'Admitted', seats: ticket.seats, ticket };
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
    const { isAdmitted, message, reason = null, seats = [], ticket } = await decide(code, scanId).catch(failed);
    navigator.vibrate?.(isAdmitted ? ADMITTED_VIBRATION_MS : REFUSED_VIBRATION_MS);
    setLast({ scanId, code, isAdmitted, message, reason, seats, ticket });
    if (ticket || !isAdmitted) {
      const listed = ticket ? await listedCode(ticket.showId, code) : null;
      const outcome = isAdmitted ? 'ADMITTED' : 'REFUSED';
      await storeScan({ scanId, at: Date.now() - entrance.aheadMs, listed, seats, outcome, reason });
    }
    if (isAdmitted) void markAllStale();
    void refreshStoredScans();
    void entrance.refetch();
  }

  const { mutate, isPending } = useMutation({ mutationFn: scan });
  return { entrance, last, scan: (code: string) => mutate(code.trim()), isScanning: isPending };
}
