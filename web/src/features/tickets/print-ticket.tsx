import type { ReceivedBooking } from '../../lib/bookings.ts';
import { useForeignZoneNote } from '../../lib/cinema-time-zone.ts';
import { Paper } from '../../ui/paper.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { TicketFacts } from './ticket-facts.tsx';

/** The ticket on paper. */
export function PrintTicket({ booking }: { booking: ReceivedBooking }) {
  const zoneNote = useForeignZoneNote();
  return (
    <Paper>
      <p className="font-display text-lg">MovieBooking</p>
      <p className="mt-4 font-display text-title wrap-anywhere">{booking.show.movie.title}</p>
      <div className="mt-5 flex items-center gap-8">
        <TicketFacts booking={booking} className="grow" />
        {booking.ticketCode && (
          <div className="shrink-0 text-center">
            <QrCode value={booking.ticketCode} label={`QR code of ticket ${booking.ticketCode}`} className="size-44" />
            <p className="font-mono text-xs">{booking.ticketCode}</p>
          </div>
        )}
      </div>
      <p className="paper-note">
        Please arrive at the cinema 15 minutes before the show time. Carry a valid ID for verification. {zoneNote}
      </p>
    </Paper>
  );
}
