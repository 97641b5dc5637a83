import { Share2 } from 'lucide-react';
import { useId } from 'react';
import type { ReceivedBooking, SeatTicket } from '../../lib/bookings.ts';
import { t } from '../../lib/language.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { canShare, seatAddress, shareSeat } from './share.ts';
import { admittedAt, sharingHeading, sharingNote } from './wording.ts';

/** A ticket for each seat, to share on its own. Servers of release 0.2.0 send none. */
export function SeatTickets({ booking, className }: { booking: ReceivedBooking; className?: string }) {
  const id = useId();
  const { tickets = [], status } = booking;
  if (tickets.length === 0 || status === 'CANCELLED') return null;
  return (
    <section aria-labelledby={id} className={className}>
      <h3 id={id} className="font-semibold">
        {sharingHeading(tickets.length)}
      </h3>
      <p className="mt-0.5 text-muted text-sm">{sharingNote(tickets.length)}</p>
      <ul className="mt-2 grid grid-cols-[repeat(auto-fill,minmax(15rem,1fr))] gap-2">
        {tickets.map((ticket) => (
          <li
            key={ticket.code}
            className="flex min-h-13 items-center justify-between gap-3 rounded-lg border border-line bg-surface py-1.5 pe-2 ps-4"
          >
            <span className="font-display text-2xl leading-none">{ticket.seat}</span>
            {ticket.admittedAt ? (
              <span className="pe-2 text-muted text-sm">{admittedAt(ticket.admittedAt)}</span>
            ) : (
              <ShareSeat booking={booking} ticket={ticket} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function ShareSeat({ booking, ticket }: { booking: ReceivedBooking; ticket: SeatTicket }) {
  const { seat, code } = ticket;
  if (!canShare())
    return (
      <CopyButton
        size="sm"
        text={seatAddress(code)}
        label={t('Copy link')}
        name={t('Copy link for {seat}', { seat })}
      />
    );
  return (
    <Button
      variant="secondary"
      size="sm"
      aria-label={t('Share the ticket for {seat}', { seat })}
      onClick={() => void shareSeat(booking, ticket)}
    >
      <Share2 aria-hidden className="-ms-1 size-4.5" /> {t('Share')}
    </Button>
  );
}
