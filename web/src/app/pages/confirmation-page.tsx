import { useQuery } from '@tanstack/react-query';
import { Navigate, useLocation } from 'react-router';
import { Confirmation } from '../../features/confirmation/confirmation.tsx';
import { bookingIn, type ConfirmedBooking } from '../../features/confirmation/confirmed-booking.ts';
import { historyQuery } from '../../features/history/api.ts';
import { recallBookings } from '../../features/history/last-seen.ts';
import { TicketActions } from '../../features/tickets/ticket-actions.tsx';
import { usePageTitle } from '../../lib/page-title.ts';
import { useSession } from '../../lib/session.ts';

export function ConfirmationPage() {
  const userId = useSession((session) => session.user?.id ?? 0);
  const booking = bookingIn(useLocation().state, userId);
  usePageTitle('Booking Confirmed');
  if (!booking) return <Navigate to="/movies" replace />;
  return (
    <Confirmation booking={booking}>
      <OwnTicket booking={booking} userId={userId} />
    </Confirmation>
  );
}

/** The ticket code comes from what is kept for this session only, or from the server. */
function OwnTicket({ booking, userId }: { booking: ConfirmedBooking; userId: number }) {
  const isThisOne = ({ id }: { id: number }) => id === booking.id;
  const kept = recallBookings(userId)?.bookings.find(isThisOne);
  const { data } = useQuery({ ...historyQuery, enabled: !kept });
  return <TicketActions booking={kept ?? data?.find(isThisOne) ?? booking} />;
}
