/**
 * The state of a device at the entrance of a show. Every five seconds, and on reconnecting, it settles the waiting scans and
 * reads the admitted seats, the conflicts and the ticket list. Offline, it uses what the device has stored.
 */
import { MAX_SCANS_AT_ONCE, type ScanConflict, type TicketList } from '@moviebooking/contract/check-in';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useOnline } from '../../lib/online.ts';
import { queryClient } from '../../lib/query-client.ts';
import { isUncertain } from '../../lib/until-answered.ts';
import { readEntrance, settle, withTimeout } from './api.ts';
import { readStoredEntrances, readStoredScans, type StoredScan, storeEntrance, storeScan } from './device-store.ts';
import { openList, type SeatCount } from './ticket-list.ts';

const POLL_MS = 5_000;

export interface EntranceState {
  isConnected: boolean;
  /** The list stored on this device. Null without a show, or when no valid list is stored. */
  list: TicketList | null;
  /** The server's count. Null offline, where the list and this device's scans are counted instead. */
  seats: SeatCount | null;
  conflicts: ScanConflict[];
  aheadMs: number;
}

const NOTHING_STORED = { list: null, seats: null, conflicts: [], aheadMs: 0 };

export const storedScansQuery = queryOptions({ queryKey: ['stored scans'], queryFn: readStoredScans });

export const refreshStoredScans = (): Promise<void> => queryClient.invalidateQueries(storedScansQuery);

async function settleWaiting(): Promise<void> {
  const waiting = (await readStoredScans()).filter(({ outcome }) => outcome === 'WAITING').reverse();
  for (let first = 0; first < waiting.length; first += MAX_SCANS_AT_ONCE)
    await settleChunk(waiting.slice(first, first + MAX_SCANS_AT_ONCE));
}

async function settleChunk(scans: StoredScan[]): Promise<void> {
  const unsettled = scans.map(({ scanId, code = '', at, seats }) => ({
    ...{ scanId, code, seats },
    scannedAt: new Date(at).toISOString(),
  }));
  const settled = await withTimeout((signal) => settle(unsettled, signal));
  for (const { code: _, ...scan } of scans) {
    const result = settled.find(({ scanId }) => scanId === scan.scanId);
    if (!result) continue;
    const { reason, conflicts } = result;
    await storeScan({
      ...scan,
      reason,
      outcome: reason ? 'CONFLICT' : 'ADMITTED',
      ...(conflicts ? { conflicts } : {}),
    });
  }
  void refreshStoredScans();
}

async function readFromServer(showId: number): Promise<EntranceState> {
  const { signedList, conflicts, admittedSeats, bookedSeats } = await withTimeout((signal) =>
    readEntrance(showId, signal),
  );
  const seats = { admittedSeats, bookedSeats };
  const list = await openList(signedList);
  const aheadMs = list ? Date.now() - Date.parse(list.issuedAt) : 0;
  const isStored = list && (await storeEntrance({ showId, signedList, conflicts, aheadMs, keptAt: Date.now() }));
  return { isConnected: true, list: isStored ? list : null, seats, conflicts, aheadMs };
}

async function readFromDevice(showId: number): Promise<EntranceState> {
  const stored = (await readStoredEntrances()).find((entrance) => entrance.showId === showId);
  const list = stored ? await openList(stored.signedList) : null;
  if (!stored || list?.showId !== showId) return { ...NOTHING_STORED, isConnected: false };
  return { ...NOTHING_STORED, isConnected: false, list, conflicts: stored.conflicts, aheadMs: stored.aheadMs };
}

async function readEntranceState(showId: number | undefined): Promise<EntranceState> {
  try {
    await settleWaiting();
    return showId === undefined ? { ...NOTHING_STORED, isConnected: true } : await readFromServer(showId);
  } catch (error) {
    if (!isUncertain(error)) throw error;
    return showId === undefined ? { ...NOTHING_STORED, isConnected: false } : readFromDevice(showId);
  }
}

export function useEntrance(showId: number | undefined) {
  const isOnline = useOnline();
  const query = useQuery({
    queryKey: ['entrance', showId ?? null],
    queryFn: () => readEntranceState(showId),
    refetchInterval: POLL_MS,
    refetchOnReconnect: 'always',
    staleTime: 0,
  });
  const state = query.data ?? { ...NOTHING_STORED, isConnected: true };
  return {
    ...state,
    isConnected: isOnline && state.isConnected,
    isRead: query.data !== undefined,
    error: query.error,
    refetch: query.refetch,
  };
}
