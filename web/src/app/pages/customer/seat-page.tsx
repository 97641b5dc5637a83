import { MAX_ID } from '@moviebooking/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Navigate, useNavigate, useParams } from 'react-router';
import { confirmationState } from '../../../features/confirmation/confirmed-booking.ts';
import { rememberBooking } from '../../../features/history/remembered-bookings.ts';
import { parseNear } from '../../../features/seats/near-seats.ts';
import { SeatView } from '../../../features/seats/seat-view.tsx';
import { waitingQuery } from '../../../features/waitlist/api.ts';
import { useAddress } from '../../../lib/address.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { useSession } from '../../../lib/session.ts';
import { untilLoaded } from '../../../lib/until-loaded.ts';

/** Few visits change seats or wait for some, so the others don't download what that needs. */
const ChangeSeats = lazy(async () => ({
  default: (await untilLoaded(() => import('./change-seats.tsx'))).ChangeSeats,
}));
const WaitForSeats = lazy(async () => ({
  default: (await untilLoaded(() => import('../../../features/waitlist/wait-for-seats.tsx'))).WaitForSeats,
}));

/** The new ticket is torn off from where its seats are now (ticket.css). */
function notePlaceOfSeats(): void {
  const boxes = [...document.querySelectorAll('[data-seat][data-status="selected"]')].map((seat) =>
    seat.getBoundingClientRect(),
  );
  const middle = (centres: number[]) => (Math.min(...centres) + Math.max(...centres)) / 2;
  const { style } = document.documentElement;
  style.setProperty('--seats-x', `${middle(boxes.map(({ left, width }) => left + width / 2))}px`);
  style.setProperty('--seats-y', `${middle(boxes.map(({ top, height }) => top + height / 2))}px`);
}

export const isShowId = (id: number): boolean => Number.isInteger(id) && id >= 1 && id <= MAX_ID;

/** Customers choose seats here, or change those of a booking (`?change=`); administrators see who booked each seat. */
export function SeatPage() {
  const showId = Number(useParams().showId);
  const user = useSession((session) => session.user);
  const navigate = useNavigate();
  const { value } = useAddress();
  const changedId = value('change');
  // The layout asks for it, once the seats no longer need the network.
  const { data: waiting } = useQuery({ ...waitingQuery, enabled: false });
  const offered = waiting?.find((entry) => entry.showId === showId)?.offer?.seats;
  if (!user) return null;
  if (!isShowId(showId)) return <Navigate to="/movies" replace />;
  if (changedId) {
    return (
      <Suspense fallback={null}>
        <ChangeSeats
          key={`${showId} ${changedId}`}
          bookingId={Number(changedId)}
          userId={user.id}
          {...{ showId, offered }}
        />
      </Suspense>
    );
  }
  const near = value('near');
  return (
    <SeatView
      key={`${showId} ${user.id} ${user.role} ${near}`}
      showId={showId}
      user={{ id: user.id, isAdmin: user.role === 'ADMIN' }}
      near={parseNear(near)}
      offered={offered}
      waitlist={(startTime, free) => (
        <Suspense fallback={null}>
          <WaitForSeats {...{ showId, startTime, free }} />
        </Suspense>
      )}
      onBooked={(booking) => {
        notePlaceOfSeats();
        void queryClient.invalidateQueries();
        rememberBooking(user.id, booking);
        void navigate('/bookings/confirmation', { state: confirmationState(user.id, booking) });
      }}
    />
  );
}
