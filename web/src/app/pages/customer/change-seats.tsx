import type { Booking } from '@moviebooking/contract/bookings';
import { useQuery } from '@tanstack/react-query';
import { TicketX } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { historyQuery, noteChangedBooking } from '../../../features/history/api.ts';
import { ChangePanel } from '../../../features/seats/change-panel.tsx';
import { SeatView } from '../../../features/seats/seat-view.tsx';
import { canChange, changePath, type ReceivedBooking, seatsOf, ticketPath } from '../../../lib/bookings.ts';
import { useNow } from '../../../lib/now.ts';
import { usePageTitle } from '../../../lib/page-title.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { listOf } from '../../../lib/seat-list.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Focused } from '../../../ui/focused.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { showToast } from '../../../ui/toast.tsx';

interface ChangeSeatsProps {
  showId: number;
  /** From the address, so it may be anything. */
  bookingId: number;
  userId: number;
}

async function reloadBooking(bookingId: number) {
  const bookings = await queryClient.fetchQuery({ ...historyQuery, staleTime: 0 });
  const booking = bookings.find(({ id }) => id === bookingId);
  return booking && ({ ...booking, seats: seatsOf(booking) } as Booking);
}

/** The seat map of a booking's show, to give back some of its seats and take others. */
export function ChangeSeats({ showId, bookingId, userId }: ChangeSeatsProps) {
  const navigate = useNavigate();
  const { data, isFetching, refetch } = useQuery(historyQuery);
  const booking = data?.find(({ id }) => id === bookingId);
  const now = useNow(booking ? [Date.parse(booking.show.startTime)] : []);
  const seats = booking ? seatsOf(booking).join() : '';
  const changed = useMemo(
    () => ({ id: bookingId, seats: seats.split(','), reload: () => reloadBooking(bookingId) }),
    [bookingId, seats],
  );
  if (!booking && isFetching) return <Loading />;
  if (!data) return <FailedBooking bookingId={bookingId} onRetry={() => void refetch()} />;
  if (!booking || !canChange(booking, now)) return <NotChangeable booking={booking} />;
  if (booking.show.id !== showId) return <Navigate to={changePath(booking)} replace />;
  const back = ticketPath(bookingId);
  return (
    <SeatView
      showId={showId}
      user={{ id: userId, isAdmin: false }}
      change={{
        booking: changed,
        price: booking.show.price,
        panel: (session, onConfirm) => (
          <ChangePanel session={session} price={booking.show.price} back={back} onConfirm={onConfirm} />
        ),
      }}
      onBooked={(made) => {
        void noteChangedBooking(userId, made);
        showToast(`Your seats are changed. You have ${listOf(made.seats)} now.`);
        void navigate(back, { replace: true });
      }}
    />
  );
}

function Titled({ children }: { children: ReactNode }) {
  usePageTitle('Change Your Seats');
  return (
    <>
      <h1 className="sr-only">Change Your Seats</h1>
      {children}
    </>
  );
}

const Loading = () => (
  <Titled>
    <div className="flex justify-center py-24 text-accent">
      <Spinner label="Loading your booking" className="size-9" />
    </div>
  </Titled>
);

function FailedBooking({ bookingId, onRetry }: { bookingId: number; onRetry: () => void }) {
  return (
    <Titled>
      <Card>
        <ErrorState
          message="Failed to load your booking. It's unchanged. Please try again."
          onRetry={onRetry}
          action={
            <ButtonLink to={ticketPath(bookingId)} variant="secondary">
              View ticket
            </ButtonLink>
          }
        />
      </Card>
    </Titled>
  );
}

function whyNotChangeable(booking: ReceivedBooking | undefined): string {
  if (!booking) return "We can't find this booking in your account. You may have booked with another one.";
  if (booking.status === 'CANCELLED') return 'This booking was cancelled, so there are no seats to change.';
  if (booking.status === 'CHECKED_IN') return 'Your ticket was already used at the entrance, so its seats are final.';
  return 'The show has already started, so its seats are final.';
}

/** Also replaces the map if the booking is cancelled or the show starts while the user is choosing. */
function NotChangeable({ booking }: { booking: ReceivedBooking | undefined }) {
  const hasTicket = booking && booking.status !== 'CANCELLED';
  return (
    <Titled>
      <Focused>
        <Card>
          <EmptyState
            icon={TicketX}
            title="These seats can't be changed"
            note={whyNotChangeable(booking)}
            action={
              <div className="flex flex-wrap justify-center gap-3">
                <ButtonLink to={hasTicket ? ticketPath(booking.id) : '/bookings/history'}>
                  {hasTicket ? 'View ticket' : 'View my bookings'}
                </ButtonLink>
                <ButtonLink to="/movies" variant="secondary">
                  Back to Movies
                </ButtonLink>
              </div>
            }
          />
        </Card>
      </Focused>
    </Titled>
  );
}
