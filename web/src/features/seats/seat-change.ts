/**
 * Changes the seats of a booking. The booking keeps its seats until the server confirms all of the change; after a refusal the
 * page shows the booking and the map as they are now. If the answer is lost, the booking's seats tell whether the change was
 * made, and pressing again never makes it twice.
 */
import type { Booking } from '@moviebooking/contract/bookings';
import { ApiError, messageOf } from '../../lib/api.ts';
import { t } from '../../lib/language.ts';
import { isUncertain } from '../../lib/until-answered.ts';
import { openChangeAttempts } from './booking-attempt.ts';
import { choiceOf, giveBackForTaken, isComplete, toggleGivenBack, withSeats } from './change-choice.ts';
import { changeRefused, describeChange, tooManyForChange } from './change-wording.ts';
import { hasWheelchairSpace } from './places.ts';
import type { SeatChange } from './seat-map.ts';
import type { Notifier, SeatStore } from './seat-store.ts';
import { type Changing, holdEndOf, isTaken, selectionOf } from './selection.ts';

interface ChangeableBooking {
  id: number;
  seats: string[];
  /** Reads the booking again. Undefined if the user no longer has it. */
  reload: () => Promise<Booking | undefined>;
}

interface SeatChangesOptions {
  booking: ChangeableBooking;
  store: SeatStore;
  notifier: Notifier;
  /** Fetches the seats again after a failure: they may have changed. */
  load: () => Promise<void>;
}

export type SeatChanges = ReturnType<typeof openSeatChanges>;

export function openSeatChanges({ booking: { id, seats, reload }, store, notifier, load }: SeatChangesOptions) {
  const changeOnce = openChangeAttempts(id);
  let unanswered: string[] | null = null;
  let isReloading = false;

  store.setState({ changing: { bookingId: id, seats, givenBack: new Set() } });

  function update(next: (changing: Changing) => Changing): void {
    store.setState(({ changing }) => ({ changing: changing ? next(changing) : null }));
  }

  async function refresh(): Promise<Booking | undefined> {
    const booking = await reload().catch(() => undefined);
    if (booking) update((changing) => withSeats(changing, booking.seats));
    return booking;
  }

  const isMade = (booking: Booking): boolean => booking.seats.join() === unanswered?.join();

  function describe(): string {
    const { changing, ...state } = store.getState();
    return changing ? describeChange(choiceOf(changing, selectionOf({ ...state, changing }))) : '';
  }

  return {
    describe,

    describeLimit: () => tooManyForChange(store.getState().changing?.seats.length ?? 0),

    toggleOwn(seat: string): void {
      notifier.clearNotice();
      update((changing) => toggleGivenBack(changing, seat));
      const isGivenBack = store.getState().changing?.givenBack.has(seat);
      const marked = isGivenBack ? t('{seat} marked to give back.', { seat }) : t('{seat} kept.', { seat });
      notifier.announce(`${marked} ${describe()}`);
    },

    noteTaken: () => update((changing) => giveBackForTaken(changing, selectionOf(store.getState()).length)),

    /** Reads the booking again if it seems to have lost seats: it was changed or cancelled in another window. */
    noteMap(changes: SeatChange[]): void {
      const { changing, submission, map } = store.getState();
      const isOwn = (seat: string) => changing?.seats.includes(seat);
      const wasFreed = changes.some((change) => change.kind === 'cancelled' && change.seats.some(isOwn));
      if (submission || isReloading || !(wasFreed || changing?.seats.some((seat) => !map.booked.has(seat)))) return;
      isReloading = true;
      void refresh().then((booking) => {
        isReloading = false;
        if (booking && isMade(booking)) store.setState({ foundBooking: booking });
      });
    },

    /** Returns null if nothing was changed; a notice then says why. */
    async change(): Promise<Booking | null> {
      const { changing, ...state } = store.getState();
      if (!changing || state.submission) return null;
      const choice = choiceOf(changing, selectionOf({ ...state, changing }));
      const { release, take, after } = choice;
      if (!isComplete(choice)) return null;
      notifier.clearNotice();
      store.setState({ submission: { seats: take, holdEnd: holdEndOf(state) } });
      try {
        const booking = await changeOnce({
          release,
          take,
          ...(hasWheelchairSpace(state.map, take) && { accessible: true }),
        });
        if (booking.status !== 'CANCELLED') return booking;
        await refresh();
      } catch (error) {
        unanswered = isUncertain(error) ? after : null;
        const [booking] = await Promise.all([refresh(), load()]);
        if (booking && isMade(booking)) return booking;
        const lost = take.filter((seat) => isTaken(store.getState(), seat));
        const code = error instanceof ApiError ? error.code : undefined;
        const message = unanswered ? '' : messageOf(error, t('Nothing was changed. Please try again.'));
        if (store.getState().map.cancelReason === null)
          notifier.notifyLoss('danger', changeRefused(code, message, booking?.seats ?? seats), lost);
      }
      store.setState({ submission: null });
      return null;
    },
  };
}
