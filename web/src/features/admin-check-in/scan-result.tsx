import type { Ticket } from '@moviebooking/contract/check-in';
import { CircleCheckBig, OctagonX } from 'lucide-react';
import { formatDateTime, formatTime } from '../../lib/cinema-times.ts';
import { cx } from '../../lib/cx.ts';
import { Card } from '../../ui/card.tsx';
import type { StoredScan } from './device-store.ts';
import type { Scan } from './use-check-in.ts';
import { admissionHeading, admissionNote, partyNote, refusalHeading } from './wording.ts';

function headingOf(scan: Scan, outcome: StoredScan['outcome'] | undefined): string {
  if (!scan.isAdmitted) return refusalHeading(scan.reason);
  return outcome === 'CONFLICT' ? 'Conflict' : admissionHeading(scan);
}

/** The result and the ticket, readable at arm's length. Changes when the scan is settled. */
export function LastScan({ scan, stored }: { scan: Scan; stored: StoredScan | undefined }) {
  const outcome = stored?.outcome;
  const isAdmitted = scan.isAdmitted && outcome !== 'CONFLICT';
  const note = scan.isAdmitted ? admissionNote(outcome) : scan.message;
  const party = isAdmitted ? partyNote(scan) : null;
  const seats = stored?.conflicts ?? scan.seats;
  const Icon = isAdmitted ? CircleCheckBig : OctagonX;
  return (
    <section
      aria-label="Result"
      className={cx(
        'rounded-xl border-2 p-5',
        isAdmitted ? 'border-success bg-success-soft text-success' : 'border-danger bg-danger-soft text-danger',
      )}
    >
      <div className="flex items-center gap-4">
        <Icon aria-hidden className="size-12 shrink-0" />
        <div>
          <h2 className="font-bold text-3xl leading-tight">{headingOf(scan, outcome)}</h2>
          {party && <p className="mt-1 font-semibold text-lg">{party}</p>}
          {note && <p className="mt-1 font-medium">{note}</p>}
        </div>
      </div>
      {seats.length > 0 ? (
        <div className="mt-4 border-current/25 border-t pt-4 text-ink">
          <ul aria-label="Seats" className="flex flex-wrap gap-2">
            {seats.map((seat) => (
              <li key={seat} className="rounded-md bg-surface px-3 py-1.5 font-bold text-2xl tabular-nums">
                {seat}
              </li>
            ))}
          </ul>
          {scan.ticket && <TicketFacts ticket={scan.ticket} />}
        </div>
      ) : (
        <p className="mt-3 wrap-anywhere font-mono text-ink text-sm">{scan.code}</p>
      )}
    </section>
  );
}

function TicketFacts({ ticket }: { ticket: Ticket }) {
  const { customerName, movieTitle, cinemaName, screenName, startTime, bookingId } = ticket;
  return (
    <>
      <p className="mt-3 font-semibold text-lg">{customerName}</p>
      <p>
        {movieTitle} · {formatDateTime(startTime)}
      </p>
      <p className="text-muted">
        {cinemaName}, {screenName} · <span className="whitespace-nowrap">Booking {bookingId}</span>
      </p>
    </>
  );
}

const OUTCOMES: Record<Exclude<StoredScan['outcome'], 'REFUSED'>, { text: string; look: string }> = {
  ADMITTED: { text: 'Admitted', look: 'text-success' },
  WAITING: { text: 'Admitted, not sent yet', look: 'text-warning' },
  CONFLICT: { text: 'Conflict', look: 'text-danger' },
};

const outcomeOf = ({ outcome, reason }: StoredScan) =>
  outcome === 'REFUSED' ? { text: refusalHeading(reason), look: 'text-danger' } : OUTCOMES[outcome];

export function ScanHistory({ scans }: { scans: StoredScan[] }) {
  return (
    <Card className="overflow-hidden">
      <h2 className="border-line border-b px-5 py-3 font-semibold">Earlier scans</h2>
      <ul>
        {scans.map((scan) => {
          const { text, look } = outcomeOf(scan);
          return (
            <li
              key={scan.scanId}
              className="flex items-baseline justify-between gap-4 border-line border-b px-5 py-2.5 last:border-b-0"
            >
              <span className="min-w-0 truncate">
                <time dateTime={new Date(scan.at).toISOString()} className="text-muted tabular-nums">
                  {formatTime(scan.at)}
                </time>{' '}
                · {scan.seats.join(', ') || 'No seats'}
              </span>
              <span className={cx('shrink-0 font-semibold text-sm', look)}>{text}</span>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
