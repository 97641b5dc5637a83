import { type MouseEvent, memo } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/shallow';
import { t } from '../../lib/language.ts';
import type { SeatSession } from './seat-session.ts';
import { SeatShape } from './seat-shape.tsx';
import { type SeatStatus, statusOf } from './selection.ts';
import { seatName } from './wording.ts';

interface SeatProps {
  seat: string;
  session: SeatSession;
  /** "₹250". */
  price: string;
  isAdmin: boolean;
  isBooking: boolean;
  onOpen: (seat: string) => void;
}

/** Where the friends' icon says more than the seat's own. */
const isFriendly = (status: SeatStatus) => status === 'booked' || status === 'available';

/** Rerenders only when its own state changes. */
export const Seat = memo(function Seat({ seat, session, price, isAdmin, isBooking, onOpen }: SeatProps) {
  const { store } = session;
  const { status, place, isTabStop, bookedBy, isInParty, isNear } = useStore(
    store,
    useShallow((state) => {
      const status = statusOf(state, seat);
      const booking = isAdmin && status === 'booked' ? state.map.booked.get(seat) : undefined;
      return {
        status,
        place: state.map.places.get(seat),
        isTabStop: state.activeSeat === seat,
        bookedBy: booking && (booking.user?.name || t('Unknown')),
        isNear: state.near.includes(seat),
        isInParty: booking !== undefined && booking.bookingId === state.pointedBookingId,
      };
    }),
  );
  const press = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    if (isAdmin) return onOpen(seat);
    session.toggle(seat);
    // A notice makes the bar on a phone higher.
    if (store.getState().notice) requestAnimationFrame(() => currentTarget.scrollIntoView({ block: 'nearest' }));
  };
  const isOwn = status === 'yours' || status === 'givingBack';
  const isTaken = status === 'booked' || status === 'blocked' || status === 'closed';
  return (
    // biome-ignore lint/a11y: a cell of the ARIA grid; the button inside takes the focus
    <div role="gridcell" aria-selected={isAdmin ? undefined : status === 'selected'} className="seat-cell">
      <button
        type="button"
        data-seat={seat}
        data-status={status}
        data-in-party={isInParty || undefined}
        data-place={place}
        data-near={isNear || undefined}
        tabIndex={isTabStop ? 0 : -1}
        aria-disabled={(!isAdmin && isTaken) || isBooking || undefined}
        aria-haspopup={isAdmin && status === 'booked' ? 'dialog' : undefined}
        onClick={press}
        className="seat"
      >
        <SeatShape
          name={seatName(seat, status, price, { userName: bookedBy, isNear, place })}
          place={place}
          mark={isOwn ? status : isNear && isFriendly(status) ? 'friends' : status === 'available' ? place : undefined}
        />
        <span aria-hidden className="seat-number">
          {seat.at(-1)}
        </span>
      </button>
    </div>
  );
});
