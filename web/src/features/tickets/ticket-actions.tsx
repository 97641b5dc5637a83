import { CalendarPlus, Printer } from 'lucide-react';
import type { ReceivedBooking } from '../../lib/bookings.ts';
import { Button } from '../../ui/button.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { downloadCalendarFile } from './calendar.ts';
import { PrintTicket } from './print-ticket.tsx';

/** The ticket of a booking that still counts: its code for the door, the calendar and paper. */
export function TicketActions({ booking }: { booking: ReceivedBooking }) {
  if (booking.status === 'CANCELLED') return null;
  return (
    <section aria-label="Ticket" className="flex flex-col items-center gap-5">
      {booking.ticketCode && (
        <figure className="flex flex-col items-center">
          <QrCode
            value={booking.ticketCode}
            label={`QR code of ticket ${booking.ticketCode}`}
            className="size-48 rounded-md"
          />
          <figcaption className="mt-2.5 text-center text-sm">
            <span className="font-mono font-semibold tracking-wide">{booking.ticketCode}</span>
            <span className="mt-0.5 block text-muted">Show this code at the door</span>
          </figcaption>
        </figure>
      )}
      <div className="flex flex-wrap justify-center gap-3">
        <Button variant="secondary" onClick={() => downloadCalendarFile(booking)}>
          <CalendarPlus aria-hidden className="size-4" /> Add to calendar
        </Button>
        <Button variant="secondary" onClick={() => window.print()}>
          <Printer aria-hidden className="size-4" /> Print ticket
        </Button>
      </div>
      <PrintTicket booking={booking} />
    </section>
  );
}
