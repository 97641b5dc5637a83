import { Navigate, useLocation } from 'react-router';
import { Confirmation } from '../../features/confirmation/confirmation.tsx';
import { bookingIn } from '../../features/confirmation/confirmed-booking.ts';
import { TicketActions } from '../../features/tickets/ticket-actions.tsx';
import { usePageTitle } from '../../lib/page-title.ts';

export function ConfirmationPage() {
  const booking = bookingIn(useLocation().state);
  usePageTitle('Booking Confirmed');
  if (!booking) return <Navigate to="/movies" replace />;
  return (
    <Confirmation booking={booking}>
      <TicketActions booking={booking} />
    </Confirmation>
  );
}
