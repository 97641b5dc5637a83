/**
 * One user at one show's seats: joins the show's room, applies every broadcast, and selects, releases and books seats.
 * The selection is whatever the user holds, in any tab, so a reload, a reconnect or a second tab starts with the same
 * seats. If a hold expires or another user is faster, a notice says so and the other seats stay selected. Once the show
 * is cancelled, nothing can be selected, held or booked.
 */
import type { Booking } from '@moviebooking/contract/bookings';
import { toPaise, toRupees } from '@moviebooking/contract/money';
import { NO_SEATS_MESSAGE, TOO_MANY_SEATS_MESSAGE } from '@moviebooking/contract/seats';
import { formatRupees } from '../../lib/format.ts';
import { t, translationOf } from '../../lib/language.ts';
import { listOf } from '../../lib/seat-list.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { live, useLiveConnection } from '../../lib/socket.ts';
import { findBestSeats, findSeatsNextTo, largestPartyTogether } from './best-seats.ts';
import { watchHoldEnd } from './hold-end.ts';
import { CONFLICT_MS, openHolding, VALIDATION_MS } from './holding.ts';
import { findLostSeats, openLostSeats } from './lost-seats.ts';
import { paced } from './paced.ts';
import { openPlaceInLine } from './place-in-line.ts';
import { findWheelchairSpace, hasWheelchairSpace, releasedWith } from './places.ts';
import { openSeatBooking } from './seat-booking.ts';
import type { SeatChanges } from './seat-change.ts';
import { openSeatLoading } from './seat-loading.ts';
import { applyChange, applySnapshot, dropExpiredHolds, hasGap, type SeatChange, type SeatMap } from './seat-map.ts';
import { createNotifier, createSeatStore, type Notifier, type SeatStore } from './seat-store.ts';
import { isTaken, limitOf, pruneRequests, selectionOf, statusOf } from './selection.ts';
import { joinTabs, type Tabs } from './tabs.ts';
import { bestSeatsPicked, describeSelection, NO_WHEELCHAIR_SPACE, notTogether, takenSeat } from './wording.ts';

const OTHERS_DRAWN_EVERY_MS = 200;

export interface SeatSession {
  store: SeatStore;
  /** Starts the session. Call the returned function to stop it and release the held seats. */
  start(): () => void;
  load(): Promise<void>;
  /** Delays drawing other users' changes until the press on a seat is over. */
  beginPress(): void;
  toggle(seat: string): void;
  /** Selects these seats, unless they were taken by now. */
  take(seats: string[]): void;
  /** With a wheelchair space if asked for. */
  pickBest(count: number, withWheelchair?: boolean): void;
  /** Whether the user needs the wheelchair space that they were asked about. */
  answerWheelchair(isNeeded: boolean): void;
  /** Returns null if nothing was booked; a notice then says why, or the store has the new price to ask about. */
  book(expectedTotal?: number): Promise<Booking | null>;
  /** Returns null if nothing was changed; a notice then says why. Only with a booking to change. */
  change(): Promise<Booking | null>;
  /** These seats came free for the user. None once the offer has ended. */
  noteOffered(seats: readonly string[]): void;
  declineNewPrice(): void;
  /** Joins the queue at its end, after the user's turn is over. */
  joinLineAgain(): void;
  announce(text: string): void;
  dismissNotice(): void;
}

export const totalOf = (price: number, count: number): number => toRupees(toPaise(price) * count);

export interface SeatSessionOptions {
  /** Where friends sit. */
  near?: string[] | undefined;
  /** Changes the seats of a booking, instead of booking new ones. Passed in, because few visits need its code. */
  openChanges?:
    | ((session: { store: SeatStore; notifier: Notifier; load: () => Promise<void> }) => SeatChanges)
    | undefined;
}

export function openSeatSession(
  showId: number,
  user: { id: number; isAdmin: boolean },
  { near = [], openChanges }: SeatSessionOptions = {},
): SeatSession {
  const { isAdmin } = user;
  const store = createSeatStore(isAdmin ? null : user.id, near);
  const notifier = createNotifier(store);
  let tabs: Tabs | undefined;
  const { load, refresh } = openSeatLoading({ showId, isAdmin, store, applyMap });
  const holding = openHolding({ showId, store, notifier, refresh, tellTabs: (wish) => tabs?.tell(wish) });
  const lostSeats = openLostSeats({ userId: user.id, store, notifier, holding });
  const booking = openSeatBooking({ showId, store, notifier, load });
  const changes = openChanges?.({ store, notifier, load });
  const placeInLine = openPlaceInLine({ showId, userId: user.id, store, notifier });

  /** Replaces the map and tells the user what that means for their selection. */
  function applyMap(map: SeatMap, seatChanges: SeatChange[] = []): void {
    const before = store.getState();
    if (map === before.map) return;
    if (map.cancelReason !== null) {
      store.setState({ map, requests: new Map(), newPrice: null });
      notifier.clearNotice();
      return;
    }
    const { taken, released } = findLostSeats(before, map);
    store.setState({ map, requests: pruneRequests({ ...before, map }) });
    lostSeats.recordOthersChanges(before, map, taken);
    if (!booking.checkUnanswered() && !before.submission) lostSeats.notifyTaken(taken, seatChanges);
    lostSeats.handleReleased(released, before.map, seatChanges);
    changes?.noteMap(seatChanges);
    if (taken.length + released.length > 0) store.setState({ newPrice: null });
    if (hasGap(map) && map.version !== null) void refresh();
  }

  function endExpiredHold(): void {
    const { map, userId, submission } = store.getState();
    if (submission || userId === null) return;
    applyMap(dropExpiredHolds(map, userId, serverNow()));
  }

  function announceSelection(action: string): void {
    const { show, ...state } = store.getState();
    const count = selectionOf(state).length;
    const selected = describeSelection(count, formatRupees(totalOf(show?.price ?? 0, count)));
    notifier.announce(`${action} ${changes ? changes.describe() : selected}`);
  }

  /** Whether a change affects none of the seats that the user holds, requests or releases. */
  function isOthersOnly(change: SeatChange): boolean {
    if (change.kind === 'show-cancelled') return false;
    const { map, requests } = store.getState();
    return change.seats.every((seat) => !requests.has(seat) && map.holds.get(seat)?.userId !== user.id);
  }

  const incoming = paced<SeatChange>(OTHERS_DRAWN_EVERY_MS, (seatChanges) =>
    applyMap(seatChanges.reduce(applyChange, store.getState().map), seatChanges),
  );

  function listen(): (() => void)[] {
    const ifThisShow =
      <Payload extends { showId: number }>(listener: (payload: Payload) => void) =>
      (payload: Payload) => {
        if (payload.showId === showId) listener(payload);
      };
    const apply = (change: SeatChange) => {
      if (isOthersOnly(change)) incoming.push(change);
      else incoming.pushNow(change);
    };
    return [
      incoming.stop,
      live.on(
        'seats-updated',
        ifThisShow((snapshot) => {
          placeInLine.noteSnapshot();
          applyMap(applySnapshot(store.getState().map, { ...snapshot, booked: snapshot.bookedSeats }));
          const { booked } = store.getState().map;
          if (isAdmin && [...booked.values()].some(({ bookingId }) => bookingId === undefined)) void load();
          holding.sendUnsent();
        }),
      ),
      live.on(
        'seats-blocked',
        ifThisShow((payload) => apply({ kind: 'blocked', ...payload })),
      ),
      live.on(
        'seats-unblocked',
        ifThisShow((payload) => apply({ kind: 'unblocked', ...payload })),
      ),
      live.on(
        'booking-confirmed',
        ifThisShow((payload) => apply({ kind: 'booked', ...payload })),
      ),
      live.on(
        'booking-cancelled',
        ifThisShow((payload) => apply({ kind: 'cancelled', ...payload })),
      ),
      live.on(
        'show-cancelled',
        ifThisShow((payload) => apply({ kind: 'show-cancelled', ...payload })),
      ),
    ];
  }

  /** Asks before the first wheelchair space. */
  function afterQuestion(seats: string[], select: () => void): void {
    const { map, needsWheelchairSpace } = store.getState();
    if (needsWheelchairSpace || !hasWheelchairSpace(map, seats)) select();
    else store.setState({ wheelchairQuestion: select });
  }

  return {
    store,
    load,
    beginPress: incoming.postpone,
    joinLineAgain: placeInLine.joinAgain,
    announce: notifier.announce,
    dismissNotice: notifier.clearNotice,
    noteOffered(seats) {
      if (seats.length === 0) endExpiredHold();
      // A user who is changing seats may want others.
      store.setState(({ offered }) => ({
        offered: new Map(seats.map((seat) => [seat, offered?.get(seat) ?? !changes])),
      }));
    },
    declineNewPrice: () => store.setState({ newPrice: null }),

    start() {
      const joined = joinTabs(`seats of show ${showId} for user ${user.id}`, holding.noteOtherTab);
      tabs = joined;
      const stops = [...listen(), ...placeInLine.listen(), watchHoldEnd(store, endExpiredHold)];
      live.joinShow(showId);
      void load();
      return () => {
        for (const stop of stops) stop();
        booking.stop();
        notifier.stop();
        const hasHolds = selectionOf({ ...store.getState(), submission: null }).length > 0;
        live.leaveShow(showId);
        void joined.leave().then((isLast) => {
          if (hasHolds && isLast && useLiveConnection.getState().isConnected)
            live.unblockSeats(showId).catch(console.warn);
        });
      };
    },

    toggle(seat) {
      const state = store.getState();
      if (isAdmin || state.submission) return;
      const status = statusOf(state, seat);
      if (status === 'yours' || status === 'givingBack') {
        changes?.toggleOwn(seat);
      } else if (isTaken(state, seat)) {
        notifier.notify('info', takenSeat(seat, status), VALIDATION_MS);
      } else if (status === 'selected') {
        const released = releasedWith(state, seat);
        void holding.release(released);
        announceSelection(t('{seats} released.', { seats: listOf(released) }));
      } else {
        if (selectionOf(state).length >= limitOf(state)) {
          notifier.notify('danger', changes?.describeLimit() ?? translationOf(TOO_MANY_SEATS_MESSAGE), VALIDATION_MS);
          return;
        }
        notifier.clearNotice();
        afterQuestion([seat], () => {
          void holding.hold([seat]);
          changes?.noteTaken();
          announceSelection(t('{seats} selected.', { seats: seat }));
        });
      }
    },

    take(seats) {
      const state = store.getState();
      const free = seats.filter((seat) => statusOf(state, seat) === 'available');
      if (free[0] === undefined || state.submission) return;
      notifier.clearNotice();
      void holding.hold(free);
      store.setState({ activeSeat: free[0] });
      announceSelection(t('{seats} selected.', { seats: listOf(free) }));
    },

    answerWheelchair(isNeeded) {
      const { wheelchairQuestion } = store.getState();
      store.setState({ wheelchairQuestion: null });
      if (!isNeeded) return;
      store.setState({ needsWheelchairSpace: true });
      wheelchairQuestion?.();
    },

    pickBest(count, withWheelchair = false) {
      const state = store.getState();
      if (isAdmin || state.submission) return;
      const isFree = (seat: string) => !isTaken(state, seat) && !state.map.places.has(seat);
      const findBest = () => (near.length > 0 ? findSeatsNextTo(near, count, isFree) : findBestSeats(count, isFree));
      const best = withWheelchair ? findWheelchairSpace(count, state) : findBest();
      if (!best) {
        const text = withWheelchair ? NO_WHEELCHAIR_SPACE : notTogether(count, largestPartyTogether(count, isFree));
        notifier.notify('info', text, CONFLICT_MS);
        return;
      }
      afterQuestion(best, () => {
        const selected = selectionOf(store.getState());
        const toRelease = selected.filter((seat) => !best.includes(seat));
        const toHold = best.filter((seat) => !selected.includes(seat));
        notifier.clearNotice();
        if (toRelease.length > 0) void holding.release(toRelease);
        if (toHold.length > 0) void holding.hold(toHold);
        store.setState({ activeSeat: best[0] as string });
        announceSelection(bestSeatsPicked(best));
      });
    },

    change: async () => changes?.change() ?? null,

    async book(expectedTotal) {
      const state = store.getState();
      if (state.submission) return null;
      const seats = selectionOf(state);
      if (seats.length === 0) {
        notifier.notify('danger', translationOf(NO_SEATS_MESSAGE), VALIDATION_MS);
        return null;
      }
      return booking.book(seats, expectedTotal ?? totalOf(state.show?.price ?? 0, seats.length));
    },
  };
}
