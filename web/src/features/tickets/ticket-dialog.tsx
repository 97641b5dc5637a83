import type { ReceivedBooking } from '../../lib/bookings.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Ticket } from './ticket.tsx';
import { TicketActions } from './ticket-actions.tsx';

interface TicketDialogProps {
  booking: ReceivedBooking;
  isOpen: boolean;
  onClose: () => void;
}

export function TicketDialog({ booking, isOpen, onClose }: TicketDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Your ticket" isWide>
      <Ticket booking={booking} className="ticket-in-dialog mt-4" />
      <TicketActions booking={booking} className="mt-4" />
    </Dialog>
  );
}
