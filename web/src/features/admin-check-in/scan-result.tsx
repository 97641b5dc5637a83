import type { Ticket } from '@moviebooking/contract/check-in';
import { CircleCheckBig, OctagonX } from 'lucide-react';
import { cx } from '../../lib/cx.ts';
import { formatDateTime } from '../../lib/format.ts';
import { Card } from '../../ui/card.tsx';
import type { Scan } from './use-check-in.ts';

const HEADINGS: Partial<Record<NonNullable<Scan['reason']>, string>> = {
  ALREADY_CHECKED_IN: 'Already used',
  ALREADY_CANCELLED: 'Cancelled',
  WRONG_SHOW: 'Wrong show',
  WRONG_TIME: 'Wrong day or time',
  NOT_FOUND: 'Not a ticket',
};

const headingOf = ({ isAdmitted, reason }: Scan): string =>
  isAdmitted ? 'Admitted' : ((reason && HEADINGS[reason]) ?? 'Not admitted');

/** Large enough to be read at arm's length: the answer, then the ticket. */
export function LastScan({ scan }: { scan: Scan }) {
  const Icon = scan.isAdmitted ? CircleCheckBig : OctagonX;
  return (
    <section
      aria-label="Result"
      className={cx(
        'rounded-xl border-2 p-5',
        scan.isAdmitted ? 'border-success bg-success-soft text-success' : 'border-danger bg-danger-soft text-danger',
      )}
    >
      <div className="flex items-center gap-4">
        <Icon aria-hidden className="size-12 shrink-0" />
        <div>
          <h2 className="font-bold text-3xl leading-tight">{headingOf(scan)}</h2>
          {!scan.isAdmitted && <p className="mt-1 font-medium">{scan.message}</p>}
        </div>
      </div>
      {scan.ticket ? (
        <TicketFacts ticket={scan.ticket} />
      ) : (
        <p className="mt-3 wrap-anywhere font-mono text-ink text-sm">{scan.code}</p>
      )}
    </section>
  );
}

function TicketFacts({ ticket }: { ticket: Ticket }) {
  const { customerName, seats, movieTitle, cinemaName, screenName, startTime, bookingId } = ticket;
  return (
    <div className="mt-4 border-current/25 border-t pt-4 text-ink">
      <ul aria-label="Seats" className="flex flex-wrap gap-2">
        {seats.map((seat) => (
          <li key={seat} className="rounded-md bg-surface px-3 py-1.5 font-bold text-2xl tabular-nums">
            {seat}
          </li>
        ))}
      </ul>
      <p className="mt-3 font-semibold text-lg">{customerName}</p>
      <p>
        {movieTitle} · {formatDateTime(startTime)}
      </p>
      <p className="text-muted">
        {cinemaName}, {screenName} · Booking {bookingId}
      </p>
    </div>
  );
}

export function ScanHistory({ scans }: { scans: Scan[] }) {
  return (
    <Card className="overflow-hidden">
      <h2 className="border-line border-b px-5 py-3 font-semibold">Earlier scans</h2>
      <ul>
        {scans.map((scan) => (
          <li
            key={scan.key}
            className="flex items-baseline justify-between gap-4 border-line border-b px-5 py-2.5 last:border-b-0"
          >
            <span className="min-w-0 truncate">
              {scan.ticket ? `${scan.ticket.customerName} · ${scan.ticket.seats.join(', ')}` : scan.code}
            </span>
            <span className={cx('shrink-0 font-semibold text-sm', scan.isAdmitted ? 'text-success' : 'text-danger')}>
              {headingOf(scan)}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
