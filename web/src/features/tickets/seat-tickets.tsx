import { Share2 } from 'lucide-react';
import { useId } from 'react';
import type { ReceivedBooking } from '../../lib/bookings.ts';
import { formatTime } from '../../lib/cinema-times.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { canShare, seatAddress, shareSeat } from './share.ts';
import { seatState, sharingHeading, sharingNote } from './wording.ts';

/** A ticket for each seat, to share on its own. Servers of release 0.2.0 send none. */
export function SeatTickets({ booking }: { booking: ReceivedBooking }) {
  const id = useId();
  const { tickets = [] } = booking;
  if (tickets.length === 0) return null;
  return (
    <section aria-labelledby={id} className="mt-5">
      <h3 id={id} className="font-semibold">
        {sharingHeading(tickets.length)}
      </h3>
      <p className="mt-0.5 text-muted text-sm">{sharingNote(tickets.length)}</p>
      <ul className="mt-2 divide-y divide-line rounded-lg border border-line bg-surface">
        {tickets.map((ticket) => (
          <li key={ticket.code} className="flex items-center gap-3 py-2 pr-2 pl-4">
            <span className="w-12 font-display text-2xl leading-none">{ticket.seat}</span>
            <span className="min-w-0 grow text-muted text-sm">
              {seatState(ticket.admittedAt && formatTime(ticket.admittedAt))}
            </span>
            {!ticket.admittedAt &&
              (canShare() ? (
                <Button variant="secondary" size="sm" onClick={() => void shareSeat(booking, ticket)}>
                  <Share2 aria-hidden className="-ml-1 size-4.5" /> Share
                  <span className="sr-only">the ticket for {ticket.seat}</span>
                </Button>
              ) : (
                <CopyButton size="sm" text={seatAddress(ticket.code)} label="Copy link" about={`for ${ticket.seat}`} />
              ))}
          </li>
        ))}
      </ul>
    </section>
  );
}
