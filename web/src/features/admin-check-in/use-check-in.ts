import type { Ticket } from '@moviebooking/contract/check-in';
import type { ErrorCode } from '@moviebooking/contract/errors';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError, messageOf } from '../../lib/api.ts';
import { markAllStale } from '../../lib/query-client.ts';
import { isUncertain, newRequestId, untilAnswered } from '../../lib/until-answered.ts';
import { checkIn } from './api.ts';

export interface Scan {
  key: number;
  code: string;
  isAdmitted: boolean;
  message: string;
  reason?: ErrorCode | undefined;
  ticket?: Ticket | undefined;
}

const MAX_REMEMBERED = 20;
const ADMITTED_VIBRATION_MS = 80;
const REFUSED_VIBRATION_MS = [120, 80, 120];

/**
 * Checks tickets in, one after the other. A scan that the server did not answer is sent again, and counts as not admitted
 * when no answer comes at all. It may have been admitted there, so the next scan of that ticket is the same scan.
 */
export function useCheckIn(showId: number | undefined) {
  const [scans, setScans] = useState<Scan[]>([]);
  const unanswered = useRef(new Map<string, string>());

  async function send(code: string): Promise<Ticket> {
    const scanId = unanswered.current.get(code) ?? newRequestId();
    unanswered.current.delete(code);
    try {
      return await untilAnswered(() => checkIn({ code, showId, scanId }));
    } catch (error) {
      if (isUncertain(error)) unanswered.current.set(code, scanId);
      throw error;
    }
  }

  const record = (scan: Omit<Scan, 'key'>) => {
    navigator.vibrate?.(scan.isAdmitted ? ADMITTED_VIBRATION_MS : REFUSED_VIBRATION_MS);
    setScans((before) => [{ ...scan, key: (before[0]?.key ?? 0) + 1 }, ...before].slice(0, MAX_REMEMBERED));
  };

  const { mutate, isPending } = useMutation({
    mutationFn: send,
    onSuccess: (ticket, code) => {
      record({ code, isAdmitted: true, message: 'Admitted', ticket });
      void markAllStale();
    },
    onError: (error, code) =>
      record({
        code,
        isAdmitted: false,
        message: messageOf(error, 'Failed to check in. Please try again.'),
        ...(error instanceof ApiError ? { reason: error.code, ticket: error.ticket } : {}),
      }),
  });

  return { scans, scan: (code: string) => mutate(code.trim()), isScanning: isPending };
}
