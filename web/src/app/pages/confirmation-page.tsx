import type { Booking } from '@moviebooking/contract/bookings';
import { CircleCheck } from 'lucide-react';
import { Navigate, useLocation } from 'react-router';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';

/** Navigation state may be left over from anything: only a booking with its number counts. */
function bookingIn(state: unknown): Booking | null {
  const booking = (state as { booking?: Partial<Booking> | null } | null)?.booking;
  return typeof booking?.id === 'number' ? (booking as Booking) : null;
}

export function ConfirmationPage() {
  const booking = bookingIn(useLocation().state);
  if (!booking) return <Navigate to="/movies" replace />;
  return (
    <>
      <PageHeader title="Booking Confirmed!" subtitle="Your seats have been successfully reserved" />
      <Card className="flex flex-wrap items-center gap-4 p-6">
        <CircleCheck aria-hidden className="size-8 text-success" />
        <p className="mr-auto font-semibold text-lg">Booking ID: {booking.id}</p>
        <ButtonLink to="/bookings/history" variant="secondary">
          View All Bookings
        </ButtonLink>
        <ButtonLink to="/movies">Book Another Movie</ButtonLink>
      </Card>
    </>
  );
}
