import type { Ticket } from '@moviebooking/contract/check-in';
import type { ErrorCode } from '@moviebooking/contract/errors';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, ApiError, api, messageOf } from '../../lib/api.ts';

export interface Scan {
  key: number;
  code: string;
  isAdmitted: boolean;
  message: string;
  reason?: ErrorCode | undefined;
  ticket?: Ticket | undefined;
}

const MAX_REMEMBERED = 20;
const ADMITTED_BUZZ_MS = 80;
const REFUSED_BUZZ_MS = [120, 80, 120];

/** One ticket after the other. A scan that the server did not answer counts as not admitted and says so. */
export function useDoor(showId: number | undefined) {
  const [scans, setScans] = useState<Scan[]>([]);
  const queryClient = useQueryClient();

  const note = (scan: Omit<Scan, 'key'>) => {
    navigator.vibrate?.(scan.isAdmitted ? ADMITTED_BUZZ_MS : REFUSED_BUZZ_MS);
    setScans((before) => [{ ...scan, key: (before[0]?.key ?? 0) + 1 }, ...before].slice(0, MAX_REMEMBERED));
  };

  const { mutate, isPending } = useMutation({
    mutationFn: (code: string) =>
      api.post<Answer<Ticket>>('/admin/check-in', { code, ...(showId === undefined ? {} : { showId }) }),
    onSuccess: ({ data }, code) => {
      note({ code, isAdmitted: true, message: 'Admitted', ticket: data });
      void queryClient.invalidateQueries({ queryKey: ['/admin/bookings'] });
    },
    onError: (error, code) =>
      note({
        code,
        isAdmitted: false,
        message: messageOf(error, 'Failed to check in. Please try again.'),
        ...(error instanceof ApiError ? { reason: error.code, ticket: error.ticket } : {}),
      }),
  });

  return { scans, scan: (code: string) => mutate(code.trim()), isScanning: isPending };
}
