import type { ReceivedBooking } from '../../lib/bookings.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { TicketActions } from './ticket-actions.tsx';
import { TicketFacts } from './ticket-facts.tsx';

interface TicketDialogProps {
  booking: ReceivedBooking;
  isOpen: boolean;
  onClose: () => void;
}

export function TicketDialog({ booking, isOpen, onClose }: TicketDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={booking.show.movie.title}>
      <TicketFacts booking={booking} className="mt-4" />
      <div aria-hidden className="-mx-6 my-5 border-line-strong border-t-2 border-dashed" />
      <TicketActions booking={booking} />
    </Dialog>
  );
}
