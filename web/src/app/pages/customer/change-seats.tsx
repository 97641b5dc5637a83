import type { Booking } from '@moviebooking/contract/bookings';
import { useQuery } from '@tanstack/react-query';
import { TicketX } from 'lucide-react';
import { useCallback } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { historyQuery } from '../../../features/history/api.ts';
import { rememberBooking } from '../../../features/history/remembered-bookings.ts';
import { ChangePanel } from '../../../features/seats/change-panel.tsx';
import { openSeatChanges } from '../../../features/seats/seat-change.ts';
import { SeatView } from '../../../features/seats/seat-view.tsx';
import { canChange, changePath, type ReceivedBooking, seatsOf, ticketPath } from '../../../lib/bookings.ts';
import { t } from '../../../lib/language.ts';
import { useNow } from '../../../lib/now.ts';
import { usePageTitle } from '../../../lib/page-title.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { listOf } from '../../../lib/seat-list.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Focused } from '../../../ui/focused.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { showToast } from '../../../ui/toast.tsx';

async function reloadBooking(bookingId: number) {
  const bookings = await queryClient.fetchQuery({ ...historyQuery, staleTime: 0 });
  const booking = bookings.find(({ id }) => id === bookingId);
  return booking && ({ ...booking, seats: seatsOf(booking) } as Booking);
}

interface ChangeSeatsProps {
  showId: number;
  /** From the address, so it may be anything. */
  bookingId: number;
  userId: number;
  /** Seats that came free for the user. */
  offered: readonly string[] | undefined;
}

/** The seat map of a booking's show, to give back some of its seats and take others. */
export function ChangeSeats({ showId, bookingId, userId, offered }: ChangeSeatsProps) {
  const navigate = useNavigate();
  const { data, isFetching, refetch } = useQuery(historyQuery);
  const booking = data?.find(({ id }) => id === bookingId);
  const now = useNow(booking ? [Date.parse(booking.show.startTime)] : []);
  const onChanged = useCallback(
    async (changed: Booking) => {
      rememberBooking(userId, changed);
      // The ticket opens with the new seats.
      await queryClient.invalidateQueries();
      showToast(t('Your seats are changed. You have {seats} now.', { seats: listOf(changed.seats) }));
      void navigate(ticketPath(changed.id), { replace: true });
    },
    [userId, navigate],
  );
  if (!booking && isFetching)
    return <Spinner label={t('Loading your booking')} className="mx-auto my-24 size-9 text-accent" />;
  const reason = data ? whyUnchangeable(booking, now) : t("We couldn't load your booking. It's unchanged.");
  if (reason || !booking)
    return <Unchangeable reason={reason} ticketOf={booking} onRetry={data ? undefined : () => void refetch()} />;
  if (booking.show.id !== showId) return <Navigate to={changePath(booking)} replace />;
  const { price } = booking.show;
  const back = ticketPath(bookingId);
  return (
    <SeatView
      showId={showId}
      user={{ id: userId, isAdmin: false }}
      offered={offered}
      change={{
        openChanges: (session) =>
          openSeatChanges({
            booking: { id: bookingId, seats: seatsOf(booking), reload: () => reloadBooking(bookingId) },
            ...session,
          }),
        price,
        panel: (session, onConfirm) => <ChangePanel {...{ session, price, back, onConfirm }} />,
      }}
      onBooked={onChanged}
    />
  );
}

function whyUnchangeable(booking: ReceivedBooking | undefined, now: number): string | null {
  if (!booking) return t("We can't find this booking in your account. You may have booked with another one.");
  if (canChange(booking, now)) return null;
  if (booking.status === 'CANCELLED') return t('This booking was cancelled, so there are no seats to change.');
  if (booking.status === 'CHECKED_IN')
    return t('Your ticket was already used at the entrance, so its seats are final.');
  return t('The show has already started, so its seats are final.');
}

interface UnchangeableProps {
  reason: string | null;
  ticketOf: ReceivedBooking | undefined;
  onRetry: (() => void) | undefined;
}

/** Also replaces the map if the booking is cancelled or the show starts while the user is choosing. */
function Unchangeable({ reason, ticketOf, onRetry }: UnchangeableProps) {
  usePageTitle(t('Change Your Seats'));
  const [path, name] =
    ticketOf && ticketOf.status !== 'CANCELLED'
      ? [ticketPath(ticketOf.id), t('View ticket')]
      : ['/bookings/history', t('View my bookings')];
  return (
    <Focused>
      <h1 className="sr-only">{t('Change Your Seats')}</h1>
      <Card>
        <EmptyState
          icon={TicketX}
          title={t("These seats can't be changed")}
          note={reason}
          action={
            <div className="flex flex-wrap justify-center gap-3">
              {onRetry && <Button onClick={onRetry}>{t('Try Again')}</Button>}
              <ButtonLink to={path} variant={onRetry ? 'secondary' : 'primary'}>
                {name}
              </ButtonLink>
              <ButtonLink to="/movies" variant="secondary">
                {t('Back to Movies')}
              </ButtonLink>
            </div>
          }
        />
      </Card>
    </Focused>
  );
}
