import { useQuery } from '@tanstack/react-query';
import { Navigate, NavigationType, useLocation, useNavigationType } from 'react-router';
import { Confirmation } from '../../../features/confirmation/confirmation.tsx';
import { bookingIn, type ConfirmedBooking } from '../../../features/confirmation/confirmed-booking.ts';
import { historyQuery } from '../../../features/history/api.ts';
import { recallBookings } from '../../../features/history/remembered-bookings.ts';
import { SeatTickets } from '../../../features/tickets/seat-tickets.tsx';
import { Ticket } from '../../../features/tickets/ticket.tsx';
import { TicketActions } from '../../../features/tickets/ticket-actions.tsx';
import { t } from '../../../lib/language.ts';
import { usePageTitle } from '../../../lib/page-title.ts';
import { useSession } from '../../../lib/session.ts';

export function ConfirmationPage() {
  const userId = useSession((session) => session.user?.id ?? 0);
  const booking = bookingIn(useLocation().state, userId);
  usePageTitle(t('Booking Confirmed'));
  if (!booking) return <Navigate to="/movies" replace />;
  return <ConfirmedTicket booking={booking} userId={userId} />;
}

/** Takes the ticket code from the bookings kept for offline use or from the server; navigation state has none. */
function ConfirmedTicket({ booking, userId }: { booking: ConfirmedBooking; userId: number }) {
  const isNew = useNavigationType() === NavigationType.Push;
  const isThisOne = ({ id }: { id: number }) => id === booking.id;
  const kept = recallBookings(userId)?.bookings.find(isThisOne);
  const { data } = useQuery({ ...historyQuery, enabled: !kept });
  const withCode = kept ?? data?.find(isThisOne) ?? booking;
  if (withCode.status === 'CANCELLED') return <Navigate to="/bookings/history" replace />;
  return (
    <Confirmation
      booking={booking}
      isNew={isNew}
      ticket={<Ticket booking={withCode} isNew={isNew} />}
      seatTickets={<SeatTickets booking={withCode} className="confirmation-seats" />}
      actions={<TicketActions booking={withCode} />}
    />
  );
}
