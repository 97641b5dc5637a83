import type { ReceivedBooking } from '../../lib/bookings.ts';
import { t } from '../../lib/language.ts';
import { Dialog, type DialogState } from '../../ui/dialog.tsx';
import { SeatTickets } from './seat-tickets.tsx';
import { Ticket } from './ticket.tsx';
import { TicketActions } from './ticket-actions.tsx';

export function TicketDialog({ booking, isOpen, onClose }: DialogState & { booking: ReceivedBooking }) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('Your ticket')} isWide>
      <Ticket booking={booking} className="ticket-in-dialog mt-4" />
      <TicketActions booking={booking} className="mt-4" />
      <SeatTickets booking={booking} className="mt-5" />
    </Dialog>
  );
}
