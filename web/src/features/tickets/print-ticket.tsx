import { createPortal } from 'react-dom';
import type { ReceivedBooking } from '../../lib/bookings.ts';
import { useForeignZoneNote } from '../../lib/cinema-time-zone.ts';
import { useIsPrinting } from './printing.ts';
import { QrCode } from './qr-code.tsx';
import { TicketFacts } from './ticket-facts.tsx';
import './print-ticket.css';

/** The ticket on paper, and nothing but it. Never on the screen. */
export function PrintTicket({ booking }: { booking: ReceivedBooking }) {
  const isPrinting = useIsPrinting();
  const zoneNote = useForeignZoneNote();
  if (!isPrinting) return null;
  return createPortal(
    <div className="print-ticket" aria-hidden>
      <p className="font-display text-lg">MovieBooking</p>
      <p className="mt-4 font-display text-title wrap-anywhere">{booking.show.movie.title}</p>
      <div className="mt-5 flex items-center gap-8">
        <TicketFacts booking={booking} className="grow" />
        {booking.ticketCode && (
          <div className="shrink-0 text-center">
            <QrCode value={booking.ticketCode} className="size-44" />
            <p className="font-mono text-xs">{booking.ticketCode}</p>
          </div>
        )}
      </div>
      <p className="print-ticket-note">
        Please arrive at the cinema 15 minutes before the show time. Carry a valid ID for verification. {zoneNote}
      </p>
    </div>,
    document.body,
  );
}
