import { Navigate, useLocation } from 'react-router';
import { Confirmation } from '../../features/confirmation/confirmation.tsx';
import { bookingIn } from '../../features/confirmation/reservation.ts';
import { usePageTitle } from '../../lib/page-title.ts';

export function ConfirmationPage() {
  const booking = bookingIn(useLocation().state);
  usePageTitle('Booking Confirmed');
  return booking ? <Confirmation booking={booking} /> : <Navigate to="/movies" replace />;
}
