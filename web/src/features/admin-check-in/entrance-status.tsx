import type { ScanConflict } from '@moviebooking/contract/check-in';
import { CloudOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatTime } from '../../lib/cinema-times.ts';
import type { StoredScan } from './device-store.ts';
import { countSeats } from './ticket-list.ts';
import type { EntranceState } from './use-entrance.ts';

type State = Omit<EntranceState, 'aheadMs'> & { isRead: boolean };

interface StatusProps {
  entrance: State;
  scans: StoredScan[];
  hasShow: boolean;
}

const isIn = ({ outcome }: StoredScan): boolean => outcome === 'ADMITTED' || outcome === 'WAITING';

/** How many seats of the show are in, as far as this device knows. */
export function AdmittedCount({ entrance, scans }: Omit<StatusProps, 'hasShow'>) {
  const admittedHere = new Set(scans.filter(isIn).flatMap(({ listed }) => listed ?? []));
  const count = entrance.list ? countSeats(entrance.list, admittedHere) : entrance.seats;
  if (!count) return null;
  const { admittedSeats, bookedSeats } = count;
  return (
    <div className="mt-3">
      <p>
        <span className="font-bold text-2xl tabular-nums">{admittedSeats}</span> of {bookedSeats} admitted
      </p>
      <div aria-hidden className="mt-1 h-2 overflow-hidden rounded-full bg-line">
        <div
          style={{ width: `${bookedSeats === 0 ? 0 : (admittedSeats / bookedSeats) * 100}%` }}
          className="h-full rounded-full bg-primary"
        />
      </div>
    </div>
  );
}

/** The live region is always in the page, so that losing the connection and having it back are both announced. */
export function ConnectionNotice({ entrance, scans, hasShow }: StatusProps) {
  const waiting = scans.filter(({ outcome }) => outcome === 'WAITING').length;
  const note = noteOn(entrance, hasShow);
  return (
    <div role="status">
      {(note || waiting > 0) && (
        <div className="mt-3 flex items-start gap-3 rounded-md border border-warning/40 bg-warning-soft px-4 py-3 font-medium text-[0.9375rem] text-warning">
          <CloudOff aria-hidden className="mt-px size-5 shrink-0" />
          <div className="min-w-0">
            {note && <p>{note}</p>}
            {waiting > 0 && (
              <p>{waiting === 1 ? '1 scan waits' : `${waiting} scans wait`} on this device to be sent.</p>
            )}
          </div>
        </div>
      )}
    </div>
  );
}

function noteOn({ isConnected, list, isRead }: State, hasShow: boolean): string | null {
  if (!isConnected) {
    if (list) return `No connection. Tickets are checked by the list of ${formatTime(list.issuedAt)} on this device.`;
    return hasShow
      ? 'No connection, and this device has no list of the tickets of this show. Tickets cannot be checked now.'
      : 'No connection. Choose a show, to go by the list that this device has of it.';
  }
  return hasShow && isRead && !list
    ? 'This browser cannot keep the list of tickets: check-in needs a connection here.'
    : null;
}

interface ConflictsProps {
  conflicts: ScanConflict[];
  scans: StoredScan[];
}

/** Who was let in without a connection although their ticket was used, on whichever device. */
export function Conflicts({ conflicts, scans }: ConflictsProps) {
  const told = new Set(conflicts.map(({ scanId }) => scanId));
  const untold = scans.filter(({ outcome, scanId }) => outcome === 'CONFLICT' && !told.has(scanId));
  const count = conflicts.length + untold.length;
  return (
    <div role="alert">
      {count > 0 && (
        <section
          aria-label="Conflicts"
          className="mb-5 rounded-xl border-2 border-danger bg-danger-soft p-5 text-danger"
        >
          <h2 className="font-bold text-xl">{count === 1 ? '1 conflict' : `${count} conflicts`}</h2>
          <ul className="mt-3 flex flex-col gap-3">
            {conflicts.map((conflict) => (
              <Conflict key={conflict.scanId} seats={conflict.seats} bookingId={conflict.bookingId}>
                {sentencesOn(conflict, new Set(scans.map(({ scanId }) => scanId)))}
              </Conflict>
            ))}
            {untold.map(({ scanId, seats, at, reason }) => (
              <Conflict key={scanId} seats={seats}>
                Let in at {formatTime(at)} on this device without a connection. {WHY[reason ?? 'NOT_FOUND']}
              </Conflict>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function Conflict({ seats, bookingId, children }: { seats: string[]; bookingId?: number; children: ReactNode }) {
  return (
    <li className="text-ink">
      <p className="font-semibold">
        {seats.join(', ')}
        {bookingId && ` · Booking ${bookingId}`}
      </p>
      <p>{children}</p>
    </li>
  );
}

const WHY: Record<string, string> = {
  ALREADY_CHECKED_IN: 'The ticket had been used on another device.',
  ALREADY_CANCELLED: 'The booking had been cancelled.',
  WRONG_TIME: 'The show had been moved to another time.',
  NOT_FOUND: 'The code belongs to no ticket.',
};

function sentencesOn(conflict: ScanConflict, scansHere: ReadonlySet<string>): string {
  const { scanId, scannedAt, reason, admittedScanId, admittedAt } = conflict;
  const place = (id: string | null) => (id !== null && scansHere.has(id) ? 'on this device' : 'on another device');
  const letIn = `Let in at ${formatTime(scannedAt)} ${place(scanId)} without a connection.`;
  if (!admittedAt) return `${letIn} ${WHY[reason]}`;
  return `${letIn} Also let in at ${formatTime(admittedAt)} ${place(admittedScanId)}: that admission stands.`;
}
