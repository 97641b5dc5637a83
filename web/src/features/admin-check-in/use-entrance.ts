/**
 * A device at the entrance of a show. Every few seconds, and when the connection is back, it settles the scans that wait and
 * reads how many are in, what is a conflict, and the list of tickets for when the connection is lost. Then it goes by what it
 * has kept.
 */
import { MAX_SCANS_AT_ONCE, type ScanConflict, type TicketList } from '@moviebooking/contract/check-in';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useOnline } from '../../lib/online.ts';
import { queryClient } from '../../lib/query-client.ts';
import { isUncertain } from '../../lib/until-answered.ts';
import { readEntrance, settle, withTimeout } from './api.ts';
import { readStoredEntrances, readStoredScans, type StoredScan, storeEntrance, storeScan } from './device-store.ts';
import { openList, type SeatCount } from './ticket-list.ts';

const READ_EVERY_MS = 5_000;

export interface EntranceState {
  isConnected: boolean;
  /** As it is kept on this device. Null: no show was chosen, or the device keeps none, or none that it can trust. */
  list: TicketList | null;
  /** As the server counts them; without a connection the list and the scans of this device do. */
  seats: SeatCount | null;
  conflicts: ScanConflict[];
  aheadMs: number;
}

const NOTHING_KEPT = { list: null, seats: null, conflicts: [], aheadMs: 0 };

export const storedScansQuery = queryOptions({ queryKey: ['kept scans'], queryFn: readStoredScans });

export const refreshStoredScans = (): Promise<void> => queryClient.invalidateQueries(storedScansQuery);

async function settleWaiting(): Promise<void> {
  const waiting = (await readStoredScans()).filter(({ outcome }) => outcome === 'WAITING').reverse();
  for (let first = 0; first < waiting.length; first += MAX_SCANS_AT_ONCE)
    await settleAtOnce(waiting.slice(first, first + MAX_SCANS_AT_ONCE));
}

async function settleAtOnce(scans: StoredScan[]): Promise<void> {
  const unsettled = scans.map(({ scanId, code = '', at }) => ({ scanId, code, scannedAt: new Date(at).toISOString() }));
  const settled = await withTimeout((signal) => settle(unsettled, signal));
  for (const { code: _, ...scan } of scans) {
    const answer = settled.find(({ scanId }) => scanId === scan.scanId);
    if (answer) await storeScan({ ...scan, reason: answer.reason, outcome: answer.reason ? 'CONFLICT' : 'ADMITTED' });
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
  const isKept = list && (await storeEntrance({ showId, signedList, conflicts, aheadMs, keptAt: Date.now() }));
  return { isConnected: true, list: isKept ? list : null, seats, conflicts, aheadMs };
}

async function readFromDevice(showId: number): Promise<EntranceState> {
  const kept = (await readStoredEntrances()).find((entrance) => entrance.showId === showId);
  const list = kept ? await openList(kept.signedList) : null;
  if (!kept || list?.showId !== showId) return { ...NOTHING_KEPT, isConnected: false };
  return { ...NOTHING_KEPT, isConnected: false, list, conflicts: kept.conflicts, aheadMs: kept.aheadMs };
}

async function readEntranceState(showId: number | undefined): Promise<EntranceState> {
  try {
    await settleWaiting();
    return showId === undefined ? { ...NOTHING_KEPT, isConnected: true } : await readFromServer(showId);
  } catch (error) {
    if (!isUncertain(error)) throw error;
    return showId === undefined ? { ...NOTHING_KEPT, isConnected: false } : readFromDevice(showId);
  }
}

export function useEntrance(showId: number | undefined) {
  const isOnline = useOnline();
  const query = useQuery({
    queryKey: ['entrance', showId ?? null],
    queryFn: () => readEntranceState(showId),
    refetchInterval: READ_EVERY_MS,
    refetchOnReconnect: 'always',
    staleTime: 0,
  });
  const state = query.data ?? { ...NOTHING_KEPT, isConnected: true };
  return {
    ...state,
    isConnected: isOnline && state.isConnected,
    isRead: query.data !== undefined,
    error: query.error,
    refetch: query.refetch,
  };
}
