import type { ScanConflict } from '@moviebooking/contract/check-in';
import { formatTime } from '../../lib/cinema-times.ts';
import { countOf } from '../../lib/numbers.ts';
import type { StoredScan } from './device-store.ts';
import type { Refused } from './ticket-list.ts';
import type { EntranceState } from './use-entrance.ts';

export const UNREACHABLE_WITHOUT_LIST =
  "We can't reach the server, and this device has no ticket list for this show. Try again when you're back online.";
export const UNREACHABLE_WITHOUT_SHOW =
  "We can't reach the server. Choose a show to check tickets against this device's list.";
export const NO_CODE_IN_PICTURE = "We couldn't find a ticket code in this picture. Try another one, or type the code.";

export const describeWaitingScans = (count: number): string =>
  `${countOf(count, 'scan')} on this device ${count === 1 ? 'is' : 'are'} waiting to be sent.`;

type Connection = Pick<EntranceState, 'isConnected' | 'list'> & { isRead: boolean };

/** Null when there is nothing to say. */
export function describeConnection({ isConnected, list, isRead }: Connection, hasShow: boolean): string | null {
  if (isConnected)
    return hasShow && isRead && !list
      ? "This browser can't store the ticket list, so check-in needs a connection."
      : null;
  if (list) return `No connection. Checking tickets against this device's list from ${formatTime(list.issuedAt)}.`;
  return hasShow
    ? 'No connection, and this device has no ticket list for this show. Reconnect to check tickets in.'
    : "No connection. Choose a show to check tickets against this device's list.";
}

const CONFLICT_REASONS: Record<string, string> = {
  ALREADY_CHECKED_IN: 'These seats had already been admitted on another device.',
  ALREADY_CANCELLED: 'The booking had been cancelled.',
  WRONG_TIME: 'The show had been moved to another time.',
  NOT_FOUND: "We don't recognise this code.",
};

export const describeOwnConflict = ({ at, reason }: StoredScan): string =>
  `Admitted offline at ${formatTime(at)} on this device. ${CONFLICT_REASONS[reason ?? 'NOT_FOUND']}`;

export function describeConflict(conflict: ScanConflict, scansHere: ReadonlySet<string>): string {
  const { scanId, scannedAt, reason, admittedScanId, admittedAt } = conflict;
  const deviceOf = (id: string | null) => (id !== null && scansHere.has(id) ? 'on this device' : 'on another device');
  const admitted = `Admitted offline at ${formatTime(scannedAt)} ${deviceOf(scanId)}.`;
  if (!admittedAt) return `${admitted} ${CONFLICT_REASONS[reason]}`;
  return `${admitted} Also admitted at ${formatTime(admittedAt)} ${deviceOf(admittedScanId)}: that admission stands.`;
}

const REFUSALS: Record<Refused['reason'], string> = {
  ALREADY_CHECKED_IN: 'Already used',
  ALREADY_CANCELLED: 'Cancelled',
  WRONG_SHOW: 'Wrong show',
  WRONG_TIME: 'Wrong day or time',
  NOT_FOUND: 'Not a ticket',
  NOT_LISTED: 'Not on the list',
};

export const refusalHeading = (reason: Refused['reason'] | null): string =>
  reason ? REFUSALS[reason] : 'Not admitted';

interface Party {
  /** The seats that a scan admits. */
  seats: string[];
  remaining: string[];
  /** Whether others of the same booking were admitted before. */
  isRest: boolean;
}

export const admissionHeading = ({ seats, remaining }: Party): string =>
  remaining.length > 0 ? `${seats.join(', ')} admitted` : 'Admitted';

/** What to say about the others of a booking; null if all its seats were admitted at once. */
export function partyNote({ seats, remaining, isRest }: Party): string | null {
  if (remaining.length > 0) return `${remaining.join(', ')} still to come.`;
  return isRest ? `The rest of the party: ${seats.join(', ')}` : null;
}

/** What to say about an admitted ticket; null when there is nothing to add. */
export function admissionNote(outcome: StoredScan['outcome'] | undefined): string | null {
  if (outcome === 'WAITING') return "Checked against this device's list. We'll send it when you're back online.";
  return outcome === 'CONFLICT' ? "Admitted offline, but the ticket wasn't valid. See the conflicts below." : null;
}
