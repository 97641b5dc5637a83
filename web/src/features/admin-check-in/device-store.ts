/**
 * Stores in IndexedDB what check-in needs offline and after a reload: the ticket lists of the shows chosen on this device, and
 * its scans. It contains no customer names, and a code only until its scan is settled. Tabs share it. `admitOnce` checks and
 * adds in one transaction, so that this device admits each seat once.
 */
import type { ChecksummedList, ScanConflict } from '@moviebooking/contract/check-in';
import type { Refused } from './ticket-list.ts';

const MAX_AGE_MS = 24 * 3_600_000;

export interface StoredEntrance {
  showId: number;
  signedList: ChecksummedList;
  conflicts: ScanConflict[];
  /** How far this device's clock was ahead of the server's. */
  aheadMs: number;
  keptAt: number;
}

export interface StoredScan {
  scanId: string;
  at: number;
  /** What stands for the code in the show's list; null when unknown. */
  listed: string | null;
  /** The seats that it let in. If it was refused, those that its code is for. */
  seats: string[];
  /** For a conflict, the seats that it let in and does not admit. All of them, if missing. */
  conflicts?: string[];
  /** WAITING: admitted offline and not settled yet. */
  outcome: 'ADMITTED' | 'WAITING' | 'CONFLICT' | 'REFUSED';
  reason: Refused['reason'] | null;
  code?: string;
}

let opening: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('check-in', 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore('entrances', { keyPath: 'showId' });
      request.result.createObjectStore('scans', { keyPath: 'scanId' }).createIndex('listed', 'listed');
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return opening;
}

const resultOf = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Resolves when the write is durable. */
async function change<Result>(
  name: 'entrances' | 'scans',
  work: (store: IDBObjectStore) => Promise<Result>,
): Promise<Result> {
  const transaction = (await open()).transaction(name, 'readwrite', { durability: 'strict' });
  const written = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
  const [result] = await Promise.all([work(transaction.objectStore(name)), written]);
  return result;
}

async function readAll<Item>(name: 'entrances' | 'scans'): Promise<Item[]> {
  return resultOf((await open()).transaction(name).objectStore(name).getAll());
}

/** Returns false when the browser stores nothing. */
export async function storeEntrance(entrance: StoredEntrance): Promise<boolean> {
  try {
    await change('entrances', (store) => resultOf(store.put(entrance)));
    return true;
  } catch {
    return false;
  }
}

export const readStoredEntrances = (): Promise<StoredEntrance[]> =>
  readAll<StoredEntrance>('entrances').catch(() => []);

/** For browsers that store nothing. */
const scansInMemory: StoredScan[] = [];

/** Newest first. */
export async function readStoredScans(): Promise<StoredScan[]> {
  const scans = await readAll<StoredScan>('scans').catch(() => scansInMemory);
  return scans.toSorted((a, b) => b.at - a.at);
}

/**
 * Admits the seats of the scan that this device has not let in before. `codes` are all codes of the ticket. Returns the earlier
 * scans of the ticket, and the seats that were admitted now.
 */
export const admitOnce = (scan: StoredScan, codes: string[]): Promise<{ seats: string[]; earlier: StoredScan[] }> =>
  change('scans', async (store) => {
    const found = await Promise.all(codes.map((code) => resultOf<StoredScan[]>(store.index('listed').getAll(code))));
    const earlier = found.flat().filter(({ outcome }) => outcome !== 'REFUSED');
    const seats = scan.seats.filter((seat) => !earlier.some((one) => one.seats.includes(seat)));
    if (seats.length > 0) await resultOf(store.put({ ...scan, seats }));
    return { seats, earlier };
  });

export async function storeScan(scan: StoredScan): Promise<void> {
  await change('scans', (store) => resultOf(store.put(scan))).catch(() => scansInMemory.push(scan));
}

/** Never deletes scans that are not settled. */
export async function deleteOldRecords(now: number): Promise<void> {
  const isOld = (at: number) => at < now - MAX_AGE_MS;
  for (const { showId, keptAt } of await readStoredEntrances())
    if (isOld(keptAt)) await change('entrances', (store) => resultOf(store.delete(showId)));
  for (const { scanId, at, outcome } of await readStoredScans())
    if (isOld(at) && outcome !== 'WAITING') await change('scans', (store) => resultOf(store.delete(scanId)));
}
