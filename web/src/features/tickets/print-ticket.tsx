import type { ReceivedBooking } from '../../lib/bookings.ts';
import { Paper } from '../../ui/paper.tsx';
import { Ticket } from './ticket.tsx';

/** The printed ticket. */
export function PrintTicket({ booking }: { booking: ReceivedBooking }) {
  return (
    <Paper>
      <p className="mb-4 font-display text-lg">MovieBooking</p>
      <Ticket booking={booking} />
      <p className="paper-note">
        Please arrive at the cinema 15 minutes before the show time. Carry a valid ID for verification.
      </p>
    </Paper>
  );
}
