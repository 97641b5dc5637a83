import type { ScanConflict } from '@moviebooking/contract/check-in';
import { CloudOff } from 'lucide-react';
import type { ReactNode } from 'react';
import type { StoredScan } from './device-store.ts';
import { countSeats } from './ticket-list.ts';
import type { EntranceState } from './use-entrance.ts';
import { describeConflict, describeConnection, describeOwnConflict, describeWaitingScans } from './wording.ts';

type State = Omit<EntranceState, 'aheadMs'> & { isRead: boolean };

interface StatusProps {
  entrance: State;
  scans: StoredScan[];
  hasShow: boolean;
}

const isAdmitted = ({ outcome }: StoredScan): boolean => outcome === 'ADMITTED' || outcome === 'WAITING';

/** How many seats have been admitted, as far as this device knows. */
export function AdmittedCount({ entrance, scans }: Omit<StatusProps, 'hasShow'>) {
  const count = entrance.list ? countSeats(entrance.list, scans.filter(isAdmitted)) : entrance.seats;
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

/** The live region is always mounted, so that losing and regaining the connection are both announced. */
export function ConnectionNotice({ entrance, scans, hasShow }: StatusProps) {
  const waiting = scans.filter(({ outcome }) => outcome === 'WAITING').length;
  const note = describeConnection(entrance, hasShow);
  return (
    <div role="status">
      {(note || waiting > 0) && (
        <div className="mt-3 flex items-start gap-3 rounded-md border border-warning/40 bg-warning-soft px-4 py-3 font-medium text-[0.9375rem] text-warning">
          <CloudOff aria-hidden className="mt-px size-5 shrink-0" />
          <div className="min-w-0">
            {note && <p>{note}</p>}
            {waiting > 0 && <p>{describeWaitingScans(waiting)}</p>}
          </div>
        </div>
      )}
    </div>
  );
}

/** Tickets that any device admitted offline although they were no longer valid. */
export function Conflicts({ conflicts, scans }: { conflicts: ScanConflict[]; scans: StoredScan[] }) {
  const reported = new Set(conflicts.map(({ scanId }) => scanId));
  const unreported = scans.filter(({ outcome, scanId }) => outcome === 'CONFLICT' && !reported.has(scanId));
  const count = conflicts.length + unreported.length;
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
                {describeConflict(conflict, new Set(scans.map(({ scanId }) => scanId)))}
              </Conflict>
            ))}
            {unreported.map((scan) => (
              <Conflict key={scan.scanId} seats={scan.conflicts ?? scan.seats}>
                {describeOwnConflict(scan)}
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
