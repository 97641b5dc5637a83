/**
 * Books the selection. If a booking gets no answer and its seats then turn out to be booked, it is sent again with the
 * same Idempotency-Key: the answer says whether the booking is the user's own.
 */
import type { Booking } from '@moviebooking/contract/bookings';
import { ApiError, messageOf } from '../../lib/api.ts';
import { t } from '../../lib/language.ts';
import { isUncertain } from '../../lib/until-answered.ts';
import { openBookingAttempts } from './booking-attempt.ts';
import { hasWheelchairSpace } from './places.ts';
import type { Notifier, SeatStore } from './seat-store.ts';
import { holdEndOf, isTaken } from './selection.ts';
import { BOOKING_CANCELLED } from './wording.ts';

const CHECK_AGAIN_MS = 3_000;

interface SeatBookingOptions {
  showId: number;
  store: SeatStore;
  notifier: Notifier;
  /** Fetches the seats again after a failure: they may have changed. */
  load: () => Promise<void>;
}

interface BookingActions {
  /** Returns null if nothing was booked; a notice then says why, or the store has the new price to ask about. */
  book(seats: string[], total: number): Promise<Booking | null>;
  /** If an unanswered booking's seats are booked by now, checks whether the booking is the user's own, and returns true. */
  checkUnanswered(): boolean;
  stop(): void;
}

export function openSeatBooking({ showId, store, notifier, load }: SeatBookingOptions): BookingActions {
  const bookOnce = openBookingAttempts(showId);
  let unanswered: { seats: string[]; total: number } | null = null;
  let checkTimer: ReturnType<typeof setTimeout> | undefined;
  const isShowCancelled = () => store.getState().map.cancelReason !== null;

  async function book(seats: string[], total: number): Promise<Booking | null> {
    clearTimeout(checkTimer);
    notifier.clearNotice();
    store.setState((state) => ({ submission: { seats, holdEnd: holdEndOf(state) }, newPrice: null }));
    try {
      const booking = await bookOnce(seats, total, hasWheelchairSpace(store.getState().map, seats));
      unanswered = null;
      if (booking.status !== 'CANCELLED' && !isShowCancelled()) return booking;
      // The booking was made, and cancelled before its answer arrived.
      await load();
      if (!isShowCancelled()) notifier.notify('danger', BOOKING_CANCELLED);
    } catch (error) {
      unanswered = isUncertain(error) ? { seats, total } : null;
      await load();
      // Not before the map has loaded: until then it may not show the seats as booked yet.
      if (unanswered) checkTimer = setTimeout(checkUnanswered, CHECK_AGAIN_MS);
      if (error instanceof ApiError && error.code === 'PRICE_CHANGED' && error.total !== undefined)
        store.setState({ newPrice: { seats, before: total, total: error.total } });
      else if (!isShowCancelled()) {
        const lost = seats.filter((seat) => isTaken(store.getState(), seat));
        notifier.notifyLoss('danger', messageOf(error, t('Booking failed. Please try again.')), lost);
      }
    }
    store.setState({ submission: null });
    return null;
  }

  function checkUnanswered(): boolean {
    const { map, submission } = store.getState();
    const lost = unanswered;
    if (!lost?.seats.every((seat) => map.booked.has(seat))) return false;
    if (!submission)
      void book(lost.seats, lost.total).then((foundBooking) => foundBooking && store.setState({ foundBooking }));
    return true;
  }

  return { book, checkUnanswered, stop: () => clearTimeout(checkTimer) };
}
